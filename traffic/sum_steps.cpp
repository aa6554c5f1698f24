#include "traffic/sum_steps.h"

#include <algorithm>
#include <string>

#include "traffic/messages.h"
#include "traffic/row_support.h"

namespace flitcast {
namespace {

/// Links between two nodes of a hypercube or grid.
std::uint32_t distance(const Topology& topology, NodeId from, NodeId to) {
  std::uint32_t hops = 0;
  for (int d = 0; d < topology.dimensions(); ++d) {
    const std::uint32_t a = topology.coordinate(from, d);
    const std::uint32_t b = topology.coordinate(to, d);
    const std::uint32_t apart = std::max(a, b) - std::min(a, b);
    hops += topology.wraps() ? std::min(apart, topology.side(d) - apart) : apart;
  }
  return hops;
}

}  // namespace

void check_hypercube_or_grid(const RowRequest& request) {
  const Topology& topology = request.topology;
  if (topology.is_tree()) {
    throw ParameterError("topology.kind",
                         "tree does not fit; the algorithm lives on a hypercube, mesh, torus, ring "
                         "or line");
  }
  if (topology.nodes() == 1) {
    throw ParameterError("topology.dims",
                         topology.describe() + " is a single node; give a network of 2 or more");
  }
}

Schedule sum_schedule(const RowRequest& request, std::string_view algorithm, OperationKind kind,
                      std::uint64_t rounds, SumTarget target) {
  Schedule schedule = empty_schedule(request, algorithm, kind);
  schedule.rounds = rounds;
  schedule.fill = [&routing = request.routing, target](std::uint64_t round, Round& out) {
    const NodeId nodes = routing.topology().nodes();
    for (NodeId node = 0; node < nodes; ++node) {
      if (const NodeId to = target(nodes, round, node); to != kNoNode) {
        begin_unicast(out, routing, node, to);
        out.add_block(make_block(0, Block::kEveryone));
      }
    }
  };
  return schedule;
}

Coefficients sum_cost(const RowRequest& request, std::uint64_t rounds, SumTarget target) {
  const NodeId nodes = request.topology.nodes();
  Coefficients cost;
  for (std::uint64_t round = 0; round < rounds; ++round) {
    std::uint32_t longest = 0;
    for (NodeId node = 0; node < nodes; ++node) {
      if (const NodeId to = target(nodes, round, node); to != kNoNode) {
        longest = std::max(longest, distance(request.topology, node, to));
      }
    }
    cost += message_coefficients(request.switching, longest, 1, 1, 1);
    cost.mu_t_op += 1;
  }
  return cost;
}

std::uint64_t doublings(NodeId nodes) {
  std::uint64_t rounds = 0;
  while (NodeId{1} << rounds < nodes) {
    ++rounds;
  }
  return rounds;
}

}  // namespace flitcast
