#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>
#include <vector>

#include "hw/network_config.h"
#include "tests/support/reference/channel.h"
#include "tests/support/reference/crossbar_model.h"
#include "tests/support/reference/input.h"
#include "tests/support/reference/round_robin.h"
#include "tests/support/reference/routes.h"
#include "tests/support/reference/worm_rules.h"

namespace flitcast::reference {

/// A router, a cycle at a time: read(), copy(), give_outputs(), ask(), and, when all pairs of half-
/// duplex links are decided, ask_again().
///
///  - A header may leave by a network output router_delay after it arrived (store-and-forward, from
///    link to link: after its tail arrived), by a local output when it arrived.
///  - Free virtual channels of an output, of the class of the header, are given in ascending order,
///    round robin over the inputs; a worm holds its one until its tail has left it. A header at its
///    destination takes the first local output that it is given.
///  - A flit may go on when the channel accepts one, there is room for it (cut-through: for all of
///    its packet) and, a header on half duplex, it has the pair. Of those, every output takes one
///    input's, round robin, and every input port keeps one of them, round robin.
///  - The address of this node in front of others is taken off when it gets a local output, which
///    copies the payload as it arrives; the next address goes on as the header.
class Router {
 public:
  Router(NodeId node, const NetworkConfig& config, const Routes& routes, std::size_t network_ports)
      : rules_(node, config, routes, network_ports),
        classes_(routes.classes()),
        network_ports_(network_ports) {}

  /// Ports are attached in ascending order; null: the port leads nowhere.
  void attach(Channel* in, Channel* out) {
    const std::size_t port = outputs_.size();
    for (std::size_t vc = 0; in != nullptr && vc < in->lanes.size(); ++vc) {
      inputs_.emplace_back(in->lanes[vc], port, rules_.class_of(*in, vc));
    }
    outputs_.push_back({out, {}});
    crossbar_.add_port();
  }

  void read(Clock& clock) {
    for (Input& input : inputs_) {
      input.from->flits.read(clock, [&](Flit flit) {
        flit.arrived = clock.now();
        input.buffer.push_back(flit);
      });
    }
    for (Output& output : outputs_) {
      if (output.channel != nullptr) {
        for (Lane& lane : output.channel->lanes) {
          lane.credits_back.read(clock, [&](Cycle credits) { lane.credits += credits; });
        }
      }
    }
  }

  /// Local outputs of absorbed worms take copies of their next payload flits.
  void copy(Clock& clock) {
    for (Input& input : inputs_) {
      if (input.copy_to == nullptr) {
        continue;
      }
      while (input.copied < input.buffer.size() && input.buffer[input.copied].is_address()) {
        ++input.copied;
      }
      Channel& channel = *input.copy_to->channel;
      clock.expect(channel.accepts_from);
      if (input.copied < input.buffer.size() && channel.accepts_from <= clock.now()) {
        const Flit& flit = input.buffer[input.copied++];
        channel.accept(*input.copy_to, flit, clock.now());
        clock.changed();
        if (flit.is_tail()) {
          channel.release(*input.copy_to, clock.now());
          input.copy_to = nullptr;
        }
      }
    }
  }

  /// Headers get outputs.
  void give_outputs(Clock& clock) {
    std::vector<std::size_t> headers;
    for (std::size_t index = 0; index < inputs_.size(); ++index) {
      if (rules_.header_ready(inputs_[index], clock)) {
        headers.push_back(index);
      }
    }
    for (std::size_t port = 0; port < outputs_.size() && !headers.empty(); ++port) {
      for (int vc_class = 0; vc_class < classes_; ++vc_class) {
        give_unit(port, vc_class, headers, clock);
      }
    }
    for (const std::size_t index : headers) {
      Input& input = inputs_[index];
      input.block(input.wants_local ? WaitCause::kPort : WaitCause::kContention, clock);
    }
  }

  /// Flits go on that need no turn on a pair, or have it.
  void ask(Clock& clock) {
    crossbar_.begin_cycle();
    asking_pairs_.clear();
    std::vector<std::size_t> requests;
    for (std::size_t index = 0; index < inputs_.size(); ++index) {
      if (could_go(index, clock)) {
        requests.push_back(index);
      }
    }
    cross(requests, clock);
  }

  /// Those go on whose pair has been decided.
  void ask_again(Clock& clock) {
    std::vector<std::size_t> requests;
    for (const std::size_t index : asking_pairs_) {
      Input& input = inputs_[index];
      if (input.to->channel->pair->holder() == input.to) {
        requests.push_back(index);
      } else {
        input.block(WaitCause::kContention, clock);
      }
    }
    cross(requests, clock);
  }

  /// Nothing happens from `end` on: those that still wait have waited until then.
  void end_waits(Cycle end) {
    for (Input& input : inputs_) {
      if (input.waits()) {
        const std::size_t wanted = input.wants_local ? network_ports_ : input.wanted_port;
        input.unblock(*outputs_[input.to != nullptr ? input.to_port : wanted].channel, end);
      }
    }
  }

  /// Port-major.
  const std::vector<Input>& inputs() const { return inputs_; }

 private:
  struct Output {
    Channel* channel;
    std::array<RoundRobin, 2> turns;  // of headers, per class
  };

  // ---- headers ----

  // Gives the free virtual channels of a port and class to headers, which are no longer in
  // `headers` then.
  void give_unit(std::size_t port, int vc_class, std::vector<std::size_t>& headers, Clock& clock) {
    std::vector<std::size_t> requests;
    for (const std::size_t index : headers) {
      if (rules_.wants(inputs_[index], port, vc_class)) {
        requests.push_back(index);
      }
    }
    if (requests.empty()) {
      return;
    }
    Channel& channel = *outputs_[port].channel;
    for (std::size_t vc = 0; vc < channel.lanes.size() && !requests.empty(); ++vc) {
      Lane& lane = channel.lanes[vc];
      if (rules_.class_of(channel, vc) != vc_class || lane.held) {
        continue;
      }
      clock.expect(lane.free_from);
      if (lane.free_from <= clock.now()) {
        RoundRobin& turns = outputs_[port].turns[static_cast<std::size_t>(vc_class)];
        const std::size_t winner = turns.choose(requests);
        turns.won(winner);
        give(inputs_[winner], port, lane, clock);
        requests.erase(std::find(requests.begin(), requests.end(), winner));
        headers.erase(std::find(headers.begin(), headers.end(), winner));
      }
    }
  }

  void give(Input& input, std::size_t port, Lane& lane, Clock& clock) {
    const Flit header = input.buffer.front();
    input.unblock(*lane.channel, clock.now());
    lane.held = true;
    clock.changed();
    input.routed = false;
    if (input.wants_local && header.place + 1 < header.message->addresses()) {
      lane.channel->accept(lane, header, clock.now());
      input.take_out(clock);
      input.copy_to = &lane;
      input.copy_port = port;
      input.copied = 0;
    } else {
      ++header.message->hops;
      input.to = &lane;
      input.to_port = port;
    }
  }

  // ---- flits ----

  // Whether the flit in front of an input asks for the switch; one that asks for a pair of channels
  // is in asking_pairs_.
  bool could_go(std::size_t index, Clock& clock) {
    Input& input = inputs_[index];
    if (input.to == nullptr || input.buffer.empty() ||
        (input.copy_to != nullptr && input.copied == 0)) {
      return false;
    }
    Channel& channel = *input.to->channel;
    if (channel.accepts_from > clock.now()) {
      clock.expect(channel.accepts_from);
      if (!input.header_gone) {
        input.block(WaitCause::kSerialisation, clock);
      }
      return false;
    }
    if (input.to->credits < rules_.needed(input)) {
      input.block(WaitCause::kCredit, clock);
      return false;
    }
    return input.header_gone || channel.pair == nullptr || has_pair(index, input, clock);
  }

  bool has_pair(std::size_t index, Input& input, Clock& clock) {
    Channel& channel = *input.to->channel;
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

  void cross(const std::vector<std::size_t>& requests, Clock& clock) {
    const std::vector<std::size_t> winners = crossbar_.choose(requests, inputs_);
    for (const std::size_t index : requests) {
      if (std::find(winners.begin(), winners.end(), index) != winners.end()) {
        move(inputs_[index], clock);
      } else {
        inputs_[index].block(WaitCause::kSerialisation, clock);
        clock.changed();
      }
    }
  }

  static void move(Input& input, Clock& clock) {
    const Flit flit = input.buffer.front();
    Lane& lane = *input.to;
    Channel& channel = *lane.channel;
    input.unblock(channel, clock.now());
    channel.accept(lane, flit, clock.now());
    input.take_out(clock);
    input.header_gone = true;
    if (input.copy_to != nullptr) {
      --input.copied;
    }
    if (flit.is_tail()) {
      channel.release(lane, clock.now());
      input.to = nullptr;
      input.header_gone = false;
      input.routed = false;
    }
  }

  WormRules rules_;
  int classes_;
  std::size_t network_ports_;
  std::vector<Input> inputs_;
  std::vector<Output> outputs_;
  Crossbar crossbar_;
  std::vector<std::size_t> asking_pairs_;  // inputs, in this cycle
};

}  // namespace flitcast::reference
