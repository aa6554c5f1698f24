#pragma once

#include <cstdint>

#include "traffic/row/row.h"

namespace flitcast {

/// One step of recursive halving or doubling on a hypercube: all its messages go along one
/// dimension. The masks tell which dimensions had their step before and which have it later.
struct HypercubeStep {
  NodeId bit;      ///< of the dimension of this step
  NodeId earlier;  ///< bits of the dimensions done
  NodeId later;    ///< bits of the dimensions to come
};

/// Step `round` of 0 … n − 1, ascending from dimension 0 or descending from n − 1.
HypercubeStep hypercube_step(int n, std::uint64_t round, RoutingOrder order);

/// The order that the variants "descending" and "ascending" stand for; `otherwise` without one.
RoutingOrder step_order(const RowRequest& request,
                        RoutingOrder otherwise = RoutingOrder::kDescending);

/// n rounds on 2^n nodes, one for each step; `fill` appends the messages of a step.
using FillStep = void (*)(const HypercubeStep& step, const Operation& operation, Round& out);
void lay_steps(RoutingOrder order, FillStep fill, Schedule& schedule);

/// n·t_s + n·t_d + words·μ·t_m: n steps of one hop that send `words`·μ flits in all, which take the
/// same time in every switching.
Coefficients steps_cost(int n, std::int64_t words);

/// Adds to a message from `node` along the dimension of a step of the standard exchange what goes
/// over. Before its step a node holds the packets whose origin differs from it in earlier
/// dimensions only and whose destination differs in the dimensions left only; those that differ in
/// the dimension of the step go over, half of what it holds.
void add_exchanged_blocks(const HypercubeStep& step, NodeId node, Round& out);

/// Calls visit(s) for every subset s of the bits of `mask`, in ascending order.
template <typename Visit>
void for_each_subset(NodeId mask, Visit&& visit) {
  NodeId subset = 0;
  do {
    visit(subset);
    subset = (subset - mask) & mask;
  } while (subset != 0);
}

}  // namespace flitcast
