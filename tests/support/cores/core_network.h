#pragma once

#include <algorithm>
#include <deque>
#include <map>
#include <stdexcept>
#include <utility>
#include <vector>

#include "hw/reference/posted_message.h"
#include "tests/support/cores/wired_cores.h"

namespace flitcast {

/// A network of hardware cores, for tests: posts messages at chosen cycles, runs
/// until nobody has work, and knows when every message arrived where. Payload words are a function
/// of message and index and are checked on arrival (std::logic_error).
class CoreNetwork final : public NiClient {
 public:
  using Message = PostedMessage;
  using Times = MessageHistory;
  using Order = WiredCores::Order;
  using Worms = WiredCores::Worms;

  CoreNetwork(TopologyKind kind, const std::vector<std::uint32_t>& dims,
              const NetworkConfig& config, RoutingOrder order = RoutingOrder::kAscending,
              Worms worms = Worms::kMayPassWhole)
      : CoreNetwork(Topology(kind, dims), config, order, worms) {}
  CoreNetwork(Topology topology, const NetworkConfig& config,
              RoutingOrder order = RoutingOrder::kAscending, Worms worms = Worms::kMayPassWhole,
              const MakeRouterCore& make_core = make_router_core,
              const RoutingPolicy* policy = nullptr, const RoutingOptions& options = {})
      : config_(config),
        topology_(std::move(topology)),
        routing_(policy == nullptr ? Routing(topology_, order)
                                   : Routing(topology_, order, *policy, options)),
        cores_(topology_, routing_, config, packets_, *this, wakes_, worms, make_core) {
    wakes_.enlist(poster_);
  }

  /// Returns the number of the message, counted from 0.
  std::size_t add(Message message) {
    messages_.push_back(std::move(message));
    times_.emplace_back();
    return messages_.size() - 1;
  }

  /// Nothing happens behind cycle `last`.
  void cut_short(Cycle last) { wakes_.set_last_cycle(last); }
  /// Modules decide nothing ahead of time over the end of one of these cycles, which ascend.
  void stop_lookahead_at(std::vector<Cycle> cycles) { stops_ = std::move(cycles); }
  /// Runs until no module has work. Throws std::runtime_error at `limit` cycles.
  void run(Order order = Order::kForward, Cycle limit = 10'000'000) {
    for (const Message& message : messages_) {
      wakes_.wake(poster_, 1, message.post_at);
    }
    LookaheadLimit lookahead(wakes_);
    const auto tick = [this](Cycle cycle) {
      if (poster_.take(cycle) != 0) {
        post(cycle);
      }
    };
    cores_.run(order, limit, tick, [&](Cycle cycle) {
      const auto stop = std::lower_bound(stops_.begin(), stops_.end(), cycle);
      lookahead.set(stop == stops_.end() ? WakeQueue::kNever : *stop);
    });
  }

  /// All routers report to `probe`.
  void attach_probe(Probe* probe) { cores_.attach_probe(probe); }
  /// Those of one node.
  void attach_router_probe(NodeId node, Probe& probe) { cores_.router(node).attach_probe(&probe); }
  void attach_interface_probe(NodeId node, Probe& probe) {
    cores_.interface(node).attach_probe(&probe);
  }

  const Times& times(std::size_t message) const { return times_.at(message); }
  /// Of its header.
  Waits waits(std::size_t message) const {
    const auto handle = handles_.find(message);
    return handle == handles_.end() ? Waits() : packets_[handle->second].waits;
  }
  /// Those that still wait have waited until `end`.
  void end_waits(Cycle end) { cores_.end_waits(end); }
  /// Cycles from issue until the last word is in memory at `destination`; throws if it never was.
  Cycle latency(std::size_t message, NodeId destination) const {
    return times_.at(message).tail.at(destination) - times_.at(message).issued;
  }
  /// True when the words of a message that is at `node` were there before their time: it came as a
  /// whole.
  bool came_whole(std::size_t message, NodeId node) const {
    return words_.at({message, node}).written_at < times_.at(message).tail.at(node) - 1;
  }
  /// True when every message is at all of its destinations.
  bool complete() const {
    for (std::size_t i = 0; i < messages_.size(); ++i) {
      if (times_[i].tail.size() != messages_[i].destinations.size()) {
        return false;
      }
    }
    return true;
  }
  const PacketPool& packets() const { return packets_; }
  const InterfaceCore& interface(NodeId node) const { return cores_.interface(node); }
  const RouterCore& router(NodeId node) const { return cores_.router(node); }
  const Topology& topology() const { return topology_; }
  const Routing& routing() const { return routing_; }
  const NetworkConfig& config() const { return config_; }
  const WakeQueue& wakes() const { return wakes_; }
  TimingModel model() const { return timing_model(config_); }
  /// The link from `from` to its neighbour `to`.
  const Link& link(NodeId from, NodeId to) const { return cores_.link(from, to); }
  /// The link that leaves `from` by a network or local port.
  const Link& link_behind(NodeId from, PortId port) const { return cores_.link_behind(from, port); }
  /// The link by which port `local` of the interface of `node` injects.
  const Link& injection(NodeId node, PortId local) const { return cores_.injection(node, local); }

  void read(PacketHandle packet, std::uint32_t first, std::uint32_t count, Word* out) override {
    for (std::uint32_t i = 0; i < count; ++i) {
      out[i] = word(packets_[packet].id, first + i);
    }
  }
  void write(PacketHandle packet, NodeId at, std::uint32_t first, std::uint32_t count,
             const Word* in) override {
    for (std::uint32_t i = 0; i < count; ++i) {
      if (in[i] != word(packets_[packet].id, first + i)) {
        throw std::logic_error("wrong word at node " + std::to_string(at));
      }
    }
    Words& words = words_[{packets_[packet].id, at}];
    if (first != words.count) {
      throw std::logic_error("words out of order at node " + std::to_string(at));
    }
    words.count += count;
    words.written_at = wakes_.now();
  }
  void sent(PacketHandle packet, Cycle issued, Cycle injected) override {
    times_[packets_[packet].id].issued = issued;
    times_[packets_[packet].id].injected = injected;
  }
  void received(PacketHandle packet, NodeId at, Cycle head, Cycle tail) override {
    const std::uint64_t message = packets_[packet].id;
    if (words_[{message, at}].count != messages_[message].payload_flits) {
      throw std::logic_error("words are missing at node " + std::to_string(at));
    }
    times_[message].head[at] = head;
    times_[message].tail[at] = tail;
  }

 private:
  /// Words of a message that are in memory.
  struct Words {
    std::uint32_t count = 0;
    Cycle written_at = 0;  // the last of them
  };

  static Word word(std::uint64_t message, std::uint32_t index) {
    return (message << 32U) + index * Word{0x10001} + 7;
  }

  // Of a message to one node; 0: nobody knows.
  std::uint32_t hops_of(const Message& message) const {
    if (message.destinations.size() > 1) {
      return 0;
    }
    std::vector<PortId> ports = message.route;
    if (ports.empty()) {
      routing_.append_ports(message.source, message.destinations.front(), ports);
    }
    return static_cast<std::uint32_t>(ports.size());
  }

  void post(Cycle cycle) {
    for (std::size_t i = 0; i < messages_.size(); ++i) {
      const Message& m = messages_[i];
      if (m.post_at == cycle) {
        Packet packet{m.source,
                      m.destinations.data(),
                      m.tree != nullptr ? 1U : static_cast<std::uint32_t>(m.destinations.size()),
                      m.payload_flits,
                      m.route.empty() ? nullptr : m.route.data(),
                      i};
        packet.hops = hops_of(m);
        packet.message_class = m.message_class;
        packet.tree = m.tree.get();
        const PacketHandle handle = packets_.add(packet);
        handles_[i] = handle;
        cores_.interface(m.source).post(handle, cycle);
      }
    }
  }

  NetworkConfig config_;
  Topology topology_;
  Routing routing_;
  PacketPool packets_;
  WakeQueue wakes_;
  Alarm poster_;
  std::vector<Cycle> stops_;
  std::deque<Message> messages_;
  std::deque<Times> times_;
  std::map<std::size_t, PacketHandle> handles_;
  std::map<std::pair<std::uint64_t, NodeId>, Words> words_;
  WiredCores cores_;
};

}  // namespace flitcast
