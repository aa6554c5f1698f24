#include "traffic/row/row_support.h"
#include "traffic/steps/hypercube_phases.h"

namespace flitcast {
namespace rows::broadcast_hypercube {

void lay(const RowRequest& request, Schedule& schedule) {
  const int n = request.topology.dimensions();
  schedule.rounds = static_cast<std::uint64_t>(n);
  schedule.fill = [&routing = request.routing, n, order = step_order(request), root = request.root](
                      std::uint64_t round, Round& out) {
    add_broadcast_step(hypercube_step(n, round, order), root, routing, out);
  };
}

std::optional<Coefficients> closed_form(const RowRequest& request) {
  const int n = request.topology.dimensions();
  return steps_cost(n, n);
}

}  // namespace rows::broadcast_hypercube

Row oab_hc_sbt() {
  Row row{};
  row.id = "oab-hc-sbt";
  row.number = "M13";
  row.operation = &operations::broadcast();
  row.topologies = "hypercube";
  row.source = "Grama et al. ch. 4, GENERAL_ONE_TO_ALL_BC; Tvrdík CS838 §12";
  row.conditions = "n ≥ 1";
  row.definition =
      "Binomial tree: in the round of dimension d every informed node informs its neighbour along "
      "d.";
  row.rounds = "n";
  row.latency = "n·t_s + n·t_d + n·μ·t_m";
  row.variants = {"descending", "ascending"};
  row.validate = check_hypercube;
  row.lay = rows::broadcast_hypercube::lay;
  row.closed_form = rows::broadcast_hypercube::closed_form;
  return row;
}

}  // namespace flitcast
