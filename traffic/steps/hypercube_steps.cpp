#include "traffic/steps/hypercube_steps.h"

#include "traffic/theory/powers_of_two.h"

namespace flitcast {

HypercubeStep hypercube_step(int n, std::uint64_t round, RoutingOrder order) {
  const auto step = static_cast<unsigned>(round);
  const auto dimensions = static_cast<unsigned>(n);
  const bool up = order == RoutingOrder::kAscending;
  const NodeId bit = NodeId{1} << (up ? step : dimensions - 1 - step);
  const NodeId below = bit - 1;
  const NodeId above = (NodeId{1} << dimensions) - 1 - below - bit;
  return up ? HypercubeStep{bit, below, above} : HypercubeStep{bit, above, below};
}

RoutingOrder step_order(const RowRequest& request, RoutingOrder otherwise) {
  return request.variant == "ascending"    ? RoutingOrder::kAscending
         : request.variant == "descending" ? RoutingOrder::kDescending
                                           : otherwise;
}

void lay_steps(RoutingOrder order, FillStep fill, Schedule& schedule) {
  const auto n = static_cast<int>(halvings(schedule.operation.nodes));
  schedule.rounds = static_cast<std::uint64_t>(n);
  schedule.fill = [n, order, operation = schedule.operation, fill](std::uint64_t round,
                                                                   Round& out) {
    fill(hypercube_step(n, round, order), operation, out);
  };
}

Coefficients steps_cost(int n, std::int64_t words) {
  Coefficients cost;
  cost.t_s = n;
  cost.t_d = n;
  cost.mu_t_m = words;
  return cost;
}

void add_exchanged_blocks(const HypercubeStep& step, NodeId node, Round& out) {
  const NodeId partner = node ^ step.bit;
  for_each_subset(step.earlier, [&](NodeId origin) {
    for_each_subset(step.later, [&](NodeId final) {
      out.add_block(make_block(node ^ origin, partner ^ final));
    });
  });
}

}  // namespace flitcast
