#include "traffic/program/program_bound.h"

#include <algorithm>
#include <vector>

#include "hw/topology/link_times.h"
#include "traffic/schedule/messages.h"
#include "traffic/theory/message_times.h"

namespace flitcast {
namespace {

Cycle per_port(Cycle sum, Cycle many) {
  return (sum + many - 1) / many;
}

/// Adds up what every rank does.
class Sums {
 public:
  Sums(const Program& program, const Placement& nodes, const Routing& routing,
       const NetworkConfig& network)
      : program_(program),
        nodes_(nodes),
        routing_(routing),
        network_(network),
        links_(routing.topology(), network),
        times_(timing_model(network), network.switching, &links_, &network),
        way_(routing.topology()),
        sends_(program.ranks(), 0),
        words_(program.ranks(), 0),
        flits_(program.ranks(), 0) {}

  ProgramBound bound() {
    for (std::uint32_t rank = 0; rank < program_.ranks(); ++rank) {
      add(rank);
    }
    const auto ports = static_cast<Cycle>(network_.ports);
    for (std::uint32_t rank = 0; rank < program_.ranks(); ++rank) {
      raise(per_port(sends_[rank], times_.senders(network_.ports)), rank, "sends");
      raise(per_port(words_[rank], ports), rank, "receives");
      raise(per_port(flits_[rank], links_to(nodes_[rank])) * links_.smallest().cycles_per_flit,
            rank, "receives");
    }
    return bound_;
  }

 private:
  void add(std::uint32_t rank) {
    std::vector<Cycle> streams(program_.rank(rank).streams, 0);
    for (std::uint32_t op = program_.rank(rank).first; op < program_.rank(rank).end; ++op) {
      constexpr std::uint32_t kRestAfter = std::uint32_t{1} << 20U;
      if (op % kRestAfter == 0) {
        program_.rest();
      }
      const ProgramOp& each = program_[op];
      if (each.kind == OpKind::kCompute) {
        streams[each.stream] += static_cast<Cycle>(each.amount);
      } else if (each.kind == OpKind::kSend) {
        streams[each.stream] += network_.startup;
        add_message(rank, each);
      }
    }
    for (const Cycle busy : streams) {
      raise(busy, rank, "computes, and starts sends");
    }
  }

  void add_message(std::uint32_t rank, const ProgramOp& send) {
    way_.clear();
    begin_unicast(way_, routing_, nodes_[rank], nodes_[send.peer]);
    sends_[rank] += times_.at_port(way_[0], send.amount);
    words_[send.peer] += static_cast<Cycle>(send.amount);
    if (send.peer != rank && !routing_.topology().shares_routers()) {
      flits_[send.peer] += static_cast<Cycle>(send.amount) + 1;
    }
  }

  Cycle links_to(NodeId node) const {
    const Topology& topology = routing_.topology();
    Cycle links = 0;
    for (int port = 0; port < topology.network_ports(); ++port) {
      const NodeId from = topology.upstream(topology.router_of(node), static_cast<PortId>(port));
      links += from != kNoNode ? 1 : 0;
    }
    return std::max<Cycle>(1, links);
  }

  void raise(Cycle cycles, std::uint32_t rank, const char* does) {
    if (cycles > bound_.cycles) {
      bound_ = {cycles, "rank " + std::to_string(rank) + " " + does};
    }
  }

  const Program& program_;
  const Placement& nodes_;
  const Routing& routing_;
  const NetworkConfig& network_;
  LinkTimes links_;
  MessageTimes times_;
  Round way_;
  std::vector<Cycle> sends_;  // at all ports
  std::vector<Cycle> words_;  // that come
  std::vector<Cycle> flits_;  // over links
  ProgramBound bound_;
};

}  // namespace

ProgramBound program_bound(const Program& program, const Placement& nodes, const Routing& routing,
                           const NetworkConfig& network) {
  return Sums(program, nodes, routing, network).bound();
}

}  // namespace flitcast
