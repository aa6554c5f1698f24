#include "traffic/rows/reduce/reduction_to_one.h"

#include "traffic/rows/broadcast/broadcast_grid.h"
#include "traffic/rows/broadcast/broadcast_hypercube.h"
#include "traffic/rows/broadcast/broadcast_tree.h"
#include "traffic/schedule/dual.h"

// Grama et al. ch. 4: an all-to-one reduction is the dual of a one-to-all broadcast.

namespace flitcast {
namespace {

/// The broadcast whose dimensions come in the opposite order.
RowRequest forward_on_hypercube(const RowRequest& request) {
  RowRequest forward = request;
  forward.variant = request.variant == "descending" ? "ascending" : "descending";
  return forward;
}

Schedule build_hypercube(const RowRequest& request) {
  return dual(oab_hc_sbt().build(forward_on_hypercube(request)), "aor-hc");
}

Schedule build_line(const RowRequest& request) {
  return dual(oab_line().build(request), "aor-line");
}

Schedule build_mesh(const RowRequest& request) {
  return dual(oab_mesh().build(request), "aor-mesh");
}

Schedule build_tree(const RowRequest& request) {
  return dual(oab_tree().build(request), "aor-tree");
}

/// Every round ends with the addition of μ flits.
std::optional<Coefficients> cost_with_additions(std::optional<Coefficients> cost_of_broadcast) {
  if (cost_of_broadcast) {
    cost_of_broadcast->mu_t_op = cost_of_broadcast->t_s;
  }
  return cost_of_broadcast;
}

std::optional<Coefficients> cost_on_hypercube(const RowRequest& request) {
  return cost_with_additions(oab_hc_sbt().closed_form(request));
}

std::optional<Coefficients> cost_on_line(const RowRequest& request) {
  return cost_with_additions(oab_line().closed_form(request));
}

std::optional<Coefficients> cost_on_mesh(const RowRequest& request) {
  return cost_with_additions(oab_mesh().closed_form(request));
}

std::optional<Coefficients> cost_on_tree(const RowRequest& request) {
  return cost_with_additions(oab_tree().closed_form(request));
}

/// The broadcast's row with what all reductions have in common.
Row reduction_of(Row broadcast) {
  broadcast.number = "M17";
  broadcast.operation = OperationKind::kReduction;
  return broadcast;
}

}  // namespace

Row aor_hc() {
  Row row = reduction_of(oab_hc_sbt());
  row.id = "aor-hc";
  row.source = "Grama et al. ch. 4, ALL_TO_ONE_REDUCE";
  row.definition =
      "The dual of oab-hc-sbt: in the round of dimension d the nodes that still have a sum and "
      "differ from the root in d hand it over to their neighbours along d.";
  row.latency = "n·t_s + n·t_d + n·μ·t_m + n·μ·t_op";
  row.variants = {"ascending", "descending"};
  row.build = build_hypercube;
  row.closed_form = cost_on_hypercube;
  return row;
}

Row aor_line() {
  Row row = reduction_of(oab_line());
  row.id = "aor-line";
  row.source = "Grama et al. ch. 4, all-to-one reduction on a ring";
  row.definition =
      "The dual of oab-line: sums go over 1, 2, 4, … links to the node of their segment that the "
      "broadcast would have informed first.";
  row.latency =
      "log2 p·t_s + (p-1)·t_d + log2 p·μ·t_m + log2 p·μ·t_op; store-and-forward (p-1)·μ·t_m";
  row.build = build_line;
  row.closed_form = cost_on_line;
  return row;
}

Row aor_mesh() {
  Row row = reduction_of(oab_mesh());
  row.id = "aor-mesh";
  row.source = "Grama et al. ch. 4, reduction on a mesh";
  row.definition =
      "The dual of oab-mesh: the reduction of aor-line in all lines along the last dimension, and "
      "so on down to the row of the root.";
  row.latency =
      "log2 p·t_s + Σ(z_i-1)·t_d + log2 p·μ·t_m + log2 p·μ·t_op (q×q: 2·log2 q, 2(q-1), 2·log2 q, "
      "2·log2 q); store-and-forward Σ(z_i-1)·μ·t_m";
  row.build = build_mesh;
  row.closed_form = cost_on_mesh;
  return row;
}

Row aor_tree() {
  Row row = reduction_of(oab_tree());
  row.id = "aor-tree";
  row.source = "Grama et al. ch. 4, all-to-one reduction on a balanced binary tree";
  row.definition =
      "The dual of oab-tree: leaves hand their sums over to leaves at strides 1, 2, …, p/2, over "
      "ever higher switches.";
  row.latency = "d·t_s + d(d+1)·t_d + d·μ·t_m + d·μ·t_op";
  row.build = build_tree;
  row.closed_form = cost_on_tree;
  return row;
}

}  // namespace flitcast
