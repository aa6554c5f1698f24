#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

#include "hw/fast/worm_settler.h"
#include "hw/link/faulty_wire.h"
#include "hw/link/make_flow_control.h"
#include "hw/ni/interface_core.h"
#include "hw/router/router_core.h"
#include "hw/topology/link_times.h"
#include "hw/topology/topology.h"

namespace flitcast {

/// The hardware of a network as plain cores, wired as the fabric wires its modules, and the loop
/// that runs them. One module more, a client that posts messages, may have work of its own.
class WiredCores {
 public:
  /// Order in which the modules of one cycle run; results may not depend on it.
  enum class Order { kForward, kBackward };
  /// kFlitByFlit: as NetworkConfig::flit_by_flit says; results may not depend on it either.
  enum class Worms { kMayPassWhole, kFlitByFlit };

  /// All references must outlive the cores. They are the first to enlist in `wakes`, and the client
  /// is the next.
  WiredCores(const Topology& topology, const Routing& routing, const NetworkConfig& config,
             PacketPool& packets, NiClient& client, WakeQueue& wakes,
             Worms worms = Worms::kMayPassWhole, const MakeRouterCore& make_core = make_router_core)
      : config_(told(config, worms)),
        topology_(topology),
        wakes_(wakes),
        worms_(packets, wakes, LinkTimes(topology, config)),
        queues_(topology) {
    const NodeId nodes = topology_.nodes();
    WormSettler* const settler = config_.flit_by_flit ? nullptr : &worms_;
    if (config_.flit_by_flit) {
      no_lookahead_.emplace(wakes);
    }
    for (NodeId node = 0; node < nodes; ++node) {
      const std::uint32_t module = wakes_.reserve(1);
      routers_.emplace_back();
      if (topology_.has_router(node)) {
        routers_.back() = make_core({node, topology_.network_ports(), module, config_, routing,
                                     packets, wakes_, settler, &queues_});
      }
    }
    for (NodeId node = 0; node < topology_.processors(); ++node) {
      interfaces_.push_back(
          make_interface({node, wakes_.reserve(1), config_, packets, client, wakes_}));
      connect_interface(node);
    }
    for (NodeId node = 0; node < nodes; ++node) {
      connect_neighbours(node, packets);
    }
  }

  /// Runs until no module has work, or the last cycle is over; tick(cycle) is called in cycles for
  /// which somebody woke the client. Throws std::runtime_error at `limit` cycles.
  template <typename Tick>
  void run(Order order, Cycle limit, Tick&& tick) {
    run(order, limit, tick, [](Cycle) {});
  }
  /// The same; before(cycle) is called before every cycle.
  template <typename Tick, typename Before>
  void run(Order order, Cycle limit, Tick&& tick, Before&& before) {
    for (Cycle cycle = wakes_.next(); cycle != WakeQueue::kNever; cycle = wakes_.next()) {
      if (cycle > wakes_.last_cycle()) {
        return;
      }
      if (cycle > limit) {
        throw std::runtime_error("the network does not come to rest");
      }
      if (no_lookahead_) {
        no_lookahead_->set(cycle);
      }
      for (FaultyWire& wire : wires_) {
        wire.act();
      }
      before(cycle);
      for (int times = 1; step(cycle, order, tick); ++times) {
        if (times > 1 && pairs_.empty()) {  // a second time is for half duplex
          throw std::logic_error("a module was woken in a cycle that was over");
        }
      }
    }
  }

  const RouterCore& router(NodeId node) const { return *routers_[node]; }
  const InterfaceCore& interface(NodeId node) const { return *interfaces_[node]; }
  InterfaceCore& interface(NodeId node) { return *interfaces_[node]; }
  RouterCore& router(NodeId node) { return *routers_[node]; }
  /// All routers report to `probe`.
  void attach_probe(Probe* probe) {
    for (NodeId node = topology_.router_of(0); node < topology_.nodes(); ++node) {
      routers_[node]->attach_probe(probe);
    }
  }
  /// Those that still wait have waited until `end`.
  void end_waits(Cycle end) {
    for (NodeId node = topology_.router_of(0); node < topology_.nodes(); ++node) {
      routers_[node]->end_waits(end);
    }
  }
  /// The link from `from` to its neighbour `to`, over the lowest port that leads there.
  const Link& link(NodeId from, NodeId to) const {
    return link_behind(from, topology_.port_towards(from, to));
  }
  /// The link that leaves `from` by a network or local port.
  const Link& link_behind(NodeId from, PortId port) const { return *leaving_.at({from, port}); }
  /// The link by which port `local` of the interface of `node` injects.
  const Link& injection(NodeId node, int local) const { return *injections_.at({node, local}); }

 private:
  using LinkEnd = std::pair<NodeId, PortId>;

  static NetworkConfig told(NetworkConfig config, Worms worms) {
    config.flit_by_flit |= worms == Worms::kFlitByFlit;
    return config;
  }

  void pair(LinkEnd from, LinkEnd to) {
    std::unique_ptr<ChannelPair>& pair = pairs_[std::min(from, to)];
    if (pair == nullptr) {
      pair = std::make_unique<ChannelPair>();
    }
    leaving_[from]->join(*pair, from < to ? 0 : 1);
  }

  void connect_interface(NodeId node) {
    const NodeId router = topology_.router_of(node);
    const int first = topology_.network_ports() + topology_.local_port({node, 0}, config_.ports);
    for (int local = 0; local < config_.ports; ++local) {
      const auto router_port = static_cast<PortId>(first + local);
      Link& injection = links_.emplace_back(interfaces_[node]->injection_link());
      injections_[{node, local}] = &injection;
      interfaces_[node]->attach_injection(local, injection);
      routers_[router]->attach_input(router_port, injection);
      Link& ejection = links_.emplace_back(interfaces_[node]->ejection_link());
      routers_[router]->attach_output(router_port, ejection);
      interfaces_[node]->attach_ejection(local, ejection);
      leaving_[{router, router_port}] = &ejection;
    }
  }

  void connect_neighbours(NodeId node, PacketPool& packets) {
    const LinkTimes times(topology_, config_);
    for (int port = 0; port < topology_.network_ports(); ++port) {
      const auto leaving = static_cast<PortId>(port);
      const NodeId neighbour = topology_.neighbour(node, leaving);
      if (neighbour != kNoNode) {
        const LinkTime time = times.of(node, leaving);
        Link& link = links_.emplace_back(
            LinkParameters{time.delay, time.cycles_per_flit, config_.most_flits(), config_.vcs});
        link.set_flow_control(make_flow_control(config_, time.delay, time.cycles_per_flit));
        leaving_[{node, leaving}] = &link;
        if (const LinkFault* const fault = config_.fault_of(node, neighbour)) {
          wires_.emplace_back(*fault, wires_.size(), link, packets);
        }
        if (config_.duplex == Duplex::kHalf) {
          pair({node, leaving}, {neighbour, topology_.entry_port(node, leaving)});
        }
        routers_[node]->attach_output(leaving, link);
        routers_[neighbour]->attach_input(topology_.entry_port(node, leaving), link);
      }
    }
  }

  /// Runs the modules that are due; false when there are none.
  template <typename Tick>
  bool step(Cycle cycle, Order order, Tick&& tick) {
    due_.clear();
    const bool any = wakes_.enter(cycle, [&](std::size_t word_index, std::uint64_t bits) {
      for (; bits != 0; bits &= bits - 1) {
        due_.push_back(word_index * 64 + static_cast<std::size_t>(__builtin_ctzll(bits)));
      }
    });
    if (order == Order::kBackward) {
      std::reverse(due_.begin(), due_.end());
    }
    const std::size_t nodes = topology_.nodes();
    for (const std::size_t module : due_) {
      if (module < nodes) {
        routers_[module]->tick(cycle);
      } else if (module < nodes + interfaces_.size()) {
        interfaces_[module - nodes]->tick(cycle);
      } else {
        tick(cycle);
      }
    }
    return any;
  }

  NetworkConfig config_;
  const Topology& topology_;
  WakeQueue& wakes_;
  WormSettler worms_;
  std::optional<LookaheadLimit> no_lookahead_;
  NetworkQueues queues_;
  std::vector<std::size_t> due_;
  std::deque<Link> links_;
  std::deque<FaultyWire> wires_;
  std::map<LinkEnd, Link*> leaving_;  // the routers
  std::map<std::pair<NodeId, int>, const Link*> injections_;
  std::map<LinkEnd, std::unique_ptr<ChannelPair>> pairs_;  // by the lower end of the link
  std::vector<std::unique_ptr<RouterCore>> routers_;       // null: the node has none
  std::vector<std::unique_ptr<InterfaceCore>> interfaces_;
};

}  // namespace flitcast
