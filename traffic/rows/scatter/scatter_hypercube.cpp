#include "traffic/row/row_support.h"
#include "traffic/steps/hypercube_phases.h"

namespace flitcast {
namespace rows::scatter_hypercube {

void fill(const HypercubeStep& step, const Operation& operation, Round& out) {
  add_scatter_step(step, operation.root, out, begin_hop,
                   [&](NodeId final) { return make_block(operation.root, final); });
}

void lay(const RowRequest& request, Schedule& schedule) {
  lay_steps(step_order(request), fill, schedule);
}

std::optional<Coefficients> closed_form(const RowRequest& request) {
  return steps_cost(request.topology.dimensions(), std::int64_t{request.topology.processors()} - 1);
}

}  // namespace rows::scatter_hypercube

Row oas_hc_sbt() {
  Row row{};
  row.id = "oas-hc-sbt";
  row.number = "S10";
  row.operation = &operations::one_to_all_scatter();
  row.topologies = "hypercube";
  row.source = "Tvrdík CS838 §12 \"Hypercube\" (combining); Grama et al. ch. 4, scatter, Eq. 3";
  row.conditions = "n ≥ 1";
  row.definition =
      "Binomial tree: in the round of dimension d every node that has packets sends its neighbour "
      "along d those for the other half of its subcube.";
  row.rounds = "n";
  row.latency = "n·t_s + n·t_d + (2^n-1)·μ·t_m";
  row.combining = true;
  row.variants = {"descending", "ascending"};
  row.model.switching = Switching::kStoreAndForward;
  row.validate = check_hypercube;
  row.lay = rows::scatter_hypercube::lay;
  row.closed_form = rows::scatter_hypercube::closed_form;
  return row;
}

}  // namespace flitcast
