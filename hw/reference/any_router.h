#pragma once

#include <cstddef>
#include <utility>
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
          lane.signals.read(clock, [&](bool stop) { lane.stopped = stop; });
        }
      }
    }
  }
  virtual void decide(Clock& clock) = 0;
  virtual void decide_again(Clock& /*clock*/) {}

  /// The cycle ends, and buffers say stop or go.
  void signal(Cycle now) const {
    for (const Input& input : inputs_) {
      const Cycle free = input.from->size - static_cast<Cycle>(input.buffer.size());
      input.from->channel->signal(*input.from, free, now);
    }
  }

  /// Nothing happens from `end` on: those that still wait have waited until then.
  void end_waits(Cycle end) {
    for (Input& input : inputs_) {
      if (input.waits()) {
        const std::size_t port = input.to != nullptr ? input.to_port : input.waits_at;
        input.unblock(*channels_[port], end);
      }
    }
  }

  /// Port-major.
  const std::vector<Input>& inputs() const { return inputs_; }

 protected:
  virtual void port_attached() {}

  // Whether the header in front of `input`, which could go on, needs no pair of channels or has it;
  // else it has asked, or waits.
  bool has_pair(Input& input, Clock& clock) {
    Channel& channel = *input.to->channel;
    if (channel.pair == nullptr) {
      return true;
    }
    const auto index = static_cast<std::size_t>(&input - inputs_.data());
    input.unblock(channel, clock.now());
    switch (channel.pair->ask(channel.side, index, input.to, clock)) {
      case Pair::Answer::kGranted:
        return true;
      case Pair::Answer::kAsked:
        asking_pairs_.push_back(index);
        break;
      case Pair::Answer::kWait:
        input.block(WaitCause::kContention, clock);
        break;
    }
    return false;
  }
  // Of those that have asked in this cycle, the inputs that have got their pair.
  std::vector<std::size_t> paired(Clock& clock) {
    std::vector<std::size_t> winners;
    for (const std::size_t index : std::exchange(asking_pairs_, {})) {
      Input& input = inputs_[index];
      if (input.to->channel->pair->holder() == input.to) {
        winners.push_back(index);
      } else {
        input.block(WaitCause::kContention, clock);
      }
    }
    return winners;
  }

  WormRules rules_;
  std::vector<Input> inputs_;
  std::vector<Channel*> channels_;  // that leave, by port; null: it leads nowhere

 private:
  std::vector<std::size_t> asking_pairs_;  // inputs, in this cycle
};

}  // namespace flitcast::reference
