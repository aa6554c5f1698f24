#pragma once

#include <deque>
#include <map>
#include <stdexcept>
#include <utility>
#include <vector>

#include "tests/support/wired_cores.h"

namespace flitcast {

/// A network of hardware cores without SystemC, for tests: posts messages at chosen cycles, runs
/// until nobody has work, and knows when every message arrived where. Payload words are a function
/// of message and index and are checked on arrival (std::logic_error).
class CoreNetwork final : public NiClient {
 public:
  struct Message {
    NodeId source = 0;
    std::vector<NodeId> destinations;  ///< in path order; several = an IRC worm
    std::uint32_t payload_flits = 1;
    Cycle post_at = 0;               ///< >= 0
    std::vector<PortId> route = {};  ///< source route, empty = base routing
  };
  struct Times {
    Cycle issued = -1;
    Cycle injected = -1;
    std::map<NodeId, Cycle> head;  ///< per destination
    std::map<NodeId, Cycle> tail;
  };
  using Order = WiredCores::Order;

  CoreNetwork(TopologyKind kind, std::vector<std::uint32_t> dims, const NetworkConfig& config,
              RoutingOrder order = RoutingOrder::kAscending)
      : config_(config),
        topology_(kind, std::move(dims)),
        routing_(topology_, order),
        cores_(topology_, routing_, config, packets_, *this, wakes_) {
    wakes_.enlist(poster_);
  }

  /// Returns the number of the message, counted from 0.
  std::size_t add(Message message) {
    messages_.push_back(std::move(message));
    times_.emplace_back();
    return messages_.size() - 1;
  }

  /// Runs until no module has work. Throws std::runtime_error at `limit` cycles.
  void run(Order order = Order::kForward, Cycle limit = 10'000'000) {
    for (const Message& message : messages_) {
      wakes_.wake(poster_, 1, message.post_at);
    }
    cores_.run(order, limit, [this](Cycle cycle) {
      if (poster_.take(cycle) != 0) {
        post(cycle);
      }
    });
  }

  /// All routers report to `probe`.
  void attach_probe(Probe* probe) { cores_.attach_probe(probe); }

  const Times& times(std::size_t message) const { return times_.at(message); }
  /// Cycles from issue until the last word is in memory at `destination`; throws if it never was.
  Cycle latency(std::size_t message, NodeId destination) const {
    return times_.at(message).tail.at(destination) - times_.at(message).issued;
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
  const Topology& topology() const { return topology_; }
  TimingModel model() const { return timing_model(config_); }
  /// The link from `from` to its neighbour `to`.
  const Link& link(NodeId from, NodeId to) const { return cores_.link(from, to); }

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
      ++words_[{packets_[packet].id, at}];
    }
  }
  void sent(PacketHandle packet, Cycle issued, Cycle injected) override {
    times_[packets_[packet].id].issued = issued;
    times_[packets_[packet].id].injected = injected;
  }
  void received(PacketHandle packet, NodeId at, Cycle head, Cycle tail) override {
    const std::uint64_t message = packets_[packet].id;
    if (words_[{message, at}] != messages_[message].payload_flits) {
      throw std::logic_error("words are missing at node " + std::to_string(at));
    }
    times_[message].head[at] = head;
    times_[message].tail[at] = tail;
  }

 private:
  static Word word(std::uint64_t message, std::uint32_t index) {
    return (message << 32U) + index * Word{0x10001} + 7;
  }

  void post(Cycle cycle) {
    for (std::size_t i = 0; i < messages_.size(); ++i) {
      const Message& m = messages_[i];
      if (m.post_at == cycle) {
        const PacketHandle handle = packets_.add(
            {m.source, m.destinations.data(), static_cast<std::uint32_t>(m.destinations.size()),
             m.payload_flits, m.route.empty() ? nullptr : m.route.data(), i});
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
  std::deque<Message> messages_;
  std::deque<Times> times_;
  std::map<std::pair<std::uint64_t, NodeId>, std::uint32_t> words_;
  WiredCores cores_;
};

}  // namespace flitcast
