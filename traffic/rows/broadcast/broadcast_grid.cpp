#include "traffic/row/row_support.h"
#include "traffic/steps/grid_steps.h"
#include "traffic/steps/hypercube_phases.h"
#include "traffic/theory/distance.h"

namespace flitcast {
namespace rows::broadcast_grid {

void validate_mesh(const RowRequest& request) {
  check_mesh(request);
  check_powers_of_two(request);
}

/// Every segment that a line is divided into has one informed node, whose message stays in it: the
/// messages of a round share no link. On a ring this holds from the second round on, and the first
/// has one message.
void lay(const RowRequest& request, Schedule& schedule) {
  schedule.rounds = grid_steps(request.topology);
  schedule.fill = [&routing = request.routing, root = request.root](std::uint64_t round,
                                                                    Round& out) {
    add_broadcast_step(grid_step(routing.topology(), round), root, routing, out);
  };
}

/// The messages of a line of z nodes go over z/2, z/4, …, 1 links. Every message is stored on the
/// way, or none.
std::optional<Coefficients> closed_form(const RowRequest& request) {
  const std::int64_t links = links_of_lines(request.topology);
  Coefficients cost;
  cost.t_s = static_cast<std::int64_t>(grid_steps(request.topology));
  cost.t_d = links;
  cost.mu_t_m = request.stores_and_forwards() ? links : cost.t_s;
  return cost;
}

}  // namespace rows::broadcast_grid

Row oab_line() {
  Row row{};
  row.id = "oab-line";
  row.number = "M14";
  row.operation = &operations::broadcast();
  row.topologies = "line, ring, one-dimensional mesh or torus";
  row.source = "Grama et al. ch. 4, one-to-all broadcast on a ring or linear array, Eq. 1";
  row.conditions = "2^d nodes, d ≥ 1";
  row.definition =
      "Recursive halving: in step i every informed node informs the one at distance p/2^i, on the "
      "other side of its segment of the line.";
  row.rounds = "log2 p";
  row.latency = "log2 p·t_s + (p-1)·t_d + log2 p·μ·t_m; store-and-forward (p-1)·μ·t_m";
  row.validate = check_power_of_two_line;
  row.lay = rows::broadcast_grid::lay;
  row.closed_form = rows::broadcast_grid::closed_form;
  return row;
}

Row oab_mesh() {
  Row row{};
  row.id = "oab-mesh";
  row.number = "M15";
  row.operation = &operations::broadcast();
  row.topologies = "mesh of any dimension, line";
  row.source = "Grama et al. ch. 4, one-to-all broadcast on a mesh";
  row.conditions = "sides powers of two, 2 nodes or more";
  row.definition =
      "The broadcast of oab-line along the row of the root, then in all columns, and so on in "
      "further dimensions.";
  row.rounds = "log2 p (q×q: 2·log2 q)";
  row.latency =
      "log2 p·t_s + Σ(z_i-1)·t_d + log2 p·μ·t_m (q×q: 2·log2 q, 2(q-1), 2·log2 q); "
      "store-and-forward Σ(z_i-1)·μ·t_m";
  row.validate = rows::broadcast_grid::validate_mesh;
  row.lay = rows::broadcast_grid::lay;
  row.closed_form = rows::broadcast_grid::closed_form;
  return row;
}

}  // namespace flitcast
