#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "hw/link/on_off.h"
#include "hw/network_config.h"
#include "hw/ni/interfaces.h"
#include "hw/routing/routing_policies.h"
#include "hw/topology/link_times.h"
#include "tests/support/draw.h"
#include "tests/support/networks/drawn_graph.h"
#include "tests/support/networks/routed_networks.h"
#include "tests/support/reference/message_drawer.h"
#include "tests/support/reference/network_kinds.h"

namespace flitcast {

/// Draws networks of a kind.
class NetworkDrawer {
 public:
  /// The same seed draws other networks of another kind.
  NetworkDrawer(const NetworkKind& kind, std::uint64_t seed)
      : draw_(seed + (std::uint64_t{number_of(kind)} << 40U)) {
    network_.kind = kind;
  }

  DrawnNetwork draw() {
    draw_topology();
    draw_config();
    const bool staged = network_.kind.style == WormStyle::kStaged;
    if (staged) {
      draw_pipeline();
      short_ways_ = short_ways_ && !network_.one_message_each();
    }
    if (network_.kind.style == WormStyle::kAdaptive || (staged && draw_.one_in(2))) {
      draw_policy();
    } else if (staged) {
      network_.config.pipeline.message_classes =
          draw_.between(1, network_.config.vcs / routing_classes());
    }
    draw_messages();
    if (staged && draw_.one_in(3)) {
      draw_rates();
    } else if (may_answer() && draw_.one_in(3)) {
      draw_answering();
    }
    fit_buffers();
    network_.visits =
        draw_.one_in(2) ? CoreNetwork::Order::kForward : CoreNetwork::Order::kBackward;
    draw_watched();
    network_.stops = draw_dates(draw_.one_in(3) ? draw_.between(1, 20) : 0);
    network_.cuts = draw_dates(draw_.one_in(3) ? draw_.between(1, 3) : 0);
    if (network_.one_message_each()) {
      network_.cuts.clear();
    }
    return network_;
  }

 private:
  static constexpr Cycle kDeep = 10'000;

  static std::size_t number_of(const NetworkKind& kind) {
    std::size_t number = 0;
    for (const int part : {static_cast<int>(kind.topology), static_cast<int>(kind.switching),
                           static_cast<int>(kind.duplex), static_cast<int>(kind.style)}) {
      number = 10 * number + static_cast<std::size_t>(part);
    }
    return number;
  }

  std::vector<Cycle> draw_dates(int count) {
    std::vector<Cycle> dates(static_cast<std::size_t>(count));
    for (Cycle& date : dates) {
      date = draw_.between<Cycle>(1, 999);
    }
    std::sort(dates.begin(), dates.end());
    return dates;
  }

  // That base routes divide virtual channels into.
  int routing_classes() const {
    const Topology topology = network_.topology();
    return Routing(topology, network_.config.order).classes_of(network_.config.vcs);
  }

  // All routers, or some modules.
  void draw_watched() {
    const bool all = draw_.one_in(3);
    const bool some = draw_.one_in(3);
    for (NodeId node = 0; node < topology_->nodes() && (all || some); ++node) {
      if (topology_->has_router(node) && (all || draw_.one_in(4))) {
        network_.watched_routers.insert(node);
      }
      if (!all && node < topology_->processors() && draw_.one_in(6)) {
        network_.watched_interfaces.insert(node);
      }
    }
  }

  void draw_topology() {
    const TopologyKind kind = network_.kind.topology;
    if (kind == TopologyKind::kGraph) {
      const auto processors = draw_.between<NodeId>(2, 10);
      const auto switches = draw_.between<NodeId>(0, 4);
      const bool unequal = draw_.one_in(4);
      network_.graph = draw_graph(draw_, processors, switches, unequal ? 40 : 5, unequal ? 7 : 3);
    } else if (kind == TopologyKind::kFatTree || kind == TopologyKind::kDirectFatTree) {
      network_.dims = {draw_.between(2U, 3U), 2};
    } else if (kind == TopologyKind::kCmesh) {
      network_.dims = {draw_.between(1U, 3U), draw_.between(1U, 3U), draw_.between(2U, 3U)};
    } else if (kind == TopologyKind::kFlattenedButterfly) {
      network_.dims = draw_.one_in(2) ? std::vector<std::uint32_t>{draw_.between(2U, 4U), 2}
                                      : std::vector<std::uint32_t>{2, 3};
    } else if (kind == TopologyKind::kDragonfly) {
      network_.dims = {draw_.between(1U, 2U), 2, draw_.between(1U, 2U)};
    } else if (kind == TopologyKind::kUnidirectionalTorus || kind == TopologyKind::kOppositeTori) {
      network_.dims = {draw_.between(2U, 5U), draw_.between(2U, 3U)};
    } else if (kind == TopologyKind::kLine || kind == TopologyKind::kRing) {
      network_.dims = {draw_.between(2U, 9U)};
    } else if (kind == TopologyKind::kHypercube || kind == TopologyKind::kTree) {
      network_.dims = {draw_.between(1U, 4U)};
    } else if (draw_.one_in(2)) {
      network_.dims = {draw_.between(2U, 5U), draw_.between(2U, 4U)};
    } else {
      network_.dims = {draw_.between(2U, 3U), draw_.between(2U, 4U), 2};
    }
  }

  void draw_config() {
    NetworkConfig& config = network_.config;
    config.switching = network_.kind.switching;
    config.duplex = network_.kind.duplex;
    config.order = draw_.one_in(2) ? RoutingOrder::kAscending : RoutingOrder::kDescending;
    const bool irc = network_.kind.style == WormStyle::kMultiDestination;
    config.ports = draw_.one_in(8) ? draw_.between(4, 9) : draw_.between(1, irc ? 4 : 3);
    if (network_.kind.style == WormStyle::kSeveralVcs) {
      config.vcs = draw_.one_in(8) ? draw_.between(6, 40) : draw_.between(2, 5);
    } else if (network_.kind.style == WormStyle::kOnOff) {
      config.flow_control = FlowControl::kOnOff;
      config.vcs = draw_.between(1, 4);
    } else if (network_.kind.style == WormStyle::kBubble) {
      config.flow_control = FlowControl::kBubble;
      config.bubble_flits = draw_.between<Cycle>(0, draw_.one_in(2) ? 60 : 5);
    } else if (irc || network_.kind.style != WormStyle::kOneVc) {
      config.vcs = draw_.one_in(2) ? 1 : draw_.between(2, irc ? 3 : 6);
    }
    config.cycles_per_flit = draw_.between<Cycle>(1, 3);
    config.router_delay = draw_.between<Cycle>(0, draw_.one_in(8) ? 20 : 3);
    config.link_delay = draw_.between<Cycle>(1, draw_.one_in(8) ? 40 : 3);
    config.startup = draw_.one_in(8) ? draw_.between<Cycle>(6, 500) : draw_.between<Cycle>(0, 5);
    config.buffer_flits = draw_.between<Cycle>(1, draw_.one_in(4) ? 300 : 9);
    short_ways_ = config.switching == Switching::kStoreAndForward && draw_.one_in(8);
  }

  void draw_pipeline() {
    RouterPipeline& pipeline = network_.config.pipeline;
    pipeline.kind = PipelineKind::kStaged;
    pipeline.injection = draw_.one_in(3) ? InjectionMode::kParallel : InjectionMode::kSerial;
    for (Cycle* const delay : {&pipeline.route_delay, &pipeline.vc_delay, &pipeline.switch_delay,
                               &pipeline.traversal_delay, &pipeline.credit_delay}) {
      *delay = draw_.between<Cycle>(0, draw_.one_in(4) ? 5 : 2);
    }
    pipeline.lookahead_routing = draw_.one_in(4);
    pipeline.ejection = draw_.one_in(3) ? Ejection::kBypass : Ejection::kPipeline;
    pipeline.allocator = static_cast<AllocatorKind>(draw_.between(0, 4));
    pipeline.arbiter = static_cast<ArbiterKind>(draw_.between(0, 2));
    pipeline.iterations = draw_.between(1, 3);
    pipeline.vc_reuse = draw_.one_in(3) ? VcReuse::kAtomic : VcReuse::kOverlap;
    pipeline.input_speedup = draw_.one_in(3) ? draw_.between(1, network_.config.vcs) : 1;
    pipeline.output_speedup = draw_.one_in(3) ? 2 : 1;
    pipeline.speculation = draw_.one_in(3);
    if (pipeline.output_speedup == 1 && network_.config.switching == Switching::kWormhole &&
        draw_.one_in(3)) {
      pipeline.buffers = Buffers::kShared;
      pipeline.reserved_flits = draw_.between<Cycle>(1, network_.config.buffer_flits);
    }
  }

  void draw_rates() {
    const auto rate = [&] {
      const auto cycles = draw_.between<std::int64_t>(1, draw_.one_in(2) ? 320 : 4);
      return draw_.one_in(3) ? FlitRate{}
                             : FlitRate{draw_.between<std::int64_t>(1, cycles), cycles};
    };
    for (NodeId node = 0; node < topology_->processors(); ++node) {
      const FlitRate send = network_.one_message_each() ? FlitRate{} : rate();
      network_.config.rates.push_back({send, rate()});
    }
  }

  // Requests of class 0, and replies, which need not be to any.
  bool may_answer() const {
    const NetworkConfig& config = network_.config;
    return config.pipeline.injects_serially() && config.pipeline.message_classes > 1 &&
           topology_->seats() == 1 &&
           kMaxInputVcs / (topology_->network_ports() + config.vcs) >= config.vcs;
  }
  void draw_answering() {
    NetworkConfig& config = network_.config;
    const int classes = routing_classes();
    config.vcs -= config.vcs % classes;
    const int lanes = config.vcs / classes;
    config.interface = &answering_interface();
    config.ports = config.vcs;
    config.lanes_at_ports = lanes;
    if (draw_.one_in(2)) {
      config.pipeline.class_vcs.assign(static_cast<std::size_t>(config.pipeline.message_classes),
                                       1);
      config.pipeline.class_vcs.back() +=
          static_cast<std::uint32_t>(lanes - config.pipeline.message_classes);
    }
    draw_rates();
    for (InterfaceRates& rates : config.rates) {
      rates.total = draw_.one_in(2) ? FlitRate{2, 1} : FlitRate{draw_.between(1, 40), 20};
      rates.requests = draw_.between(0, 4);
    }
  }

  // One that fits the network and whose headers carry no routes.
  void draw_policy() {
    const Topology topology = network_.topology();
    while (network_.policy == nullptr) {
      const auto number = draw_.between<std::size_t>(0, std::size(kRoutingPolicies) - 1);
      const RoutingPolicy& policy = kRoutingPolicies[number]();
      network_.options = options_for(policy, topology);
      network_.options.seed = draw_.between<std::uint64_t>(0, 1000);
      if (!draw_.one_in(3)) {
        network_.options.selection = draw_.one_in(2) ? Selection::kRandom : Selection::kFixed;
      }
      try {
        if (Routing(topology, network_.config.order, policy, network_.options).draw() == nullptr) {
          network_.policy = &policy;
        }
      } catch (const std::invalid_argument&) {
        continue;  // another one
      }
    }
  }

  // The network that is drawn is there from now on.
  void draw_messages() {
    topology_.emplace(network_.topology());
    const Routing routing(*topology_, network_.config.order);
    const int locals = static_cast<int>(topology_->seats()) * network_.config.ports;
    network_.config.vcs =
        std::min(network_.config.vcs, kMaxInputVcs / (topology_->network_ports() + locals));
    MessageDrawer(draw_, network_, *topology_, routing, short_ways_).draw();
  }

  // Where packets wait until all of them has room: for the largest, and up to eight more. (Stored
  // packets need it between routers; on short ways most do not.) Half duplex under wormhole
  // switching deadlocks with shallow buffers, which is worth a few networks, but for those of which
  // the model does not say when ports are free.
  void fit_buffers() {
    NetworkConfig& config = network_.config;
    if (config.switching != Switching::kWormhole &&
        (!short_ways_ || config.flow_control == FlowControl::kBubble)) {
      Cycle largest = 0;
      for (const PostedMessage& m : network_.messages) {
        largest = std::max(largest, m.payload_flits + static_cast<Cycle>(m.destinations.size()));
      }
      largest += config.bubble_flits;
      const bool fits = config.buffer_flits >= largest;
      config.buffer_flits = fits ? config.buffer_flits : largest + draw_.between<Cycle>(0, 8);
    } else if (config.switching == Switching::kWormhole && config.duplex == Duplex::kHalf &&
               (network_.one_message_each() || !draw_.one_in(4))) {
      config.buffer_flits = kDeep;
    }
    if (config.flow_control == FlowControl::kOnOff) {
      const LinkTimes links(*topology_, config);
      config.off_flits = OnOff::least_off(links.largest().delay, links.smallest().cycles_per_flit) +
                         draw_.between<Cycle>(0, 3);
      config.on_flits = config.off_flits + draw_.between<Cycle>(1, draw_.one_in(2) ? 20 : 2);
      config.buffer_flits = std::max(config.buffer_flits, config.on_flits);
    }
  }

  Draw draw_;
  DrawnNetwork network_;
  bool short_ways_ = false;
  std::optional<Topology> topology_;  // once drawn
};

}  // namespace flitcast
