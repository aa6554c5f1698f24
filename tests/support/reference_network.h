#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <limits>
#include <stdexcept>
#include <utility>
#include <vector>

#include "hw/network_config.h"
#include "hw/topology/base_route.h"
#include "hw/topology/topology.h"

namespace flitcast {

/// The timing contract as plainly as it can be said: routers with one virtual channel and without
/// intermediate reception, on networks with coordinates, trees and stars, and their network
/// interfaces. Every cycle visits every node three times: read what the wires bring, decide, write
/// to the wires. Slow; tests compare the cores with it.
///
///  - A header may leave by a network output router_delay after it arrived (store-and-forward, from
///    link to link: after its tail arrived), by a local output when it arrived. It holds the output
///    until its tail has left; the next worm may have it an interval after that.
///  - Outputs are granted in ascending order, each round-robin over the inputs: the last winner
///    comes last. A header at its destination takes the first local output it is granted.
///  - A channel accepts a flit every cycles_per_flit, its own where the network has one (a local
///  one:
///    every cycle), while there are credits; under cut-through a header waits at its output for
///    those of all of its packet.
///  - Flits and credits take link_delay, or the delay of the channel, on local channels one cycle;
///    these have room for ever.
///  - Half duplex: the channels of a link are a pair that belongs to one worm from when its header
///    leaves until the next flit may follow its tail. Where headers could leave on both
///    sides, the side that had the pair last waits.
///  - A message posted at S is taken behind S, in order, as soon as a port is free, by the lowest
///    one. It is issued at S, or when that port became free if that was later: the tail's credit
///    came back. It is injected 1 + startup later. The NI puts a flit into memory in one cycle.
class ReferenceNetwork {
 public:
  struct Times {
    Cycle issued = -1;
    Cycle injected = -1;
    Cycle head = -1;
    Cycle tail = -1;
  };

  /// `topology` must outlive the network. One virtual channel, whatever `config` says.
  ReferenceNetwork(const Topology& topology, const NetworkConfig& config)
      : config_(config),
        topology_(topology),
        network_ports_(static_cast<std::size_t>(topology.network_ports())),
        nodes_(topology.nodes()) {
    const auto local_ports = static_cast<std::size_t>(config.ports);
    for (NodeId id = 0; id < topology.nodes(); ++id) {
      Node& node = nodes_[id];
      node.inputs.resize(network_ports_ + local_ports);
      for (PortId port = 0; port < network_ports_; ++port) {
        const LinkTime own = topology.link_time(id, port);
        node.outputs.emplace_back(
            own.delay != 0 ? own.delay : config.link_delay,
            own.cycles_per_flit != 0 ? own.cycles_per_flit : config.cycles_per_flit,
            config.buffer_flits);
      }
      node.outputs.resize(network_ports_ + local_ports, Channel(1, 1, kUnlimited));
      node.senders.resize(local_ports);
    }
    for (NodeId id = 0; id < topology.nodes(); ++id) {
      connect(id);
    }
  }

  ReferenceNetwork(const ReferenceNetwork&) = delete;

  /// Messages are numbered from 0; those of a node come in the order of post_at.
  void add(NodeId source, NodeId destination, std::uint32_t payload_flits, Cycle post_at) {
    messages_.push_back({destination, payload_flits, post_at, {}});
    nodes_[source].posted.push_back(&messages_.back());
  }

  /// Runs until every message has arrived. Throws std::runtime_error after `limit` cycles.
  void run(Cycle limit = 1'000'000) {
    for (Cycle now = 0; arrived_ < messages_.size(); ++now) {
      if (now > limit) {
        throw std::runtime_error("the reference network does not come to rest");
      }
      for (NodeId id = 0; id < topology_.nodes(); ++id) {
        read(id, now);
      }
      for (Node& node : nodes_) {
        grant_outputs(node, now);
      }
      if (config_.duplex == Duplex::kHalf) {
        give_turns();
      }
      for (Node& node : nodes_) {
        forward(node);
        send(node, now);
      }
      for (Node& node : nodes_) {
        for (Channel& output : node.outputs) {
          output.write();
        }
        for (Sender& sender : node.senders) {
          sender.channel.write();
        }
      }
    }
  }

  const Times& times(std::size_t message) const { return messages_.at(message).times; }
  /// Cycles that flits stood ready for the link from `from` to its neighbour `to` without leave.
  Cycle blocked_cycles(NodeId from, NodeId to) const {
    return nodes_.at(from).outputs.at(topology_.port_towards(from, to)).blocked;
  }

 private:
  static constexpr std::size_t kLocal = std::numeric_limits<std::size_t>::max();
  static constexpr std::size_t kNone = kLocal - 1;
  static constexpr Cycle kUnlimited = std::numeric_limits<Cycle>::max() / 2;

  struct Message {
    NodeId destination;
    Cycle last;  // place of the tail; the header's is 0
    Cycle post_at;
    Times times;
  };
  struct Flit {
    Message* message = nullptr;  // null = no flit
    Cycle place = 0;
    Cycle arrived = 0;      // in the buffer where it stands
    std::size_t wants = 0;  // header: its network output, or kLocal
  };
  /// A directed channel, seen from its writer. The wires are shift registers of `delay` stages.
  struct Channel {
    Channel(Cycle delay, Cycle cycles_per_flit, Cycle room)
        : flits(static_cast<std::size_t>(delay)),
          credits_back(static_cast<std::size_t>(delay), 0),
          interval(cycles_per_flit),
          credits(room) {}
    void write() {
      flits.pop_front();
      flits.push_back(std::exchange(accepted, Flit{}));
      credits_back.pop_front();
      credits_back.push_back(std::exchange(returned, 0));
    }

    std::deque<Flit> flits;          // front: what the reader has in this cycle
    std::deque<Cycle> credits_back;  // front: what the writer has in this cycle
    Cycle interval;
    Cycle credits;
    bool held = false;
    bool barred = false;          // half duplex: no header may leave this way in this cycle
    bool worm_passes = false;     // half duplex: between header and tail
    bool had_pair_last = false;   // half duplex
    std::size_t first_input = 0;  // in the next round-robin
    Cycle rest = 0;               // cycles until it accepts the next flit
    Cycle blocked = 0;            // cycles, summed over the flits that waited
    Flit accepted;                // in this cycle, from the writer
    Cycle returned = 0;           // credits in this cycle, from the reader
  };
  struct Input {
    Channel* from = nullptr;
    std::deque<Flit> buffer;
    Channel* to = nullptr;  // held by the worm in passage
  };
  struct Sender {
    Channel channel{1, 1, kUnlimited};
    Message* message = nullptr;
    Cycle sent = 0;
    Cycle taken = 0;  // flits, by the router
    Cycle free_since = 0;
  };
  struct Node {
    std::vector<Input> inputs;     // network ports, then local ones
    std::vector<Channel> outputs;  // likewise
    std::vector<Sender> senders;
    std::deque<Message*> posted;
  };

  void connect(NodeId id) {
    Node& node = nodes_[id];
    for (PortId port = 0; port < network_ports_; ++port) {
      if (const NodeId to = topology_.neighbour(id, port); to != kNoNode) {
        nodes_[to].inputs[topology_.entry_port(id, port)].from = &node.outputs[port];
      }
    }
    for (std::size_t local = 0; local < node.senders.size(); ++local) {
      node.inputs[network_ports_ + local].from = &node.senders[local].channel;
    }
  }

  // Tree: down to the child on the way from the destination to the root, else up.
  std::size_t route_in_tree(NodeId here, NodeId destination) const {
    if (here == destination) {
      return kLocal;
    }
    for (NodeId below = destination, above = kNoNode; below != kNoNode; below = above) {
      above = topology_.neighbour(below, 0);
      if (above == here) {
        return topology_.port_towards(here, below);
      }
    }
    return 0;
  }

  // Dimension order: a step in the first dimension, in the order of routing, that needs one.
  std::size_t route(NodeId here, NodeId destination) const {
    if (topology_.tree_depth()) {
      return route_in_tree(here, destination);
    }
    if (topology_.table() != nullptr) {
      return here == destination ? kLocal : topology_.table()->next_port(here, destination);
    }
    const int dimensions = topology_.dimensions();
    for (int i = 0; i < dimensions; ++i) {
      const int d = config_.order == RoutingOrder::kAscending ? i : dimensions - 1 - i;
      const std::uint32_t from = topology_.coordinate(here, d);
      const std::uint32_t to = topology_.coordinate(destination, d);
      if (from != to) {
        const std::uint32_t step = from < to ? from + 1 : from - 1;
        return topology_.port_towards(here, topology_.with_coordinate(here, d, step));
      }
    }
    return kLocal;
  }

  void read(NodeId id, Cycle now) {
    Node& node = nodes_[id];
    for (Channel& output : node.outputs) {
      output.credits += output.credits_back.front();
      output.rest = std::max<Cycle>(output.rest - 1, 0);
    }
    for (Input& input : node.inputs) {
      const Flit flit = input.from != nullptr ? input.from->flits.front() : Flit{};
      if (flit.message != nullptr) {
        const std::size_t port = flit.place == 0 ? route(id, flit.message->destination) : kLocal;
        input.buffer.push_back({flit.message, flit.place, now, port});
      }
    }
    for (std::size_t local = 0; local < node.senders.size(); ++local) {
      const Flit& flit = node.outputs[network_ports_ + local].flits.front();
      if (flit.message != nullptr) {
        Times& times = flit.message->times;
        (flit.place == 0 ? times.head : times.tail) = now + 1;
        arrived_ += flit.place == flit.message->last ? 1 : 0;
      }
      Sender& sender = node.senders[local];
      sender.taken += sender.channel.credits_back.front();
      if (sender.message != nullptr && sender.taken > sender.message->last) {
        sender.message = nullptr;
        sender.free_since = now;
      }
    }
  }

  // The output that the header in front of an input may take now: kLocal = any local one.
  std::size_t wanted(const Node& node, std::size_t index, Cycle now) const {
    const Input& input = node.inputs[index];
    if (input.to != nullptr || input.buffer.empty()) {
      return kNone;
    }
    const Flit& head = input.buffer.front();
    const bool whole = config_.switching == Switching::kStoreAndForward && index < network_ports_;
    const auto awaited = static_cast<std::size_t>(whole ? head.message->last : 0);
    const bool eligible = awaited < input.buffer.size() &&
                          now - input.buffer[awaited].arrived >= config_.router_delay;
    return head.wants == kLocal || eligible ? head.wants : kNone;
  }

  // Credits that the flit needs to be accepted. (A store-and-forward packet that waited for room
  // with half of it sent would keep the pair from those that could make room.)
  Cycle needed(const Flit& flit) const {
    const bool stored = config_.switching == Switching::kStoreAndForward &&
                        config_.duplex == Duplex::kHalf &&
                        flit.message->last < config_.buffer_flits;
    const bool whole = flit.place == 0 && (stored || config_.switching == Switching::kCutThrough);
    return whole ? flit.message->last + 1 : 1;
  }

  // A header that holds the output could leave by it now.
  bool wants_turn(const Node& node, const Channel& output) const {
    for (const Input& input : node.inputs) {
      if (input.to == &output && !input.buffer.empty() && input.buffer.front().place == 0) {
        return output.rest == 0 && output.credits >= needed(input.buffer.front());
      }
    }
    return false;
  }

  void give_turns() {
    for (NodeId id = 0; id < topology_.nodes(); ++id) {
      for (PortId port = 0; port < network_ports_; ++port) {
        const NodeId to = topology_.neighbour(id, port);
        if (to == kNoNode || to < id) {
          continue;
        }
        Channel& one = nodes_[id].outputs[port];
        Channel& other = nodes_[to].outputs[topology_.entry_port(id, port)];
        const bool taken = one.worm_passes || other.worm_passes || one.rest > 0 || other.rest > 0;
        const bool both = wants_turn(nodes_[id], one) && wants_turn(nodes_[to], other);
        one.had_pair_last = one.worm_passes || (one.had_pair_last && !other.worm_passes);
        one.barred = taken || (both && one.had_pair_last);
        other.barred = taken || (both && !one.had_pair_last);
      }
    }
  }

  void grant_outputs(Node& node, Cycle now) {
    const std::size_t inputs = node.inputs.size();
    std::vector<bool> asked(node.outputs.size(), false);
    for (std::size_t index = 0; index < inputs; ++index) {
      const std::size_t port = wanted(node, index, now);
      if (port == kLocal) {
        std::fill(asked.begin() + static_cast<std::ptrdiff_t>(network_ports_), asked.end(), true);
      } else if (port != kNone) {
        asked[port] = true;
      }
    }
    for (std::size_t port = 0; port < node.outputs.size(); ++port) {
      if (!asked[port]) {
        continue;
      }
      Channel& output = node.outputs[port];
      for (std::size_t turn = 0; turn < inputs && !output.held && output.rest == 0; ++turn) {
        const std::size_t index = (output.first_input + turn) % inputs;
        if (wanted(node, index, now) == (port < network_ports_ ? port : kLocal)) {
          node.inputs[index].to = &output;
          output.first_input = index + 1;
          output.held = true;
        }
      }
    }
    for (std::size_t index = 0; index < inputs; ++index) {
      if (const std::size_t port = wanted(node, index, now); port < network_ports_) {
        ++node.outputs[port].blocked;
      }
    }
  }

  // One flit from every input whose worm holds an output, if the channel and the credits allow.
  void forward(Node& node) {
    for (Input& input : node.inputs) {
      if (input.to == nullptr || input.buffer.empty() || input.to->rest > 0) {
        continue;
      }
      Channel& output = *input.to;
      const Flit flit = input.buffer.front();
      if (output.credits < needed(flit) || (flit.place == 0 && output.barred)) {
        ++output.blocked;
        continue;
      }
      input.buffer.pop_front();
      input.from->returned = 1;
      output.accepted = flit;
      output.rest = output.interval;
      --output.credits;
      output.worm_passes = flit.place != flit.message->last;
      if (flit.place == flit.message->last) {
        output.held = false;
        input.to = nullptr;
      }
    }
  }

  void send(Node& node, Cycle now) {
    for (Sender& sender : node.senders) {
      Message*& message = sender.message;
      if (message == nullptr && !node.posted.empty() && node.posted.front()->post_at < now) {
        message = node.posted.front();
        node.posted.pop_front();
        message->times.issued = std::max(message->post_at, sender.free_since);
        message->times.injected = message->times.issued + 1 + config_.startup;
        sender.sent = sender.taken = 0;
      }
      if (message != nullptr && sender.sent <= message->last && now >= message->times.injected) {
        sender.channel.accepted = {message, sender.sent++};
      }
    }
  }

  NetworkConfig config_;
  const Topology& topology_;
  std::size_t network_ports_;
  std::vector<Node> nodes_;
  std::deque<Message> messages_;
  std::size_t arrived_ = 0;
};

}  // namespace flitcast
