#include "traffic/row/row_support.h"
#include "traffic/rows/rows.h"
#include "traffic/steps/dual_row.h"
#include "traffic/steps/grid_steps.h"
#include "traffic/steps/hypercube_phases.h"
#include "traffic/theory/distance.h"

// One-to-all scatter by recursive halving where the labels of nodes are those of a hypercube, and
// gather, its dual.

namespace flitcast {
namespace rows::scatter_halving {

constexpr const char* kSource = "Grama et al. ch. 4, scatter and gather";

/// A segment of the line that has not been halved further has one node with packets, and its
/// message stays in it: those of a round share no link.
void lay(const RowRequest& request, Schedule& schedule) {
  schedule.rounds = grid_steps(request.topology);
  schedule.fill = [&routing = request.routing, root = request.root](std::uint64_t round,
                                                                    Round& out) {
    add_scatter_step(
        grid_step(routing.topology(), round), root, out,
        [&](Round& begun, NodeId from, NodeId to) { begin_unicast(begun, routing, from, to); },
        [&](NodeId final) { return make_block(root, final); });
  };
}

/// The steps along a side of z nodes take z/2, z/4, … 1 links; packets halve with every step.
std::optional<Coefficients> closed_form(const RowRequest& request) {
  if (request.stores_and_forwards()) {
    return std::nullopt;
  }
  Coefficients cost;
  cost.t_d = links_of_lines(request.topology);
  cost.t_s = static_cast<std::int64_t>(grid_steps(request.topology));
  cost.mu_t_m = std::int64_t{request.topology.nodes()} - 1;
  return cost;
}

}  // namespace rows::scatter_halving

Row gather_hc() {
  Row row = dual_of(oas_hc_sbt());
  row.id = "gather-hc";
  row.number = "S13";
  row.source = rows::scatter_halving::kSource;
  row.definition =
      "The scatter along a binomial tree backwards: in the round of dimension d, 0 first, half of "
      "the nodes that have packets send all of them to their neighbours along d.";
  return row;
}

Row scatter_line() {
  Row row{};
  row.id = "scatter-line";
  row.number = "S13";
  row.operation = &operations::one_to_all_scatter();
  row.topologies = "line, ring, one-dimensional mesh or torus";
  row.source = rows::scatter_halving::kSource;
  row.conditions = "2^k nodes, k ≥ 1";
  row.definition =
      "Recursive halving: in the round of offset z/2, z/4, … 1 every node that has packets sends "
      "those of the other half of its segment to the node whose label differs in that bit.";
  row.rounds = "log2 z";
  row.latency = "log2 z·t_s + (z-1)·t_d + (z-1)·μ·t_m";
  row.combining = true;
  row.validate = check_power_of_two_line;
  row.lay = rows::scatter_halving::lay;
  row.closed_form = rows::scatter_halving::closed_form;
  return row;
}

Row scatter_mesh() {
  Row row{};
  row.id = "scatter-mesh";
  row.number = "S13";
  row.operation = &operations::one_to_all_scatter();
  row.topologies = "two-dimensional mesh";
  row.source = rows::scatter_halving::kSource;
  row.conditions = "sides powers of two, 2 nodes or more";
  row.definition =
      "Recursive halving as on a line, in the root's row, with what is for whole columns, and then "
      "in all columns.";
  row.rounds = "log2 N";
  row.latency = "log2 N·t_s + (a+b-2)·t_d + (N-1)·μ·t_m";
  row.combining = true;
  row.validate = check_power_of_two_mesh;
  row.lay = rows::scatter_halving::lay;
  row.closed_form = rows::scatter_halving::closed_form;
  return row;
}

Row gather_line() {
  Row row = dual_of(scatter_line());
  row.id = "gather-line";
  row.definition =
      "The scatter on a line backwards: in the round of offset 1, 2, … z/2 half of the nodes that "
      "have packets send all of them to the node whose label differs in that bit.";
  return row;
}

Row gather_mesh() {
  Row row = dual_of(scatter_mesh());
  row.id = "gather-mesh";
  row.definition =
      "The scatter on a mesh backwards: recursive doubling in all columns, and then in the root's "
      "row with what its nodes have from their columns.";
  return row;
}

}  // namespace flitcast
