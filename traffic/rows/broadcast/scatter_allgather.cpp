#include "traffic/row/row_support.h"
#include "traffic/steps/dual_row.h"
#include "traffic/steps/hypercube_phases.h"

// Grama et al. ch. 4, "Improving Performance of Operations": long messages are cut into as many
// parts as there are nodes, part v for node v, so that every node has work in every round.

namespace flitcast {
namespace rows::scatter_allgather {

/// A hypercube whose nodes μ can be divided between, not larger than the operation `largest` of its
/// two halves takes.
void check_parts(const RowRequest& request, const OperationKind& largest, const std::string& why) {
  check_hypercube(request);
  check_size(largest, request);
  check_divides(request, request.topology.nodes(), why);
}

std::string equal_parts(const char* sender, const RowRequest& request) {
  return std::string(sender) + " " + std::to_string(request.topology.nodes()) + " equal parts";
}

void validate_broadcast(const RowRequest& request) {
  check_parts(request, operations::all_to_all_broadcast(),
              equal_parts("the scatter sends", request));
}

void validate_reduction(const RowRequest& request) {
  check_parts(request, operations::all_to_all_reduction(), equal_parts("the nodes sum", request));
}

/// Recursive halving over all dimensions and then recursive doubling back over them, of blocks of
/// μ/p flits.
void lay_halving_and_doubling(const RowRequest& request, FillStep halve, FillStep redouble,
                              Schedule& schedule) {
  const int n = request.topology.dimensions();
  const auto steps = static_cast<std::uint64_t>(n);
  cut_blocks(request.topology.nodes(), schedule);
  schedule.rounds = 2 * steps;
  schedule.fill = [n, steps, order = step_order(request), operation = schedule.operation, halve,
                   redouble](std::uint64_t round, Round& out) {
    if (round < steps) {
      halve(hypercube_step(n, round, order), operation, out);
    } else {
      const bool down = order == RoutingOrder::kDescending;
      const auto back = down ? RoutingOrder::kAscending : RoutingOrder::kDescending;
      redouble(hypercube_step(n, round - steps, back), operation, out);
    }
  };
}

void scatter(const HypercubeStep& step, const Operation& operation, Round& out) {
  out.set_transfer(Transfer::kMove);
  add_scatter_step(step, operation.root, out, begin_hop,
                   [&](NodeId part) { return make_block(operation.root, Block::kEveryone, part); });
}

void gather_from_all(const HypercubeStep& step, const Operation& operation, Round& out) {
  out.set_transfer(Transfer::kCopy);
  add_all_gather_step(step, operation.nodes, out, [&](NodeId part) {
    return make_block(operation.root, Block::kEveryone, part);
  });
}

void reduce_scatter(const HypercubeStep& step, const Operation& operation, Round& out) {
  out.set_transfer(Transfer::kMoveAndAdd);
  add_reduce_scatter_step(step, operation.nodes, out,
                          [](NodeId part) { return make_block(0, Block::kEveryone, part); });
}

void lay_broadcast(const RowRequest& request, Schedule& schedule) {
  lay_halving_and_doubling(request, scatter, gather_from_all, schedule);
}

void lay_all_reduce(const RowRequest& request, Schedule& schedule) {
  lay_halving_and_doubling(request, reduce_scatter, gather_from_all, schedule);
}

/// Both halves send p/2, p/4, …, 1 blocks of μ/p in one order or the other.
std::optional<Coefficients> cost_of_broadcast(const RowRequest& request) {
  const std::int64_t nodes = request.topology.nodes();
  Coefficients cost = steps_cost(2 * request.topology.dimensions(), 0);
  cost.mu_t_m = {2 * (nodes - 1), nodes};
  return cost;
}

/// One half adds what arrives.
std::optional<Coefficients> cost_of_reduction(const RowRequest& request) {
  const std::int64_t nodes = request.topology.nodes();
  auto cost = cost_of_broadcast(request);
  cost->mu_t_op = {nodes - 1, nodes};
  return cost;
}

}  // namespace rows::scatter_allgather

Row oab_hc_scatter_allgather() {
  Row row{};
  row.id = "oab-hc-scatter-allgather";
  row.number = "G7";
  row.operation = &operations::broadcast();
  row.topologies = "hypercube";
  row.source = "Grama et al. ch. 4, one-to-all broadcast of long messages";
  row.conditions = "n = 1 to 14; μ a multiple of p = 2^n";
  row.definition =
      "The scatter of oas-hc-sbt with p parts of the message, then an all-to-all broadcast of "
      "them, back over the dimensions.";
  row.rounds = "2n";
  row.latency = "2n·t_s + 2n·t_d + 2(p-1)/p·μ·t_m";
  row.combining = true;
  row.variants = {"descending", "ascending"};
  row.validate = rows::scatter_allgather::validate_broadcast;
  row.lay = rows::scatter_allgather::lay_broadcast;
  row.closed_form = rows::scatter_allgather::cost_of_broadcast;
  return row;
}

Row aor_hc_aar_gather() {
  Row row = dual_of(oab_hc_scatter_allgather(), {"descending", "ascending"});
  row.id = "aor-hc-aar-gather";
  row.number = "G8";
  row.source = "Grama et al. ch. 4, all-to-one reduction of long messages";
  row.conditions = "n = 1 to 11; μ a multiple of p = 2^n";
  row.definition =
      "The dual of oab-hc-scatter-allgather: an all-to-all reduction leaves node v with part v of "
      "the sum, then the root gathers the parts, back over the dimensions.";
  row.latency = "2n·t_s + 2n·t_d + 2(p-1)/p·μ·t_m + (p-1)/p·μ·t_op";
  row.validate = rows::scatter_allgather::validate_reduction;
  row.closed_form = rows::scatter_allgather::cost_of_reduction;
  return row;
}

Row allreduce_hc_rsag() {
  Row row = aor_hc_aar_gather();
  row.id = "allreduce-hc-rsag";
  row.number = "G9";
  row.operation = &operations::all_reduce();
  row.source = "Grama et al. ch. 4, all-reduce of long messages; Rabenseifner";
  row.definition =
      "An all-to-all reduction (reduce-scatter) leaves node v with part v of the sum, then an "
      "all-to-all broadcast (all-gather) of the parts goes back over the dimensions.";
  row.lay = rows::scatter_allgather::lay_all_reduce;
  return row;
}

}  // namespace flitcast
