#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <vector>

#include "hw/network_config.h"
#include "hw/packet.h"
#include "hw/router/parts/candidate_units.h"
#include "hw/router/parts/input_vc.h"
#include "hw/router/parts/port_layout.h"
#include "hw/router/parts/way_chooser.h"
#include "hw/routing/routing.h"
#include "hw/worm_tree.h"

namespace flitcast {

/// Route computation of one router: where the header in front of an input VC may go, and when. One
/// that brings two ways to its first router takes that of the WayChooser as it is routed.
class RouteUnit {
 public:
  RouteUnit(NodeId node, const PortLayout& layout, const NetworkConfig& config,
            const Routing& routing, PacketPool& packets)
      : routing_(routing),
        packets_(packets),
        node_(node),
        seats_(routing.topology().seats_of(node)),
        delay_(config.pipeline.staged() ? 0 : config.router_delay),
        store_and_forward_(config.switching == Switching::kStoreAndForward),
        passes_destinations_(routing.relation().passes_destinations()),
        layout_(layout),
        units_(layout, routing.selection() == Selection::kCredits,
               routing.escape_classes_of(layout.vcs)) {
    for (int index = 0; layout.classes > 1 && index < layout.inputs(); ++index) {
      classes_.push_back(static_cast<std::uint8_t>(layout.class_of(index % layout.vcs)));
    }
  }

  /// The output VCs of the router, port-major, for headers that choose between ways, and the queues
  /// of the network, or null. They must outlive it.
  void see(const std::vector<OutputVc>& outputs, NetworkQueues* queues) {
    if (routing_.congestion() != nullptr) {
      ways_ = std::make_unique<WayChooser>(node_, layout_, outputs, routing_, queues);
    }
  }

  const CandidateUnits& units() const { return units_; }

  /// Flits that wake a reader although there are others before them: a store-and-forward router
  /// looks at packets whose tail has come.
  std::uint16_t wake_kinds() const {
    return store_and_forward_ ? flit_kind::kTail : flit_kind::kNone;
  }

  /// Gives the header in front of `in`, input VC `index`, its candidates and the cycle in which it
  /// may leave, of a staged router enter the pipeline, at the earliest. False when a
  /// store-and-forward packet is not complete; its tail will wake the router.
  [[gnu::always_inline]] bool route(int index, InputVc& in, Cycle now) {
    Flit& head = in.channel->front();
    if ((head.kind & flit_kind::kHead) == 0) {  // an address after one that was stripped
      head.kind |= flit_kind::kHead;
      head.sequence = in.hops;
    }
    const NodeId destination = header_destination(head.word);
    const NodeId seat = destination - seats_.first;
    if (seat < seats_.count && !(passes_destinations_ && passes_by(head))) {
      units_.set_local(in, static_cast<int>(seat));
      in.eligible = std::max(in.eligible, in.channel->front_time());
      return true;
    }
    Cycle arrived = in.channel->front_time();
    if (store_and_forward_ && layout_.is_network(in.port)) {
      const std::size_t tail = header_flits(head.word) - 1;
      if (!in.channel->ready_at(tail, now)) {
        return false;
      }
      arrived = in.channel->peek_time(tail);
    }
    in.eligible = std::max(in.eligible, arrived + delay_);
    choose(index, in, head, destination, now);
    return true;
  }

  /// The same for a worm that forks, which gets the units of all its ways, the local one last; its
  /// header waits for the first of them.
  void route_tree(int index, InputVc& in, std::vector<std::uint16_t>& ways) {
    const Flit& head = in.channel->front();
    const WormTree::Stop& stop = packets_[head.packet].tree->at(node_);
    const int from_class = classes_.empty() ? 0 : classes_[static_cast<std::size_t>(index)];
    ways.clear();
    if (stop.copies) {
      units_.set_local(in, 0);
      ways.push_back(in.unit);
    }
    for (auto port = stop.ways.rbegin(); port != stop.ways.rend(); ++port) {
      const int vc_class =
          layout_.classes == 1 ? 0 : routing_.class_on_route(node_, in.port, from_class, *port);
      units_.set(in, {*port, static_cast<std::uint8_t>(vc_class)});
      ways.insert(ways.begin(), in.unit);
    }
    in.eligible = std::max(in.eligible, in.channel->front_time());
  }

  /// The tail of the worm in front of input VC `index` has left.
  void leave(int index, Cycle now) {
    if (ways_ != nullptr) {
      ways_->leave(index, now);
    }
  }

  /// True when the header in front is addressed to this node and further addresses follow.
  bool strips(const InputVc& in) const {
    const Flit& head = in.channel->front();
    return (head.kind & flit_kind::kMore) != 0 && header_destination(head.word) == node_;
  }

 private:
  [[gnu::always_inline]] void choose(int index, InputVc& in, const Flit& head, NodeId destination,
                                     Cycle now) {
    const int from_class = classes_.empty() ? 0 : classes_[static_cast<std::size_t>(index)];
    if (const PortId* source_route = packets_[head.packet].route) {
      if (packets_[head.packet].direct_hops > 0) {
        source_route = choose_way(head.packet, now);
      }
      const PortId port = source_route[head.sequence];
      if (ways_ != nullptr) {
        ways_->join(index, port, header_flits(head.word), now);
      }
      units_.set(in, {port, class_on(source_route, head, in.port, from_class)});
      return;
    }
    RouteCandidates choices;
    routing_.candidates(node_, in.port, from_class, destination, choices);
    if (choices.size() == 1) {
      units_.set(in, choices[0]);
    } else {
      choose_among(index, in, head, choices);
    }
  }
  std::uint8_t class_on(const PortId* route, const Flit& head, PortId from_port,
                        int from_class) const {
    if (layout_.classes == 1) {
      return 0;
    }
    if (const std::uint32_t classes_at = packets_[head.packet].classes_at; classes_at > 0) {
      return route[classes_at + head.sequence];
    }
    return static_cast<std::uint8_t>(
        routing_.class_on_route(node_, from_port, from_class, route[head.sequence]));
  }
  // Its route leads on from its destination.
  [[gnu::noinline]] bool passes_by(const Flit& head) const {
    const Packet& packet = packets_[head.packet];
    return packet.classes_at > 0 && head.sequence < packet.hops;
  }
  [[gnu::noinline]] const PortId* choose_way(PacketHandle handle, Cycle now) {
    const Packet& packet = packets_[handle];
    packets_.choose(handle, ways_->takes_direct(packet, now));
    return packet.route;
  }
  // What is drawn follows from the packet and where it is, so that it does not matter when.
  [[gnu::noinline]] void choose_among(int index, InputVc& in, const Flit& head,
                                      RouteCandidates& choices) {
    if (routing_.takes_one()) {
      EvenBits bits(mixed(routing_.seed(), packets_[head.packet].id, node_));
      units_.set(in, choices[bits.below(choices.size())]);
      return;
    }
    if (routing_.selection() == Selection::kRandom) {
      const std::uint64_t id = packets_[head.packet].id;
      shuffle(choices, routing_.escape_classes_of(layout_.vcs), mixed(routing_.seed(), id, node_));
    }
    units_.set(index, in, choices);
  }

  const Routing& routing_;
  PacketPool& packets_;
  std::unique_ptr<WayChooser> ways_;  // null: headers have no two ways
  NodeId node_;
  Seats seats_;
  Cycle delay_;
  bool store_and_forward_;
  bool passes_destinations_;
  PortLayout layout_;
  CandidateUnits units_;
  std::vector<std::uint8_t> classes_;  // by input VC; empty where there is one only
};

}  // namespace flitcast
