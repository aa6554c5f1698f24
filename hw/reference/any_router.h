#pragma once

#include <cstddef>
#include <vector>

#include "hw/reference/channel.h"
#include "hw/reference/input.h"
#include "hw/reference/worm_rules.h"

namespace flitcast::reference {

/// What routers of both kinds are made of. In a cycle they read(), then decide(), and, when all
/// pairs of half-duplex links are decided, decide_again().
class AnyRouter {
 public:
  AnyRouter(NodeId node, const NetworkConfig& config, const Routes& routes,
            std::size_t network_ports)
      : rules_(node, config, routes, network_ports) {}
  virtual ~AnyRouter() = default;

  /// Ports are attached in ascending order; null: the port leads nowhere.
  void attach(Channel* in, Channel* out) {
    const std::size_t port = channels_.size();
    for (std::size_t vc = 0; in != nullptr && vc < in->lanes.size(); ++vc) {
      inputs_.emplace_back(in->lanes[vc], port, rules_.class_of(*in, vc));
    }
    channels_.push_back(out);
    port_attached();
  }

  void read(Clock& clock) {
    for (Input& input : inputs_) {
      input.from->flits.read(clock, [&](Flit flit) {
        flit.arrived = clock.now();
        input.buffer.push_back(flit);
      });
    }
    for (Channel* const channel : channels_) {
      if (channel != nullptr) {
        for (Lane& lane : channel->lanes) {
          lane.credits_back.read(clock, [&](Cycle credits) { lane.credits += credits; });
        }
      }
    }
  }
  virtual void decide(Clock& clock) = 0;
  virtual void decide_again(Clock& /*clock*/) {}

  /// Nothing happens from `end` on: those that still wait have waited until then.
  void end_waits(Cycle end) {
    for (Input& input : inputs_) {
      if (input.waits()) {
        const std::size_t port = input.to != nullptr ? input.to_port : input.ways.front().port;
        input.unblock(*channels_[port], end);
      }
    }
  }

  /// Port-major.
  const std::vector<Input>& inputs() const { return inputs_; }

 protected:
  virtual void port_attached() {}

  WormRules rules_;
  std::vector<Input> inputs_;
  std::vector<Channel*> channels_;  // that leave, by port; null: it leads nowhere
};

}  // namespace flitcast::reference
