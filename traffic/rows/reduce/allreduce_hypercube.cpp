#include "traffic/row/row_support.h"
#include "traffic/schedule/messages.h"
#include "traffic/steps/hypercube_steps.h"

namespace flitcast {
namespace rows::allreduce_hypercube {

void fill(const HypercubeStep& step, const Operation& operation, Round& out) {
  for (NodeId node = 0; node < operation.nodes; ++node) {
    begin_hop(out, node, node ^ step.bit);
    out.add_block(make_block(0, Block::kEveryone));
  }
}

void lay(const RowRequest& /*request*/, Schedule& schedule) {
  lay_steps(RoutingOrder::kAscending, fill, schedule);
}

std::optional<Coefficients> closed_form(const RowRequest& request) {
  const int n = request.topology.dimensions();
  Coefficients cost = steps_cost(n, n);
  cost.mu_t_op = n;
  return cost;
}

}  // namespace rows::allreduce_hypercube

Row allreduce_hc() {
  Row row{};
  row.id = "allreduce-hc";
  row.number = "G5";
  row.operation = &operations::all_reduce();
  row.topologies = "hypercube";
  row.source = "Grama et al. ch. 4, all-reduce on the pattern of the all-to-all broadcast";
  row.conditions = "n ≥ 1";
  row.definition =
      "Recursive doubling: in round i all neighbours along dimension i exchange their partial sums "
      "and add them up.";
  row.rounds = "n";
  row.latency = "n·t_s + n·t_d + n·μ·t_m + n·μ·t_op";
  row.validate = check_hypercube;
  row.lay = rows::allreduce_hypercube::lay;
  row.closed_form = rows::allreduce_hypercube::closed_form;
  return row;
}

}  // namespace flitcast
