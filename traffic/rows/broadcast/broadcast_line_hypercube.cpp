#include "traffic/row/row_support.h"
#include "traffic/steps/hypercube_steps.h"
#include "traffic/theory/powers_of_two.h"

namespace flitcast {
namespace rows::broadcast_line_hypercube {

/// Both partners use the links between their places on the line, on a ring too: there the worms to
/// opposite nodes would else all go the same way round, and could wait for each other in a circle.
void fill(const HypercubeStep& step, const Operation& operation, Round& out) {
  for (NodeId node = 0; node < operation.nodes; ++node) {
    const NodeId partner = node ^ step.bit;
    out.begin(node);
    out.add_destination(partner);
    for (NodeId at = node; at != partner;) {
      at = at < partner ? at + 1 : at - 1;
      out.add_hop(at);
    }
    for_each_subset(step.earlier, [&](NodeId origin) {
      out.add_block(make_block(node ^ origin, Block::kEveryone));
    });
  }
}

int dimensions_of(const RowRequest& request) {
  return static_cast<int>(halvings(request.topology.nodes()));
}

void lay(const RowRequest& request, Schedule& schedule) {
  const int n = dimensions_of(request);
  schedule.rounds = static_cast<std::uint64_t>(n);
  schedule.fill = [n, operation = schedule.operation](std::uint64_t round, Round& out) {
    fill(hypercube_step(n, round, RoutingOrder::kAscending), operation, out);
  };
}

/// Step j: 2^j packets over 2^j links.
std::optional<Coefficients> closed_form(const RowRequest& request) {
  Coefficients cost;
  for (int j = 0; j < dimensions_of(request); ++j) {
    cost +=
        message_coefficients(request.switching, std::uint64_t{1} << j, 1, std::uint64_t{1} << j, 1);
  }
  return cost;
}

}  // namespace rows::broadcast_line_hypercube

Row aab_line_hc() {
  Row row{};
  row.id = "aab-line-hc";
  row.number = "G14";
  row.operation = &operations::all_to_all_broadcast();
  row.topologies = "line, ring";
  row.source = "Grama et al. ch. 4, contention of the hypercube's all-to-all broadcast on a ring";
  row.conditions = "2^n nodes, n = 1 to 14";
  row.definition =
      "The all-to-all broadcast of the hypercube on a line of 2^n nodes: in step j nodes i and "
      "i xor 2^j exchange all they have, and 2^j messages share every channel in the middle of "
      "their 2^(j+1) nodes.";
  row.rounds = "n";
  row.latency = "without contention n·t_s + (2^n-1)·(t_d + μ·t_m)";
  row.contention =
      "2^j worms of 2^j·μ flits on the channels in the middle of every block of 2^(j+1) nodes in "
      "step j";
  row.counts_waiting = true;
  row.combining = true;
  row.validate = check_power_of_two_line;
  row.lay = rows::broadcast_line_hypercube::lay;
  row.closed_form = rows::broadcast_line_hypercube::closed_form;
  return row;
}

}  // namespace flitcast
