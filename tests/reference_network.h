#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <limits>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

#include "hw/network_config.h"
#include "hw/topology.h"

namespace flitcast {

/// A wire of `delay` >= 1 cycles: what is written in one cycle is read `delay` cycles later. Every
/// cycle reads it once and then writes it once.
template <typename T>
class ReferenceWire {
 public:
  explicit ReferenceWire(Cycle delay) : values_(static_cast<std::size_t>(delay)) {}

  T read() { return std::exchange(values_[place_], T{}); }
  void write(const T& value) {
    values_[place_] = value;
    place_ = (place_ + 1) % values_.size();
  }

 private:
  std::vector<T> values_;
  std::size_t place_ = 0;
};

/// The timing contract once more, as plainly as it can be said: routers with one virtual channel,
/// without intermediate reception, and their network interfaces. Every cycle visits every node
/// three times: read what the wires bring, decide, write to the wires. Wires are shift registers,
/// credits are counted, buffers are queues; nothing is known before it happens. Slow; tests compare
/// the hardware cores with it.
///
///  - A header may leave by a network output router_delay after it arrived (store-and-forward, from
///    one link to another: after its tail arrived), by a local output when it arrived. It takes a
///    free output in that cycle, and holds it until its tail has left; the next worm has the output
///    an interval after that.
///  - Outputs are granted in ascending order, each round-robin over the inputs: the last winner
///    comes last. A header at its destination takes the first local output that it is granted.
///  - A channel accepts a flit every cycles_per_flit (a local one: every cycle) while there are
///    credits; a header under cut-through takes its output and waits there for credits for all of
///    its packet. An input forwards one flit a cycle at most.
///  - A flit arrives link_delay after it was accepted, and so does the credit that it gives back.
///    Local channels take one cycle. The injecting one delivers a flit a cycle from injection on,
///    the ejecting one always has room.
///  - A message posted at S is taken in the first cycle behind S that finds a port free, by the
///    lowest such port, in the order of posting. It is issued at S, or when that port became free
///    if that was later: the tail's credit came back. The header is injected 1 + startup after
///    issue. A flit is in memory one cycle after it reached the NI.
class ReferenceNetwork {
 public:
  struct Times {
    Cycle issued = -1;
    Cycle injected = -1;
    Cycle head = -1;
    Cycle tail = -1;
  };

  /// `topology` must outlive the network. One virtual channel, whatever `config` says.
  ReferenceNetwork(const Topology& topology, const NetworkConfig& config, RoutingOrder order)
      : config_(config),
        topology_(topology),
        order_(order),
        network_ports_(static_cast<std::size_t>(topology.network_ports())),
        nodes_(topology.nodes()) {
    const auto local_ports = static_cast<std::size_t>(config.ports);
    for (NodeId id = 0; id < topology.nodes(); ++id) {
      Node& node = nodes_[id];
      node.id = id;
      node.inputs.resize(network_ports_ + local_ports);
      node.outputs.resize(network_ports_, Channel(config.link_delay, config.cycles_per_flit,
                                                  config.buffer_flits, true));
      node.outputs.resize(network_ports_ + local_ports, local_channel());
      node.senders.resize(local_ports, Sender{local_channel()});
      node.last_winner.resize(node.outputs.size(), node.inputs.size() - 1);
    }
    for (Node& node : nodes_) {
      connect(node);
    }
  }

  /// Returns the number of the message, counted from 0. source != destination.
  std::size_t add(NodeId source, NodeId destination, std::uint32_t payload_flits, Cycle post_at) {
    messages_.push_back({destination, payload_flits, post_at, {}});
    nodes_[source].posted.push_back(&messages_.back());
    return messages_.size() - 1;
  }

  /// Runs until every message has arrived. Throws std::runtime_error after `limit` cycles.
  void run(Cycle limit = 1'000'000) {
    for (Node& node : nodes_) {
      std::stable_sort(node.posted.begin(), node.posted.end(),
                       [](const Message* a, const Message* b) { return a->post_at < b->post_at; });
    }
    for (Cycle now = 0; arrived_ < messages_.size(); ++now) {
      if (now > limit) {
        throw std::runtime_error("the reference network does not come to rest");
      }
      for (Node& node : nodes_) {
        read(node, now);
      }
      for (Node& node : nodes_) {
        grant_outputs(node, now);
        forward(node);
        send(node, now);
      }
      for (Node& node : nodes_) {
        write(node);
      }
    }
  }

  const Times& times(std::size_t message) const { return messages_.at(message).times; }
  /// Cycles that flits stood ready for the link from `from` to its neighbour `to` without leave.
  Cycle blocked_cycles(NodeId from, NodeId to) const {
    return nodes_.at(from).outputs.at(topology_.port_towards(from, to)).blocked;
  }

 private:
  struct Message {
    NodeId destination;
    std::uint32_t payload_flits;
    Cycle post_at;
    Times times;
  };
  struct Flit {
    Message* message = nullptr;  // null = no flit
    std::uint32_t place = 0;     // 0 = header, payload_flits = tail
    Cycle arrived = 0;           // in the buffer where it stands
    std::size_t wants = 0;       // header: the network output, or kLocal

    bool is_head() const { return place == 0; }
    bool is_tail() const { return place == message->payload_flits; }
  };
  /// A directed channel with its wires, seen from its writer.
  struct Channel {
    Channel(Cycle delay, Cycle cycles_per_flit, Cycle room, bool network)
        : flits(delay),
          credits_back(delay),
          interval(cycles_per_flit),
          credits(room),
          is_network(network) {}

    ReferenceWire<Flit> flits;
    ReferenceWire<Cycle> credits_back;
    Cycle interval;
    Cycle credits;
    bool is_network;
    bool held = false;
    Cycle rest = 0;      // cycles until it accepts the next flit
    Cycle blocked = 0;   // cycles, summed over the flits that waited
    Flit accepted;       // in this cycle, by the writer
    Cycle returned = 0;  // in this cycle, by the reader
  };
  struct Input {
    Channel* from = nullptr;
    std::deque<Flit> buffer;
    Channel* to = nullptr;  // held by the worm in passage
  };
  struct Sender {
    Channel channel;
    Message* message = nullptr;
    std::uint32_t flits_sent = 0;
    std::uint32_t flits_gone = 0;  // taken by the router
    Cycle free_since = 0;
  };
  struct Node {
    NodeId id = 0;
    std::vector<Input> inputs;             // network ports, then local ones
    std::vector<Channel> outputs;          // likewise
    std::vector<std::size_t> last_winner;  // per output
    std::vector<Sender> senders;
    std::deque<Message*> posted;
  };

  static constexpr std::size_t kLocal = std::numeric_limits<std::size_t>::max();

  static Channel local_channel() {
    return Channel(1, 1, std::numeric_limits<Cycle>::max() / 2, false);
  }

  void connect(Node& node) {
    for (std::size_t port = 0; port < network_ports_; ++port) {
      const auto leaving = static_cast<PortId>(port);
      const NodeId neighbour = topology_.neighbour(node.id, leaving);
      if (neighbour != kNoNode) {
        nodes_[neighbour].inputs[topology_.entry_port(leaving)].from = &node.outputs[port];
      }
    }
    for (std::size_t local = 0; local < node.senders.size(); ++local) {
      node.inputs[network_ports_ + local].from = &node.senders[local].channel;
    }
  }

  // Dimension order: the first dimension, in the order of routing, in which a step is due.
  std::size_t route(NodeId here, NodeId destination) const {
    const int dimensions = topology_.dimensions();
    for (int i = 0; i < dimensions; ++i) {
      const int d = order_ == RoutingOrder::kAscending ? i : dimensions - 1 - i;
      const std::uint32_t from = topology_.coordinate(here, d);
      const std::uint32_t to = topology_.coordinate(destination, d);
      if (from != to) {
        const NodeId next = topology_.with_coordinate(here, d, from < to ? from + 1 : from - 1);
        return topology_.port_towards(here, next);
      }
    }
    return kLocal;
  }

  // ---- read ----

  void read(Node& node, Cycle now) {
    for (Channel& output : node.outputs) {
      output.credits += output.credits_back.read();
      output.rest = std::max<Cycle>(output.rest - 1, 0);
    }
    for (Input& input : node.inputs) {
      if (input.from == nullptr) {
        continue;
      }
      Flit flit = input.from->flits.read();
      if (flit.message != nullptr) {
        flit.arrived = now;
        flit.wants = flit.is_head() ? route(node.id, flit.message->destination) : kLocal;
        input.buffer.push_back(flit);
      }
    }
    for (std::size_t local = 0; local < node.senders.size(); ++local) {
      receive(node.outputs[network_ports_ + local].flits.read(), now);
      note_departures(node.senders[local], now);
    }
  }

  void receive(const Flit& flit, Cycle now) {
    if (flit.message == nullptr) {
      return;
    }
    if (flit.is_head()) {
      flit.message->times.head = now + 1;
    }
    if (flit.is_tail()) {
      flit.message->times.tail = now + 1;
      ++arrived_;
    }
  }

  static void note_departures(Sender& sender, Cycle now) {
    if (sender.channel.credits_back.read() == 0) {
      return;
    }
    ++sender.flits_gone;
    if (sender.flits_gone == sender.message->payload_flits + 1) {
      sender.message = nullptr;
      sender.free_since = now;
    }
  }

  // ---- decide ----

  // The output that the header in front of an input may take in this cycle, kLocal for any local
  // one, nothing if there is no such header.
  std::optional<std::size_t> wanted(const Node& node, std::size_t index, Cycle now) const {
    const Input& input = node.inputs[index];
    if (input.to != nullptr || input.buffer.empty()) {
      return std::nullopt;
    }
    const Flit& head = input.buffer.front();
    if (head.wants == kLocal) {
      return kLocal;
    }
    Cycle since = head.arrived;
    if (config_.switching == Switching::kStoreAndForward && index < network_ports_) {
      const std::size_t tail = head.message->payload_flits;
      if (tail >= input.buffer.size()) {
        return std::nullopt;
      }
      since = input.buffer[tail].arrived;
    }
    return now - since >= config_.router_delay ? std::optional(head.wants) : std::nullopt;
  }

  void grant_outputs(Node& node, Cycle now) {
    const std::size_t inputs = node.inputs.size();
    for (std::size_t port = 0; port < node.outputs.size(); ++port) {
      Channel& output = node.outputs[port];
      const std::size_t request = port < network_ports_ ? port : kLocal;
      std::size_t& last = node.last_winner[port];
      for (std::size_t turn = 1; turn <= inputs && !output.held && output.rest == 0; ++turn) {
        const std::size_t index = (last + turn) % inputs;
        if (wanted(node, index, now) == request) {
          node.inputs[index].to = &output;
          output.held = true;
          last = index;
          break;
        }
      }
    }
    for (std::size_t index = 0; index < inputs; ++index) {
      const std::optional<std::size_t> port = wanted(node, index, now);
      if (port.has_value() && *port != kLocal) {
        ++node.outputs[*port].blocked;
      }
    }
  }

  void forward(Node& node) {
    for (Input& input : node.inputs) {
      if (input.to == nullptr || input.buffer.empty() || input.to->rest > 0) {
        continue;
      }
      Channel& output = *input.to;
      const Flit flit = input.buffer.front();
      const bool all_at_once =
          config_.switching == Switching::kCutThrough && flit.is_head() && output.is_network;
      const Cycle room = all_at_once ? Cycle{flit.message->payload_flits} + 1 : 1;
      if (output.credits < room) {
        ++output.blocked;
        continue;
      }
      input.buffer.pop_front();
      input.from->returned = 1;
      --output.credits;
      output.rest = output.interval;
      output.accepted = flit;
      if (flit.is_tail()) {
        output.held = false;
        input.to = nullptr;
      }
    }
  }

  void send(Node& node, Cycle now) {
    for (Sender& sender : node.senders) {
      if (sender.message == nullptr && !node.posted.empty() && node.posted.front()->post_at < now) {
        sender.message = node.posted.front();
        node.posted.pop_front();
        Times& times = sender.message->times;
        times.issued = std::max(sender.message->post_at, sender.free_since);
        times.injected = times.issued + 1 + config_.startup;
        sender.flits_sent = sender.flits_gone = 0;
      }
      if (sender.message != nullptr && sender.flits_sent <= sender.message->payload_flits &&
          now >= sender.message->times.injected) {
        sender.channel.accepted = {sender.message, sender.flits_sent++, 0, 0};
      }
    }
  }

  // ---- write ----

  static void write(Channel& channel) {
    channel.flits.write(std::exchange(channel.accepted, Flit{}));
    channel.credits_back.write(std::exchange(channel.returned, 0));
  }
  static void write(Node& node) {
    for (Channel& output : node.outputs) {
      write(output);
    }
    for (Sender& sender : node.senders) {
      write(sender.channel);
    }
  }

  NetworkConfig config_;
  const Topology& topology_;
  RoutingOrder order_;
  std::size_t network_ports_;
  std::vector<Node> nodes_;
  std::deque<Message> messages_;
  std::size_t arrived_ = 0;
};

}  // namespace flitcast
