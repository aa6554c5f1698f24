#include "traffic/row/row_support.h"
#include "traffic/schedule/messages.h"
#include "traffic/steps/hypercube_steps.h"
#include "traffic/steps/sum_steps.h"
#include "traffic/theory/powers_of_two.h"

// Prefix sums: node v ends with the sum of the operands of nodes 0 … v. Partial sums are those of
// consecutive nodes. A message is added behind or in front of what its receiver has, as the
// operands stand, so that the operator need not be commutative.

namespace flitcast {
namespace rows::prefix_sums {

// --- G6: recursive doubling ---------------------------------------------------------------------

/// Block (1, everyone) is the sum over the subcube that a node has exchanged with. The upper one of
/// two partners, and nobody else, counts what it hears for its prefix too.
void fill_doubling(const HypercubeStep& step, const Operation& operation, Round& out) {
  for (NodeId node = 0; node < operation.nodes; ++node) {
    const NodeId partner = node ^ step.bit;
    out.set_transfer(node < partner ? Transfer::kAddToBoth : Transfer::kAdd);
    begin_hop(out, node, partner);
    out.add_block(make_block(1, Block::kEveryone));
  }
}

void lay_doubling(const RowRequest& /*request*/, Schedule& schedule) {
  lay_steps(RoutingOrder::kAscending, fill_doubling, schedule);
}

std::optional<Coefficients> cost_of_doubling(const RowRequest& request) {
  const int n = request.topology.dimensions();
  Coefficients cost = steps_cost(n, n);
  cost.mu_t_op = n;
  return cost;
}

// --- Hillis and Steele --------------------------------------------------------------------------

NodeId stride_target(NodeId nodes, std::uint64_t round, NodeId node) {
  const NodeId to = node + (NodeId{1} << round);
  return to < nodes ? to : kNoNode;
}

void lay_hillis_steele(const RowRequest& request, Schedule& schedule) {
  lay_sums(request.routing, doublings(request.topology.processors()), stride_target, schedule);
}

std::optional<Coefficients> cost_of_hillis_steele(const RowRequest& request) {
  return sum_cost(request, doublings(request.topology.processors()), stride_target);
}

// --- Blelloch -----------------------------------------------------------------------------------

/// ⌊log2 nodes⌋, rounds up the tree.
std::uint64_t rounds_up(NodeId nodes) {
  return doublings(nodes / 2 + 1);
}

/// ⌊log2 (nodes / 3)⌋ + 1, and none for 2 nodes: rounds down the tree in which there is a node
/// between the ends of two subtrees.
std::uint64_t rounds_down(NodeId nodes) {
  return doublings(nodes / 3 + 1);
}

/// The last node of every left subtree of 2^k leaves sends to the last one of the right subtree on
/// the way up; the last node of every tree of 2·2^k leaves to that of the left subtree behind it on
/// the way down.
NodeId tree_target(NodeId nodes, std::uint64_t round, NodeId node) {
  const std::uint64_t up = rounds_up(nodes);
  const bool rises = round < up;
  const NodeId stride = NodeId{1} << (rises ? round : up + rounds_down(nodes) - 1 - round);
  const NodeId to = node + stride;
  const bool sends = (node + 1) % (2 * stride) == (rises ? stride : 0);
  return sends && to < nodes ? to : kNoNode;
}

std::uint64_t tree_rounds(const RowRequest& request) {
  return rounds_up(request.topology.processors()) + rounds_down(request.topology.processors());
}

void lay_blelloch(const RowRequest& request, Schedule& schedule) {
  lay_sums(request.routing, tree_rounds(request), tree_target, schedule);
}

std::optional<Coefficients> cost_of_blelloch(const RowRequest& request) {
  return sum_cost(request, tree_rounds(request), tree_target);
}

}  // namespace rows::prefix_sums

Row prefix_hc() {
  Row row{};
  row.id = "prefix-hc";
  row.number = "G6";
  row.operation = &operations::prefix_sum();
  row.topologies = "hypercube";
  row.source = "Grama et al. ch. 4, prefix sums on the pattern of the all-to-all broadcast";
  row.conditions = "n ≥ 1";
  row.definition =
      "Recursive doubling: in round i all neighbours along dimension i exchange the sums of their "
      "subcubes and add them; the upper one of the two adds what it hears to its prefix too.";
  row.rounds = "n";
  row.latency = "n·t_s + n·t_d + n·μ·t_m + n·μ·t_op";
  row.validate = check_hypercube;
  row.lay = rows::prefix_sums::lay_doubling;
  row.closed_form = rows::prefix_sums::cost_of_doubling;
  return row;
}

Row prefix_hillis_steele() {
  Row row{};
  row.id = "prefix-hillis-steele";
  row.operation = &operations::prefix_sum();
  row.topologies = "any";
  row.source = "Hillis and Steele, \"Data parallel algorithms\", 1986";
  row.conditions = "2 nodes or more";
  row.definition =
      "In round k every node i sends the sum it has to node i + 2^k, as far as there is one, which "
      "adds it.";
  row.rounds = "⌈log2 p⌉";
  row.latency =
      "without contention ⌈log2 p⌉·(t_s + μ·t_m + μ·t_op) + D·t_d, D the sum over the rounds of "
      "the longest ways i -> i + 2^k; hypercube D = n(n+1)/2";
  row.contention =
      "none on hypercubes and fat trees; on other networks up to as many worms on a channel as the "
      "shift is long, or more where the numbers of nodes say little of where they are; on a line "
      "of p nodes min(2^k, p-2^k) in round k";
  row.model.datelines = true;
  row.validate = check_any_network;
  row.lay = rows::prefix_sums::lay_hillis_steele;
  row.closed_form = rows::prefix_sums::cost_of_hillis_steele;
  return row;
}

Row prefix_blelloch() {
  Row row{};
  row.id = "prefix-blelloch";
  row.operation = &operations::prefix_sum();
  row.topologies = "any";
  row.source = "Blelloch, \"Prefix sums and their applications\", 1990, in the inclusive form";
  row.conditions = "2 nodes or more";
  row.definition =
      "Up a binary tree whose inner nodes are the last of their leaves, the sums of the left "
      "subtrees are added to those of the right; down again, every node passes its prefix on to "
      "the end of the left subtree behind it.";
  row.rounds = "⌊log2 p⌋ + ⌊log2 (p/3)⌋ + 1; 1 for p = 2";
  row.latency =
      "without contention R·(t_s + μ·t_m + μ·t_op) + D·t_d in R rounds, D the sum over the rounds "
      "of the longest ways; hypercube D = n + n(n+1)/2 - 1";
  row.contention =
      "none on hypercubes, meshes, lines and rings; on some tori two worms on a channel; on "
      "networks without coordinates where routes meet";
  row.validate = check_any_network;
  row.lay = rows::prefix_sums::lay_blelloch;
  row.closed_form = rows::prefix_sums::cost_of_blelloch;
  return row;
}

}  // namespace flitcast
