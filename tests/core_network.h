#pragma once

#include <algorithm>
#include <deque>
#include <map>
#include <memory>
#include <stdexcept>
#include <utility>
#include <vector>

#include "hw/ni_core.h"
#include "hw/router_core.h"
#include "hw/topology.h"

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
  /// Order in which the modules of one cycle run; results may not depend on it.
  enum class Order { kForward, kBackward };

  CoreNetwork(TopologyKind kind, std::vector<std::uint32_t> dims, const NetworkConfig& config,
              RoutingOrder order = RoutingOrder::kAscending)
      : config_(config),
        topology_(kind, std::move(dims)),
        routing_(topology_, order),
        wakes_(topology_.nodes() + topology_.processors() + 1) {
    const NodeId nodes = topology_.nodes();
    wakes_.enlist(poster_, nodes + topology_.processors());
    for (NodeId node = 0; node < nodes; ++node) {
      routers_.push_back(std::make_unique<RouterCore>(node, topology_.network_ports(), config,
                                                      routing_, packets_, wakes_, node));
    }
    for (NodeId node = 0; node < topology_.processors(); ++node) {
      interfaces_.push_back(
          std::make_unique<NiCore>(node, config, packets_, *this, wakes_, nodes + node));
      connect_interface(node);
    }
    for (NodeId node = 0; node < nodes; ++node) {
      connect_neighbours(node);
    }
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
    for (Cycle cycle = wakes_.next(); cycle != WakeQueue::kNever; cycle = wakes_.next()) {
      if (cycle > limit) {
        throw std::runtime_error("the network does not come to rest");
      }
      while (step(cycle, order)) {  // a second time for half duplex
      }
    }
  }

  /// All routers report to `probe`.
  void attach_probe(Probe* probe) {
    for (const auto& router : routers_) {
      router->attach_probe(probe);
    }
  }

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
  const Link& link(NodeId from, NodeId to) const { return *network_links_.at({from, to}); }

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

  void pair(NodeId from, NodeId to) {
    const std::pair<NodeId, NodeId> ends = std::minmax(from, to);
    if (pairs_.count(ends) == 0) {
      pairs_[ends] = std::make_unique<ChannelPair>();
    }
    network_links_[{from, to}]->join(*pairs_[ends], from < to ? 0 : 1);
  }

  void connect_interface(NodeId node) {
    const int ports = topology_.network_ports();
    for (int local = 0; local < config_.ports; ++local) {
      const auto router_port = static_cast<PortId>(ports + local);
      Link& injection = links_.emplace_back(NiCore::channel_parameters());
      interfaces_[node]->attach_injection(local, injection);
      routers_[node]->attach_input(router_port, injection);
      Link& ejection = links_.emplace_back(NiCore::channel_parameters());
      routers_[node]->attach_output(router_port, ejection);
      interfaces_[node]->attach_ejection(local, ejection);
    }
  }

  void connect_neighbours(NodeId node) {
    const LinkParameters network{config_.link_delay, config_.cycles_per_flit, config_.buffer_flits,
                                 config_.vcs};
    for (int port = 0; port < topology_.network_ports(); ++port) {
      const auto leaving = static_cast<PortId>(port);
      const NodeId neighbour = topology_.neighbour(node, leaving);
      if (neighbour != kNoNode) {
        Link& link = links_.emplace_back(network);
        network_links_[{node, neighbour}] = &link;
        if (config_.duplex == Duplex::kHalf) {
          pair(node, neighbour);
        }
        routers_[node]->attach_output(leaving, link);
        routers_[neighbour]->attach_input(topology_.entry_port(node, leaving), link);
      }
    }
  }

  /// Runs the modules that are due; false when there are none.
  bool step(Cycle cycle, Order order) {
    std::vector<std::size_t> due;
    const bool any = wakes_.enter(cycle, [&](std::size_t word_index, std::uint64_t bits) {
      for (; bits != 0; bits &= bits - 1) {
        due.push_back(word_index * 64 + static_cast<std::size_t>(__builtin_ctzll(bits)));
      }
    });
    if (order == Order::kBackward) {
      std::reverse(due.begin(), due.end());
    }
    const std::size_t nodes = topology_.nodes();
    for (const std::size_t module : due) {
      if (module < nodes) {
        routers_[module]->tick(cycle);
      } else if (module < nodes + interfaces_.size()) {
        interfaces_[module - nodes]->tick(cycle);
      } else if (poster_.take(cycle) != 0) {
        post(cycle);
      }
    }
    return any;
  }

  void post(Cycle cycle) {
    for (std::size_t i = 0; i < messages_.size(); ++i) {
      const Message& m = messages_[i];
      if (m.post_at == cycle) {
        const PacketHandle handle = packets_.add(
            {m.source, m.destinations.data(), static_cast<std::uint32_t>(m.destinations.size()),
             m.payload_flits, m.route.empty() ? nullptr : m.route.data(), i});
        interfaces_[m.source]->post(handle, cycle);
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
  std::deque<Link> links_;
  std::map<std::pair<NodeId, NodeId>, Link*> network_links_;
  std::map<std::pair<NodeId, NodeId>, std::unique_ptr<ChannelPair>> pairs_;
  std::vector<std::unique_ptr<RouterCore>> routers_;
  std::vector<std::unique_ptr<NiCore>> interfaces_;
};

}  // namespace flitcast
