#include "traffic/steps/sum_steps.h"

#include <algorithm>

#include "traffic/row/row_support.h"
#include "traffic/schedule/messages.h"
#include "traffic/theory/distance.h"

namespace flitcast {

void lay_sums(const Routing& routing, std::uint64_t rounds, SumTarget target, Schedule& schedule) {
  schedule.rounds = rounds;
  schedule.fill = [&routing, target](std::uint64_t round, Round& out) {
    const NodeId nodes = routing.topology().processors();
    for (NodeId node = 0; node < nodes; ++node) {
      if (const NodeId to = target(nodes, round, node); to != kNoNode) {
        begin_unicast(out, routing, node, to);
        out.add_block(make_block(0, Block::kEveryone));
      }
    }
  };
}

Coefficients sum_cost(const RowRequest& request, std::uint64_t rounds, SumTarget target) {
  const NodeId nodes = request.topology.processors();
  Coefficients cost;
  for (std::uint64_t round = 0; round < rounds; ++round) {
    std::int64_t longest = 0;
    for (NodeId node = 0; node < nodes; ++node) {
      if (const NodeId to = target(nodes, round, node); to != kNoNode) {
        longest = std::max(longest, route_length(request.routing, node, to));
      }
    }
    cost += message_coefficients(request.switching, static_cast<std::uint64_t>(longest), 1, 1, 1);
    cost.mu_t_op += 1;
  }
  return cost;
}

}  // namespace flitcast
