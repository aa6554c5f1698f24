#include "traffic/row/row_support.h"
#include "traffic/steps/hypercube_phases.h"

namespace flitcast {
namespace rows::allbroadcast_hypercube {

void fill(const HypercubeStep& step, const Operation& operation, Round& out) {
  add_all_gather_step(step, operation.nodes, out,
                      [](NodeId origin) { return make_block(origin, Block::kEveryone); });
}

void lay(const RowRequest& request, Schedule& schedule) {
  lay_steps(step_order(request, RoutingOrder::kAscending), fill, schedule);
}

std::optional<Coefficients> closed_form(const RowRequest& request) {
  return steps_cost(request.topology.dimensions(), std::int64_t{request.topology.nodes()} - 1);
}

}  // namespace rows::allbroadcast_hypercube

Row aab_hc() {
  Row row{};
  row.id = "aab-hc";
  row.number = "G3";
  row.operation = &operations::all_to_all_broadcast();
  row.topologies = "hypercube";
  row.source = "Grama et al. ch. 4, ALL_TO_ALL_BC_HCUBE, Eq. 2";
  row.conditions = "n = 1 to 14";
  row.definition =
      "Recursive doubling: in every round all neighbours along one dimension exchange everything "
      "they have.";
  row.rounds = "n";
  row.latency = "n·t_s + n·t_d + (2^n-1)·μ·t_m";
  row.combining = true;
  row.variants = {"ascending", "descending"};
  row.validate = check_hypercube;
  row.lay = rows::allbroadcast_hypercube::lay;
  row.closed_form = rows::allbroadcast_hypercube::closed_form;
  return row;
}

}  // namespace flitcast
