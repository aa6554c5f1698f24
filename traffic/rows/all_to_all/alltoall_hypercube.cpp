#include "traffic/row/row_support.h"
#include "traffic/rows/applications/fft2d.h"
#include "traffic/rows/applications/transpose.h"
#include "traffic/schedule/messages.h"
#include "traffic/steps/hypercube_steps.h"

namespace flitcast {
namespace rows::alltoall_hypercube {

// --- A1: standard exchange ---------------------------------------------------------------------

void fill_sex(const HypercubeStep& step, const Operation& operation, Round& out) {
  for (NodeId node = 0; node < operation.nodes; ++node) {
    begin_hop(out, node, node ^ step.bit);
    add_exchanged_blocks(step, node, out);
  }
}

/// Behind every step a node puts all that it holds in order for the next one.
void lay_sex(const RowRequest& request, Schedule& schedule) {
  lay_steps(step_order(request), fill_sex, schedule);
  const std::uint64_t held = std::uint64_t{schedule.operation.nodes} * request.message_flits;
  schedule.fill = [exchange = std::move(schedule.fill), held](std::uint64_t round, Round& out) {
    exchange(round, out);
    out.set_copy_flits(held);
  };
}

std::optional<Coefficients> cost_of_sex(const RowRequest& request) {
  const int n = request.topology.dimensions();
  Coefficients cost = steps_cost(n, std::int64_t{n} << (n - 1));
  cost.mu_t_r = std::int64_t{n} << n;
  return cost;
}

// --- A14: direct exchange -----------------------------------------------------------------------

/// Round `round` is the permutation x -> x ⊕ (round + 1), which e-cube routing plays without
/// contention.
void lay_dex(const RowRequest& request, Schedule& schedule) {
  const NodeId nodes = request.topology.processors();
  schedule.rounds = nodes - 1;
  schedule.fill = [&routing = request.routing, nodes](std::uint64_t round, Round& out) {
    for (NodeId node = 0; node < nodes; ++node) {
      const NodeId partner = node ^ static_cast<NodeId>(round + 1);
      begin_unicast(out, routing, node, partner);
      out.add_block(make_block(node, partner));
    }
  };
}

std::optional<Coefficients> cost_of_dex(const RowRequest& request) {
  if (request.stores_and_forwards()) {
    return std::nullopt;
  }
  const int n = request.topology.dimensions();
  const std::int64_t rounds = std::int64_t{request.topology.processors()} - 1;
  Coefficients cost;
  cost.t_s = rounds;
  cost.t_d = std::int64_t{n} << (n - 1);
  cost.mu_t_m = rounds;
  return cost;
}

// --- A22: matrix transposition ------------------------------------------------------------------

bool by_standard_exchange(const RowRequest& request) {
  return request.variant == "sex";
}

void lay_transpose(const RowRequest& request, Schedule& schedule) {
  by_standard_exchange(request) ? lay_sex(request, schedule) : lay_dex(request, schedule);
}

std::optional<Coefficients> cost_of_transpose(const RowRequest& request) {
  return by_standard_exchange(request) ? cost_of_sex(request) : cost_of_dex(request);
}

}  // namespace rows::alltoall_hypercube

Row aas_hc_sex() {
  Row row{};
  row.id = "aas-hc-sex";
  row.number = "A1";
  row.operation = &operations::all_to_all_scatter();
  row.topologies = "hypercube";
  row.source = "Tvrdík CS838 §14 \"Hypercube\" (SEX); Grama et al. §4.5.3, Eq. 4.9";
  row.conditions = "n = 1 to 14";
  row.definition =
      "Standard exchange: in the round of dimension d every node sends its neighbour along d all "
      "packets it holds for the other half.";
  row.rounds = "n";
  row.latency = "n·t_s + n·t_d + n·2^(n-1)·μ·t_m + n·2^n·μ·t_r";
  row.combining = true;
  row.variants = {"descending", "ascending"};
  row.model.switching = Switching::kStoreAndForward;
  row.validate = check_hypercube;
  row.lay = rows::alltoall_hypercube::lay_sex;
  row.closed_form = rows::alltoall_hypercube::cost_of_sex;
  return row;
}

Row aas_hc_dex() {
  Row row{};
  row.id = "aas-hc-dex";
  row.number = "A14";
  row.operation = &operations::all_to_all_scatter();
  row.topologies = "hypercube";
  row.source = "Tvrdík CS838 §14 \"Direct exchange\"; Grama et al. Alg. 4.10, Eq. 4.10";
  row.conditions = "n = 1 to 14";
  row.definition =
      "Direct exchange: in round j = 1 … 2^n-1 every node x sends its packet for x⊕j straight "
      "there.";
  row.rounds = "2^n - 1";
  row.latency = "(2^n-1)·t_s + n·2^(n-1)·t_d + (2^n-1)·μ·t_m";
  row.validate = check_hypercube;
  row.lay = rows::alltoall_hypercube::lay_dex;
  row.closed_form = rows::alltoall_hypercube::cost_of_dex;
  return row;
}

Row app_transpose() {
  Row row{};
  row.id = "app-transpose";
  row.number = "A22";
  row.operation = &operations::all_to_all_scatter();
  row.topologies = "hypercube";
  row.source = "Tvrdík CS838 §14, introduction; Grama et al. §4.5, example 4.2";
  row.conditions = "n = 1 to 14; a square matrix with a multiple of 2^n rows";
  row.definition =
      "Transposition of a matrix whose rows are spread over the nodes: an all-to-all scatter of "
      "its square blocks by direct (dex) or standard (sex) exchange.";
  row.rounds = "dex: 2^n - 1; sex: n";
  row.latency =
      "dex: (2^n-1)·t_s + n·2^(n-1)·t_d + (2^n-1)·μ·t_m; sex: n·t_s + n·t_d + n·2^(n-1)·μ·t_m + "
      "n·2^n·μ·t_r";
  row.combining = true;
  row.variants = {"dex", "sex"};
  row.validate = check_hypercube;
  row.lay = rows::alltoall_hypercube::lay_transpose;
  row.closed_form = rows::alltoall_hypercube::cost_of_transpose;
  row.application = transpose_application;
  return row;
}

Row app_fft2d() {
  Row row = app_transpose();
  row.id = "app-fft2d";
  row.source = "Tvrdík CS838 §14, introduction; Grama et al. §4.5 on uses of the exchange";
  row.conditions =
      "n = 1 to 14; a square matrix of 2^k rows, k ≥ n, or one with twice as many columns (real "
      "and imaginary parts)";
  row.definition =
      "Two-dimensional Fourier transform of an array whose rows are spread over the nodes: "
      "transforms of the rows in the nodes, transposition by direct (dex) or standard (sex) "
      "exchange, transforms of the columns in the nodes.";
  row.application = fft2d_application;
  return row;
}

}  // namespace flitcast
