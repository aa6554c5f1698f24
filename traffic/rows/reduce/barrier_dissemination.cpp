#include "traffic/row/row_support.h"
#include "traffic/steps/sum_steps.h"
#include "traffic/theory/powers_of_two.h"

namespace flitcast {
namespace rows::barrier_dissemination {

/// After round k a node has heard of the 2^(k+1) nodes up to itself, round the circle.
NodeId target(NodeId nodes, std::uint64_t round, NodeId node) {
  return (node + (NodeId{1} << round)) % nodes;
}

void lay(const RowRequest& request, Schedule& schedule) {
  lay_sums(request.routing, doublings(request.topology.processors()), target, schedule);
}

std::optional<Coefficients> closed_form(const RowRequest& request) {
  return sum_cost(request, doublings(request.topology.processors()), target);
}

}  // namespace rows::barrier_dissemination

Row barrier_dissemination() {
  Row row{};
  row.id = "barrier-dissemination";
  row.operation = &operations::barrier();
  row.topologies = "any";
  row.source = "Hensgen, Finkel and Manber, \"Two algorithms for barrier synchronization\", 1988";
  row.conditions = "2 nodes or more";
  row.definition =
      "In round k every node i tells node i + 2^k mod p of all nodes that it has heard of.";
  row.rounds = "⌈log2 p⌉";
  row.latency =
      "without contention ⌈log2 p⌉·(t_s + μ·t_m + μ·t_op) + D·t_d, D the sum over the rounds of "
      "the longest ways i -> i + 2^k mod p; hypercube D = n(n+1)/2";
  row.contention =
      "none on hypercubes and fat trees; on other networks up to as many worms on a channel as the "
      "shift is long, or more where the numbers of nodes say little of where they are";
  row.model.datelines = true;
  row.validate = check_any_network;
  row.lay = rows::barrier_dissemination::lay;
  row.closed_form = rows::barrier_dissemination::closed_form;
  return row;
}

}  // namespace flitcast
