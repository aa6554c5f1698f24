#pragma once

#include <cstddef>

#include "hw/network_config.h"
#include "tests/support/reference/input.h"
#include "tests/support/reference/routes.h"

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
    const Flit& header = input.buffer.front();
    const Message& message = *header.message;
    const NodeId destination = message.posted.destinations[static_cast<std::size_t>(header.place)];
    input.wants_local = destination == node_;
    if (input.wants_local) {
      return true;
    }
    if (!input.routed) {
      input.routed = true;
      input.wanted_port = message.posted.route.empty() ? routes_.port(node_, destination)
                                                       : message.posted.route[message.hops];
      input.wanted_class = routes_.vc_class(node_, input.port, input.vc_class, input.wanted_port);
    }
    const bool whole =
        config_.switching == Switching::kStoreAndForward && input.port < network_ports_;
    const auto awaited = static_cast<std::size_t>(whole ? message.last() - header.place : 0);
    if (awaited >= input.buffer.size()) {
      return false;
    }
    const Cycle eligible = input.buffer[awaited].arrived + config_.router_delay;
    clock.expect(eligible);
    return eligible <= clock.now();
  }

  /// It asks for a virtual channel of this output and class.
  bool wants(const Input& input, std::size_t port, int vc_class) const {
    if (input.wants_local) {
      return port >= network_ports_ && vc_class == 0;
    }
    return input.wanted_port == port && input.wanted_class == vc_class;
  }

  /// Of a virtual channel: the first half, rounded up, is class 0, where there are classes.
  int class_of(const Channel& channel, std::size_t vc) const {
    const std::size_t vcs = channel.lanes.size();
    return routes_.classes() == 1 || vc < (vcs + 1) / 2 ? 0 : 1;
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
  NodeId node_;
  const NetworkConfig& config_;
  const Routes& routes_;
  std::size_t network_ports_;
};

}  // namespace flitcast::reference
