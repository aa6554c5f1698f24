#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "hw/routing/routing.h"
#include "tests/support/draw.h"
#include "tests/support/reference/network_kinds.h"

namespace flitcast {

/// Draws the messages of a network: to few destinations and by sources close in time, so that worms
/// meet at the outputs and wait in chains; or messages that hardly meet.
class MessageDrawer {
 public:
  /// `short_ways`: most messages go to a neighbour.
  MessageDrawer(Draw& draw, DrawnNetwork& network, const Topology& topology, const Routing& routing,
                bool short_ways)
      : draw_(draw),
        network_(network),
        topology_(topology),
        routing_(routing),
        short_ways_(short_ways) {}

  void draw() {
    const NodeId nodes = topology_.processors();
    std::size_t count = draw_.between<std::size_t>(4, 12 + nodes * std::size_t{3});
    std::uint32_t longest = draw_.between(1U, 40U);
    if (draw_.one_in(3)) {
      longest = draw_.one_in(4) && nodes <= 4 ? 5000 : draw_.between(250U, 900U);
      count = std::min<std::size_t>(count, 4 + nodes);
    }
    if (network_.one_message_each()) {
      count = std::min<std::size_t>(count, nodes - 1);  // the hot one may have nobody to send to
    }
    const Cycle window = draw_window(longest);
    const NodeId hot = draw_.between<NodeId>(0, nodes - 1);
    const std::uint64_t cold = draw_.between<std::uint64_t>(1, 4);
    while (network_.messages.size() < count) {
      PostedMessage message;
      message.source = draw_.between<NodeId>(0, nodes - 1);
      const NodeId last = draw_.one_in(cold) ? draw_.between<NodeId>(0, nodes - 1) : hot;
      message.payload_flits = draw_length(longest);
      message.post_at = draw_.between<Cycle>(0, window);
      if (network_.config.pipeline.message_classes > 1) {
        message.message_class = draw_.between<std::uint8_t>(0, 3);
      }
      if (message.source != last && topology_.in_one_network(message.source, last) &&
          !(network_.one_message_each() && sends(message.source))) {
        draw_way(message, last);
        if (message.destinations.size() == 1 && draw_.one_in(6)) {
          message.payload_flits = 0;  // a header alone
        }
        network_.messages.push_back(message);
      }
    }
    std::stable_sort(network_.messages.begin(), network_.messages.end(),
                     [](const auto& a, const auto& b) { return a.post_at < b.post_at; });
  }

 private:
  bool sends(NodeId node) const {
    return std::any_of(network_.messages.begin(), network_.messages.end(),
                       [&](const PostedMessage& message) { return message.source == node; });
  }

  Cycle draw_window(std::uint32_t longest) {
    if (draw_.one_in(8)) {
      return 20'000;
    }
    return draw_.between<Cycle>(0, draw_.one_in(4) ? 4 * longest : (draw_.one_in(3) ? 400 : 40));
  }

  std::uint32_t draw_length(std::uint32_t longest) {
    if (draw_.one_in(4)) {
      return draw_.between(1U, 2U);
    }
    if (longest > 200 && !draw_.one_in(3)) {
      return draw_.between(201U, longest);
    }
    return draw_.between(1U, draw_.one_in(2) ? longest : (longest + 3) / 4);
  }

  // The destinations: nodes on the base route to the last, mostly; a way of its own now and then.
  void draw_way(PostedMessage& message, NodeId last) {
    std::vector<PortId> ports;
    routing_.append_ports(message.source, last, ports);
    std::vector<NodeId> on_the_way;
    NodeId at = topology_.router_of(message.source);
    for (const PortId port : ports) {
      at = topology_.neighbour(at, port);
      if (at != last && at < topology_.processors()) {
        on_the_way.push_back(at);
      }
    }
    const bool copies = network_.kind.style == WormStyle::kMultiDestination ||
                        network_.kind.style == WormStyle::kOnOff ||
                        (network_.kind.style == WormStyle::kBubble &&
                         network_.config.switching == Switching::kCutThrough);
    if (copies && !draw_.one_in(4)) {
      for (const NodeId node : on_the_way) {
        if (draw_.one_in(2)) {
          message.destinations.push_back(node);
        }
      }
    } else if (short_ways_ && !on_the_way.empty()) {
      last = on_the_way.front();
    } else if (network_.policy == nullptr && draw_.one_in(8)) {
      message.route = draw_walk(message.source, last, ports.size() + 4);
    }
    message.destinations.push_back(last);
  }

  // The ports of a random way that ends when it comes to `last`; empty if it does not.
  std::vector<PortId> draw_walk(NodeId from, NodeId last, std::size_t most) {
    std::vector<PortId> ports;
    const NodeId end = topology_.router_of(last);
    for (NodeId at = topology_.router_of(from); at != end && ports.size() < most;) {
      const auto port =
          draw_.between<PortId>(0, static_cast<PortId>(topology_.network_ports() - 1));
      const NodeId next = topology_.neighbour(at, port);
      if (next == kNoNode) {
        continue;
      }
      ports.push_back(port);
      at = next;
      if (at == end) {
        return ports;
      }
    }
    return {};
  }

  Draw& draw_;
  DrawnNetwork& network_;
  const Topology& topology_;
  const Routing& routing_;
  bool short_ways_;
};

}  // namespace flitcast
