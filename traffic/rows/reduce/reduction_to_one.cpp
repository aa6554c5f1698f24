#include "traffic/rows/rows.h"
#include "traffic/steps/dual_row.h"

// Grama et al. ch. 4: an all-to-one reduction is the dual of a one-to-all broadcast.

namespace flitcast {

Row aor_hc() {
  Row row = dual_of(oab_hc_sbt(), {"ascending", "descending"});
  row.id = "aor-hc";
  row.number = "M17";
  row.source = "Grama et al. ch. 4, ALL_TO_ONE_REDUCE";
  row.definition =
      "The dual of oab-hc-sbt: in the round of dimension d the nodes that still have a sum and "
      "differ from the root in d hand it over to their neighbours along d.";
  row.latency = "n·t_s + n·t_d + n·μ·t_m + n·μ·t_op";
  return row;
}

Row aor_line() {
  Row row = dual_of(oab_line());
  row.id = "aor-line";
  row.number = "M17";
  row.source = "Grama et al. ch. 4, all-to-one reduction on a ring";
  row.definition =
      "The dual of oab-line: sums go over 1, 2, 4, … links to the node of their segment that the "
      "broadcast would have informed first.";
  row.latency =
      "log2 p·t_s + (p-1)·t_d + log2 p·μ·t_m + log2 p·μ·t_op; store-and-forward (p-1)·μ·t_m";
  return row;
}

Row aor_mesh() {
  Row row = dual_of(oab_mesh());
  row.id = "aor-mesh";
  row.number = "M17";
  row.source = "Grama et al. ch. 4, reduction on a mesh";
  row.definition =
      "The dual of oab-mesh: the reduction of aor-line in all lines along the last dimension, and "
      "so on down to the row of the root.";
  row.latency =
      "log2 p·t_s + Σ(z_i-1)·t_d + log2 p·μ·t_m + log2 p·μ·t_op (q×q: 2·log2 q, 2(q-1), 2·log2 q, "
      "2·log2 q); store-and-forward Σ(z_i-1)·μ·t_m";
  return row;
}

Row aor_tree() {
  Row row = dual_of(oab_tree());
  row.id = "aor-tree";
  row.number = "M17";
  row.source = "Grama et al. ch. 4, all-to-one reduction on a balanced binary tree";
  row.definition =
      "The dual of oab-tree: leaves hand their sums over to leaves at strides 1, 2, …, p/2, over "
      "ever higher switches.";
  row.latency = "d·t_s + d(d+1)·t_d + d·μ·t_m + d·μ·t_op";
  return row;
}

}  // namespace flitcast
