#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "hw/network_config.h"
#include "hw/reference/input.h"
#include "hw/reference/routes.h"

namespace flitcast::reference {

/// What the worm in front of an input of a router wants, and when it may have it.
class WormRules {
 public:
  WormRules(NodeId node, const NetworkConfig& config, const Routes& routes,
            std::size_t network_ports)
      : node_(node), config_(config), routes_(routes), network_ports_(network_ports) {}

  /// A header stands in front that may ask for an output now.
  bool header_ready(Input& input, Clock& clock) const {
    if (input.to != nullptr || input.buffer.empty()) {
      return false;
    }
    route(input);
    const Cycle from = there_from(input);
    if (from == kNever || input.wants_local) {
      return from != kNever;
    }
    clock.expect(from + config_.router_delay);
    return from + config_.router_delay <= clock.now();
  }

  /// From when on the header in front, which has been routed, is there; store-and-forward, from
  /// link to link, with all of its packet: kNever while that is not.
  Cycle there_from(const Input& input) const {
    const Flit& header = input.buffer.front();
    const bool whole = config_.switching == Switching::kStoreAndForward && !input.wants_local &&
                       input.port < network_ports_;
    const auto awaited =
        static_cast<std::size_t>(whole ? header.message->last() - header.place : 0);
    return awaited < input.buffer.size() ? input.buffer[awaited].arrived : kNever;
  }

  /// The header in front learns what it wants, if it does not know yet.
  void route(Input& input) const {
    if (input.routed) {
      return;
    }
    input.routed = true;
    const Flit& header = input.buffer.front();
    const Message& message = *header.message;
    if (message.posted.tree != nullptr) {
      route_tree(input, message.posted.tree->at(node_), message.posted.message_class);
      return;
    }
    const NodeId destination = message.posted.destinations[static_cast<std::size_t>(header.place)];
    const Topology& topology = routes_.topology();
    input.wants_local = topology.router_of(destination) == node_;
    const int first = input.wants_local ? topology.local_port({destination, 0}, config_.ports) : 0;
    input.ways.clear();
    for (int local = 0; input.wants_local && local < config_.ports; ++local) {
      if (config_.takes(local, message.posted.message_class, input.vc_class)) {
        input.ways.push_back({network_ports_ + static_cast<std::size_t>(first + local), 0});
      }
    }
    if (!input.wants_local) {
      input.ways = ways(input, message, destination);
    }
    input.waits_at = input.wants_local ? network_ports_ + static_cast<std::size_t>(first)
                                       : input.ways.front().port;
  }

  /// Of the ways that have something free the one that a header takes: the first, or the one with
  /// most free slots behind it; an escape when there is no other. Null: there is none.
  const Way* choose(const Input& input, const std::vector<Channel*>& outputs, Clock& clock) const {
    const Way* chosen = nullptr;
    Cycle most = -1;
    for (const Way& way : input.ways) {
      if (chosen != nullptr && way.vc_class < routes_.escapes()) {
        break;
      }
      Cycle slots = -1;
      for (Lane& lane : outputs[way.port]->lanes) {
        if (is_free(lane, way, input, clock)) {
          slots = std::max<Cycle>(slots, 0) + (by_credits(input) ? lane.channel->room(lane) : 0);
        }
      }
      if (slots > most) {
        chosen = &way;
        most = slots;
      }
    }
    return chosen;
  }
  /// The header in front of `input` may have this virtual channel, of the port of `way`.
  bool is_free(const Lane& lane, const Way& way, const Input& input, Clock& clock) const {
    if (class_of(*lane.channel, lane.number) != way.vc_class || lane.held) {
      return false;
    }
    clock.expect(lane.free_from);
    if (lane.free_from > clock.now()) {
      return false;
    }
    const bool escape = routes_.escapes() == 0 || way.vc_class < routes_.escapes();
    return way.port >= network_ports_ ||
           (is_for(lane, input) && (escape || lane.credits == lane.size) && may_fill(lane, input));
  }
  /// The header in front waits for room to take the virtual channel, which no worm holds.
  bool lacks_room(const Input& input, const std::vector<Channel*>& outputs, Clock& clock) const {
    const std::size_t port = input.ways.front().port;
    const Lane& lane = outputs[port]->lanes.front();
    return port < network_ports_ && !lane.held && lane.free_from <= clock.now() &&
           !may_fill(lane, input);
  }
  /// Local ports have one virtual channel.
  int class_of(const Channel& channel, std::size_t vc) const {
    return channel.lanes.size() == 1 ? 0 : routes_.class_of(static_cast<int>(vc));
  }

  /// Credits without which the flit in front may not go on. (A store-and-forward packet that waited
  /// for room with half of it sent would keep the pair from those that could make room.)
  Cycle needed(const Input& input) const {
    const Flit& flit = input.buffer.front();
    const Cycle packet = flit.message->last() - flit.place + 1;
    const bool stored = config_.switching == Switching::kStoreAndForward &&
                        config_.duplex == Duplex::kHalf && packet <= config_.buffer_flits;
    const bool whole = stored || config_.switching == Switching::kCutThrough;
    return !input.header_gone && input.to_port < network_ports_ && whole ? packet : 1;
  }

 private:
  // Bubble flow control: a header takes an output where all of its packet has room, and one that
  // enters a ring, the bubble as well. One that goes on came in by the port of the other direction.
  bool may_fill(const Lane& lane, const Input& input) const {
    if (config_.flow_control != FlowControl::kBubble) {
      return true;
    }
    const std::size_t out = input.ways.front().port;
    const bool goes_on = out % 2 == 0 ? input.port == out + 1 : input.port + 1 == out;
    const Flit& header = input.buffer.front();
    const Cycle packet = header.message->last() - header.place + 1;
    return lane.credits >= packet + (goes_on ? 0 : config_.bubble_flits);
  }
  // Virtual channels of a class are divided among classes of messages.
  bool is_for(const Lane& lane, const Input& input) const {
    const int classes = config_.pipeline.message_classes;
    const int own = input.buffer.front().message->posted.message_class;
    const int number = static_cast<int>(lane.number);
    int before = 0;
    int count = 0;
    for (int vc = 0; vc < config_.vcs; ++vc) {
      const bool alike = routes_.class_of(vc) == routes_.class_of(number);
      count += alike ? 1 : 0;
      before += alike && vc < number ? 1 : 0;
    }
    return config_.pipeline.class_at(before, count) == std::min(own, classes - 1);
  }
  // All ways of the worm, the local one last; it forks where there are several.
  void route_tree(Input& input, const WormTree::Stop& stop, int message_class) const {
    input.ways.clear();
    for (const PortId port : stop.ways) {
      input.ways.push_back({port, routes_.vc_class(node_, input.port, input.vc_class, port)});
    }
    input.wants_local = stop.ways.empty();
    for (int local = 0; stop.copies && local < config_.ports; ++local) {
      if (config_.takes(local, message_class, input.vc_class) &&
          (input.wants_local || input.ways.size() == stop.ways.size())) {
        input.ways.push_back({network_ports_ + static_cast<std::size_t>(local), 0});
      }
    }
    input.waits_at = input.ways.front().port;
    if (!input.wants_local && input.ways.size() > 1) {
      input.forks = input.ways;
      input.lanes.assign(input.forks.size(), nullptr);
      input.ways.resize(1);
    }
  }

  bool by_credits(const Input& input) const { return routes_.by_credits() && !input.wants_local; }

  std::vector<Way> ways(const Input& input, const Message& message, NodeId destination) const {
    if (message.posted.route.empty()) {
      return routes_.ways(node_, input.port, input.vc_class, destination, message.number);
    }
    const PortId port = message.posted.route[message.hops];
    return {{port, routes_.vc_class(node_, input.port, input.vc_class, port)}};
  }

  NodeId node_;
  const NetworkConfig& config_;
  const Routes& routes_;
  std::size_t network_ports_;
};

}  // namespace flitcast::reference
