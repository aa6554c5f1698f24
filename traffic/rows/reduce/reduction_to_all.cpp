#include "traffic/rows/reduce/reduction_to_all.h"

#include "traffic/blocks/hypercube_steps.h"
#include "traffic/rows/all_gather/allbroadcast_grid.h"
#include "traffic/rows/all_gather/allbroadcast_hypercube.h"
#include "traffic/schedule/dual.h"

// Grama et al. ch. 4: an all-to-all reduction is the dual of an all-to-all broadcast.

namespace flitcast {
namespace {

Schedule build_ring(const RowRequest& request) {
  return dual(aab_ring().build(request), "aar-ring");
}

Schedule build_mesh(const RowRequest& request) {
  return dual(aab_mesh().build(request), "aar-mesh");
}

/// The broadcast goes over the dimensions in the opposite order.
Schedule build_hypercube(const RowRequest& request) {
  RowRequest forward = request;
  forward.variant = step_order(request) == RoutingOrder::kDescending ? "ascending" : "descending";
  return dual(aab_hc().build(forward), "aar-hc");
}

/// All that arrives is added.
Coefficients cost_with_additions(Coefficients cost_of_broadcast) {
  cost_of_broadcast.mu_t_op = cost_of_broadcast.mu_t_m;
  return cost_of_broadcast;
}

std::optional<Coefficients> cost_on_grid(const RowRequest& request) {
  return cost_with_additions(*aab_mesh().closed_form(request));
}

std::optional<Coefficients> cost_on_hypercube(const RowRequest& request) {
  return cost_with_additions(*aab_hc().closed_form(request));
}

/// The broadcast's row with what all reductions have in common.
Row reduction_of(Row broadcast) {
  broadcast.number = "G4";
  broadcast.operation = OperationKind::kAllToAllReduction;
  return broadcast;
}

}  // namespace

Row aar_ring() {
  Row row = reduction_of(aab_ring());
  row.id = "aar-ring";
  row.source = "Grama et al. ch. 4, all-to-all reduction on a ring";
  row.conditions = "3 to 2^11 nodes";
  row.definition =
      "The dual of aab-ring: the sum for a node starts at its next neighbour and goes once around "
      "the ring, downwards; every node adds its operand and passes it on.";
  row.latency = "(p-1)·t_s + (p-1)·t_d + (p-1)·μ·t_m + (p-1)·μ·t_op";
  row.build = build_ring;
  row.closed_form = cost_on_grid;
  return row;
}

Row aar_mesh() {
  Row row = reduction_of(aab_mesh());
  row.id = "aar-mesh";
  row.source = "Grama et al. ch. 4, all-to-all reduction on a mesh with wraparound links";
  row.conditions = "sides of 3 nodes or more, at most 2^11 nodes";
  row.definition =
      "The dual of aab-mesh: the reduction of aar-ring in all lines along the last dimension, with "
      "the sums for all nodes in the lower dimensions in one message, and so on down to the rows.";
  row.latency = "Σ(z_i-1)·(t_s + t_d) + (N-1)·μ·t_m + (N-1)·μ·t_op";
  row.build = build_mesh;
  row.closed_form = cost_on_grid;
  return row;
}

Row aar_hc() {
  Row row = reduction_of(aab_hc());
  row.id = "aar-hc";
  row.source = "Grama et al. ch. 4, all-to-all reduction on a hypercube";
  row.conditions = "n = 1 to 11";
  row.definition =
      "Recursive halving, the dual of aab-hc: in every round all neighbours along one dimension "
      "hand over their sums for the nodes of the other half of their subcube.";
  row.latency = "n·t_s + n·t_d + (2^n-1)·μ·t_m + (2^n-1)·μ·t_op";
  row.variants = {"descending", "ascending"};
  row.build = build_hypercube;
  row.closed_form = cost_on_hypercube;
  return row;
}

}  // namespace flitcast
