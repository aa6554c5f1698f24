#pragma once

#include <cstddef>
#include <deque>
#include <memory>
#include <stdexcept>
#include <vector>

#include "hw/network_config.h"
#include "hw/reference/answering_model.h"
#include "hw/reference/interface.h"
#include "hw/reference/posted_message.h"
#include "hw/reference/reservations.h"
#include "hw/reference/router_model.h"
#include "hw/reference/routes.h"
#include "hw/reference/staged_router.h"
#include "hw/topology/topology.h"

namespace flitcast {

/// The timing contract as plainly as it can be said. Every cycle visits every node: read what the
/// wires bring, decide, write to the wires; cycles in which nothing can happen are left out. Slow;
/// tests compare the cores with it. What routers do is told in reference/router.h, interfaces in
/// reference/interface.h, channels in reference/channel.h.
class ReferenceNetwork {
 public:
  /// Headers follow base routes or carry their own; with a policy, its relation. All must outlive
  /// the network.
  ReferenceNetwork(const Topology& topology, const NetworkConfig& config,
                   const Routing* policy = nullptr)
      : config_(config), topology_(topology), routes_(topology, config_, policy) {
    const auto ports = static_cast<std::size_t>(topology.network_ports());
    for (NodeId node = 0; node < topology.nodes(); ++node) {
      if (config_.pipeline.staged()) {
        routers_.push_back(std::make_unique<reference::StagedRouter>(
            node, config_, routes_, ports,
            config_.forks == Forks::kReserved ? &reservations_ : nullptr));
      } else {
        routers_.push_back(std::make_unique<reference::Router>(node, config_, routes_, ports));
      }
      leaving_.emplace_back();
      for (std::size_t port = 0; port < ports; ++port) {
        leaving_.back().push_back(make_channel(node, static_cast<PortId>(port)));
      }
    }
    for (NodeId node = 0; node < topology.nodes(); ++node) {
      connect(node);
    }
    for (NodeId node = 0; node < topology.processors(); ++node) {
      connect_interface(node);
    }
  }

  ReferenceNetwork(const ReferenceNetwork&) = delete;

  /// Messages are numbered from 0; those of a node come in the order of post_at.
  void add(const PostedMessage& message) {
    messages_.push_back({messages_.size(), message});
    interfaces_.at(message.source)->post(messages_.back());
  }

  /// Runs until nothing can happen any more, or cycle `last` is over. Throws std::runtime_error
  /// after `limit` cycles.
  void run(Cycle last = reference::kNever, Cycle limit = 10'000'000) {
    while (clock_.next() <= last && clock_.next() != reference::kNever) {
      clock_.advance();
      if (clock_.now() > limit) {
        throw std::runtime_error("the reference network does not come to rest");
      }
      play_cycle();
    }
  }

  /// The last cycle in which anything may have happened.
  Cycle now() const { return clock_.now(); }
  /// Those that still wait have waited until `end`.
  void end_waits(Cycle end) {
    for (const auto& router : routers_) {
      router->end_waits(end);
    }
  }

  const MessageHistory& times(std::size_t message) const { return messages_.at(message).times; }
  /// Of its header.
  const Waits& waits(std::size_t message) const { return messages_.at(message).waits; }
  bool complete() const {
    for (const reference::Message& message : messages_) {
      if (message.times.tail.size() != message.posted.destinations.size()) {
        return false;
      }
    }
    return true;
  }
  /// The channel that leaves `node` by a network or local port; null: there is none.
  const reference::Channel* channel(NodeId node, std::size_t port) const {
    return leaving_.at(node).at(port);
  }
  const reference::AnyRouter& router(NodeId node) const { return *routers_.at(node); }

 private:
  using Channel = reference::Channel;
  static constexpr Cycle kUnlimited = reference::kNever / 2;

  Channel* make_channel(NodeId node, PortId port) {
    if (topology_.neighbour(node, port) == kNoNode) {
      return nullptr;
    }
    const LinkTime own = topology_.link_time(node, port);
    Channel& channel = channels_.emplace_back(
        own.delay != 0 ? own.delay : config_.link_delay,
        own.cycles_per_flit != 0 ? own.cycles_per_flit : config_.cycles_per_flit,
        config_.most_flits(), config_.vcs, config_.own_flits());
    if (config_.flow_control == FlowControl::kOnOff) {
      channel.off = config_.off_flits;
      channel.on = config_.on_flits;
    }
    return &channel;
  }

  void connect(NodeId node) {
    const auto ports = static_cast<PortId>(topology_.network_ports());
    for (PortId port = 0; port < ports; ++port) {
      Channel* const out = leaving_[node][port];
      if (out == nullptr) {
        routers_[node]->attach(nullptr, nullptr);
        continue;
      }
      const NodeId neighbour = topology_.neighbour(node, port);
      Channel* const in = topology_.is_one_way()
                              ? leaving_[topology_.upstream(node, port)][port]
                              : leaving_[neighbour][topology_.entry_port(node, port)];
      routers_[node]->attach(in, out);
      if (config_.duplex == Duplex::kHalf && out->pair == nullptr) {
        out->pair = in->pair = &pairs_.emplace_back();
        in->side = 1;
      }
    }
  }

  void connect_interface(NodeId node) {
    const NodeId router = topology_.router_of(node);
    const bool answers = config_.lanes_at_ports > 0;
    if (answers) {
      interfaces_.push_back(std::make_unique<reference::AnsweringModel>(node, config_));
    } else {
      interfaces_.push_back(std::make_unique<reference::Interface>(node, config_));
    }
    const Cycle room = config_.pipeline.staged() ? config_.buffer_flits : kUnlimited;
    for (int local = 0; local < config_.ports; ++local) {
      Channel& injection = channels_.emplace_back(1, 1, room, 1);
      Channel& ejection = channels_.emplace_back(
          1, 1, answers ? reference::AnsweringModel::slots(node, local, config_) : room, 1);
      routers_[router]->attach(&injection, &ejection);
      interfaces_.back()->attach(injection, ejection);
      leaving_[router].push_back(&ejection);
    }
  }

  void play_cycle() {
    for (const auto& router : routers_) {
      router->read(clock_);
    }
    for (const auto& interface : interfaces_) {
      interface->read(clock_);
      interface->send(clock_);
    }
    for (const auto& router : routers_) {
      router->decide(clock_);
    }
    for (reference::Pair& pair : pairs_) {
      pair.decide();
    }
    for (const auto& router : routers_) {
      router->decide_again(clock_);
    }
    for (const auto& router : routers_) {
      router->signal(clock_.now());
    }
    reservations_.end_cycle();
  }

  NetworkConfig config_;
  const Topology& topology_;
  reference::Routes routes_;
  reference::Clock clock_;
  reference::Reservations reservations_;
  std::deque<Channel> channels_;
  std::deque<reference::Pair> pairs_;
  std::vector<std::vector<Channel*>> leaving_;  // the routers, per port
  std::vector<std::unique_ptr<reference::AnyRouter>> routers_;
  std::vector<std::unique_ptr<reference::AnyInterface>> interfaces_;
  std::deque<reference::Message> messages_;
};

}  // namespace flitcast
