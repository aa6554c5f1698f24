#include "traffic/hypercube_steps.h"

#include "traffic/row_support.h"

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

RoutingOrder step_order(const RowRequest& request) {
  return request.variant == "ascending" ? RoutingOrder::kAscending : RoutingOrder::kDescending;
}

void check_step_order(const RowRequest& request) {
  check_variant(request, {"descending", "ascending"});
}

Coefficients steps_cost(int n, std::int64_t words) {
  Coefficients cost;
  cost.t_s = n;
  cost.t_d = n;
  cost.mu_t_m_num = words;
  return cost;
}

}  // namespace flitcast
