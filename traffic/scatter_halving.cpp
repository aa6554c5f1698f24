#include "traffic/scatter_halving.h"

#include <algorithm>

#include "traffic/dual.h"
#include "traffic/messages.h"
#include "traffic/row_support.h"
#include "traffic/scatter_hypercube.h"

namespace flitcast {
namespace {

constexpr const char* kSource = "Grama et al. ch. 4, scatter and gather";

std::uint32_t nearest_power_of_two(std::uint32_t side) {
  std::uint32_t power = 1;
  while (2 * power <= side) {
    power *= 2;
  }
  return side - power < 2 * power - side ? power : 2 * power;
}

void check_powers_of_two(const RowRequest& request) {
  const std::vector<std::uint32_t>& given = request.topology.dims();
  std::vector<std::uint32_t> sides = given;
  std::transform(sides.begin(), sides.end(), sides.begin(), nearest_power_of_two);
  if (sides != given) {
    throw ParameterError("topology.dims", join_dims(given) +
                                              " has a side that is not a power of two; the nearest "
                                              "is " +
                                              join_dims(sides));
  }
}

void validate_line(const RowRequest& request) {
  check_line_or_ring(request);
  check_powers_of_two(request);
}

void validate_mesh(const RowRequest& request) {
  check_mesh_2d(request);
  check_powers_of_two(request);
}

/// The bits of a grid's node ids as steps halve it: dimension 0 first, and from half of a side down
/// to neighbours.
std::vector<NodeId> halving_bits(const Topology& grid) {
  std::vector<NodeId> bits;
  NodeId stride = 1;
  for (int d = 0; d < grid.dimensions(); ++d) {
    for (NodeId offset = grid.side(d) / 2; offset > 0; offset /= 2) {
      bits.push_back(offset * stride);
    }
    stride *= grid.side(d);
  }
  return bits;
}

HypercubeStep step_of(const std::vector<NodeId>& bits, std::uint64_t round) {
  HypercubeStep step{bits[round], 0, 0};
  for (std::size_t i = 0; i < bits.size(); ++i) {
    if (i != round) {
      (i < round ? step.earlier : step.later) |= bits[i];
    }
  }
  return step;
}

/// A segment of the line that has not been halved further has one node with packets, and its
/// message stays in it: those of a round share no link.
Schedule build(const RowRequest& request, std::string_view algorithm) {
  const std::vector<NodeId> bits = halving_bits(request.topology);
  Schedule schedule = empty_schedule(request, algorithm, OperationKind::kOneToAllScatter);
  schedule.rounds = bits.size();
  schedule.fill = [&routing = request.routing, bits, root = request.root](std::uint64_t round,
                                                                          Round& out) {
    fill_halving_step(step_of(bits, round), root, out,
                      [&](NodeId from, NodeId to) { begin_unicast(out, routing, from, to); });
  };
  return schedule;
}

Schedule build_line(const RowRequest& request) {
  return build(request, "scatter-line");
}

Schedule build_mesh(const RowRequest& request) {
  return build(request, "scatter-mesh");
}

/// The steps along a side of z nodes take z/2, z/4, … 1 links; packets halve with every step.
std::optional<Coefficients> closed_form(const RowRequest& request) {
  if (request.stores_and_forwards()) {
    return std::nullopt;
  }
  Coefficients cost;
  for (const std::uint32_t side : request.topology.dims()) {
    cost.t_d += side - 1;
  }
  for (NodeId nodes = request.topology.nodes(); nodes > 1; nodes /= 2) {
    ++cost.t_s;
  }
  cost.mu_t_m = std::int64_t{request.topology.nodes()} - 1;
  return cost;
}

/// The row of the dual, but for its id, build and definition.
Row gather_of(Row row) {
  row.operation = OperationKind::kGather;
  row.source = kSource;
  row.variants.clear();
  return row;
}

}  // namespace

Row gather_hc() {
  Row row = gather_of(oas_hc_sbt());
  row.id = "gather-hc";
  row.number = "S13";
  row.definition =
      "The scatter along a binomial tree backwards: in the round of dimension d, 0 first, half of "
      "the nodes that have packets send all of them to their neighbours along d.";
  row.build = [](const RowRequest& request) {
    return dual(oas_hc_sbt().build(request), "gather-hc");
  };
  return row;
}

Row scatter_line() {
  Row row{};
  row.id = "scatter-line";
  row.number = "S13";
  row.operation = OperationKind::kOneToAllScatter;
  row.topologies = "line, ring, one-dimensional mesh or torus";
  row.source = kSource;
  row.conditions = "2^k nodes, k ≥ 1";
  row.definition =
      "Recursive halving: in the round of offset z/2, z/4, … 1 every node that has packets sends "
      "those of the other half of its segment to the node whose label differs in that bit.";
  row.rounds = "log2 z";
  row.latency = "log2 z·t_s + (z-1)·t_d + (z-1)·μ·t_m";
  row.combining = true;
  row.validate = validate_line;
  row.build = build_line;
  row.closed_form = closed_form;
  return row;
}

Row scatter_mesh() {
  Row row{};
  row.id = "scatter-mesh";
  row.number = "S13";
  row.operation = OperationKind::kOneToAllScatter;
  row.topologies = "two-dimensional mesh";
  row.source = kSource;
  row.conditions = "sides powers of two, 2 nodes or more";
  row.definition =
      "Recursive halving as on a line, in the root's row, with what is for whole columns, and then "
      "in all columns.";
  row.rounds = "log2 N";
  row.latency = "log2 N·t_s + (a+b-2)·t_d + (N-1)·μ·t_m";
  row.combining = true;
  row.validate = validate_mesh;
  row.build = build_mesh;
  row.closed_form = closed_form;
  return row;
}

Row gather_line() {
  Row row = gather_of(scatter_line());
  row.id = "gather-line";
  row.definition =
      "The scatter on a line backwards: in the round of offset 1, 2, … z/2 half of the nodes that "
      "have packets send all of them to the node whose label differs in that bit.";
  row.build = [](const RowRequest& request) { return dual(build_line(request), "gather-line"); };
  return row;
}

Row gather_mesh() {
  Row row = gather_of(scatter_mesh());
  row.id = "gather-mesh";
  row.definition =
      "The scatter on a mesh backwards: recursive doubling in all columns, and then in the root's "
      "row with what its nodes have from their columns.";
  row.build = [](const RowRequest& request) { return dual(build_mesh(request), "gather-mesh"); };
  return row;
}

}  // namespace flitcast
