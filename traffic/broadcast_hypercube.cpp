#include "traffic/broadcast_hypercube.h"

#include "traffic/hypercube_steps.h"
#include "traffic/messages.h"
#include "traffic/row_support.h"

namespace flitcast {
namespace {

/// The nodes that differ from the root in earlier dimensions only are informed, and inform their
/// neighbours along the dimension of the step.
void fill(const HypercubeStep& step, const Operation& operation, Round& out) {
  const NodeId root = operation.root;
  for_each_subset(step.earlier, [&](NodeId informed) {
    const NodeId node = root ^ informed;
    begin_hop(out, node, node ^ step.bit);
    out.add_block(make_block(root, Block::kEveryone));
  });
}

Schedule build(const RowRequest& request) {
  return stepwise_schedule(request, "oab-hc-sbt", OperationKind::kBroadcast, fill);
}

std::optional<Coefficients> closed_form(const RowRequest& request) {
  const int n = request.topology.dimensions();
  return steps_cost(n, n);
}

}  // namespace

Row oab_hc_sbt() {
  Row row{};
  row.id = "oab-hc-sbt";
  row.number = "M13";
  row.operation = OperationKind::kBroadcast;
  row.topologies = "hypercube";
  row.source = "Grama et al. ch. 4, GENERAL_ONE_TO_ALL_BC; Tvrdík CS838 §12";
  row.definition =
      "Binomial tree: in the round of dimension d every informed node informs its neighbour along "
      "d.";
  row.rounds = "n";
  row.latency = "n·t_s + n·t_d + n·μ·t_m";
  row.combining = false;
  row.variants = {"descending", "ascending"};
  row.validate = check_hypercube;
  row.build = build;
  row.closed_form = closed_form;
  return row;
}

}  // namespace flitcast
