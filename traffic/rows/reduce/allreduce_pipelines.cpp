#include "traffic/row/row_support.h"
#include "traffic/rows/reduce/allreduce_parts.h"
#include "traffic/steps/pipeline.h"
#include "traffic/theory/distance.h"

namespace flitcast {
namespace rows::allreduce_pipelines {

// --- the schedule -------------------------------------------------------------------------------

/// A pipeline in all lines along one dimension, part of either half of an all-reduce.
struct Phase {
  int dimension;
  bool gathers;  ///< what was reduced before
  NodeId round;  ///< of the phase
};

/// The reduce-scatters go up the dimensions, the all-gathers down.
Phase phase_of(const Topology& grid, std::uint64_t round, std::uint64_t rounds) {
  const bool gathers = round >= rounds / 2;
  std::uint64_t left = gathers ? rounds - 1 - round : round;
  int dimension = 0;
  while (left >= grid.side(dimension) - 1) {
    left -= grid.side(dimension++) - 1;
  }
  const auto depth = static_cast<NodeId>(left);
  return {dimension, gathers, gathers ? grid.side(dimension) - 2 - depth : depth};
}

/// There are as many parts as nodes, and a part has coordinates like a node. A pipeline along a
/// dimension deals with the parts of one coordinate there at a time; in earlier dimensions `node`
/// and its line have those parts only that come one after its own coordinate, in later ones all.
void add_parts(const Topology& grid, int dimension, NodeId node, NodeId coordinate, Round& out) {
  NodeId first = 0;
  NodeId above = grid.side(dimension);
  for (int d = 0; d < dimension; ++d) {
    first = grid.with_coordinate(first, d, (grid.coordinate(node, d) + 1) % grid.side(d));
    above *= grid.side(d);
  }
  first = grid.with_coordinate(first, dimension, coordinate);
  for (NodeId part = first; part < grid.nodes(); part += above) {
    out.add_block(vector_part(part));
  }
}

/// In round r of a reduce-scatter the sums of the parts of coordinate c move on from the node r
/// ahead of c, so that they end one before it. In an all-gather they start there.
void fill(const Routing& routing, std::uint64_t round, std::uint64_t rounds, Round& out) {
  const Topology& grid = routing.topology();
  const Phase phase = phase_of(grid, round, rounds);
  const Pipeline line(routing, phase.dimension, Pipeline::Sense::kUp);
  out.set_transfer(phase.gathers ? Transfer::kCopy : Transfer::kMoveAndAdd);
  line.fill(phase.round, phase.round + 1, out, [&](NodeId origin, NodeId, NodeId) {
    const NodeId place = grid.coordinate(origin, phase.dimension);
    const NodeId coordinate = phase.gathers ? (place + 1) % line.side() : place;
    add_parts(grid, phase.dimension, origin, coordinate, out);
  });
}

void lay(const RowRequest& request, Schedule& schedule) {
  cut_blocks(request.topology.nodes(), schedule);
  schedule.rounds = static_cast<std::uint64_t>(2 * links_of_lines(request.topology));
  schedule.fill = [&routing = request.routing, rounds = schedule.rounds](
                      std::uint64_t round, Round& out) { fill(routing, round, rounds, out); };
}

/// Rounds of messages of `hops` links, in which every node sends all parts but its own and then all
/// but one again.
Coefficients cost_of_pipelines(const RowRequest& request, std::int64_t hops) {
  const std::int64_t nodes = request.topology.nodes();
  Coefficients cost;
  cost.t_s = 2 * links_of_lines(request.topology);
  cost.t_d = cost.t_s * hops;
  cost.mu_t_m = {2 * (nodes - 1) * (request.stores_and_forwards() ? hops : 1), nodes};
  cost.mu_t_op = {nodes - 1, nodes};
  return cost;
}

// --- ring and line ------------------------------------------------------------------------------

void validate_ring(const RowRequest& request) {
  check_line_or_ring(request);
  check_vector_parts(request, request.topology.nodes());
}

/// On a line what the last node has for the first goes back over all links.
std::optional<Coefficients> cost_of_ring(const RowRequest& request) {
  const Topology& topology = request.topology;
  return cost_of_pipelines(request, topology.wraps() ? 1 : std::int64_t{topology.nodes()} - 1);
}

// --- torus --------------------------------------------------------------------------------------

void validate_torus(const RowRequest& request) {
  check_torus_2d(request);
  check_vector_parts(request, request.topology.nodes());
}

std::optional<Coefficients> cost_of_torus(const RowRequest& request) {
  return cost_of_pipelines(request, 1);
}

}  // namespace rows::allreduce_pipelines

Row allreduce_ring() {
  Row row{};
  row.id = "allreduce-ring";
  row.operation = &operations::all_reduce();
  row.topologies = "line, ring, one-dimensional mesh or torus";
  row.source =
      "Patarasuk and Yuan, \"Bandwidth optimal all-reduce algorithms for clusters of "
      "workstations\", J. Parallel Distrib. Comput. 69(2), 2009";
  row.conditions = "2 to 2^11 nodes; μ a multiple of p";
  row.definition =
      "Reduce-scatter and all-gather by a pipeline: every node passes one of p parts of the vector "
      "on in every round, which its next neighbour adds to its own, and then the sums. On a line a "
      "worm goes back from the last node to the first, against the stream.";
  row.rounds = "2(p - 1)";
  row.latency = "2(p-1)·t_s + 2(p-1)·t_d + 2(p-1)/p·μ·t_m + (p-1)/p·μ·t_op; line: 2(p-1)² for t_d";
  row.validate = rows::allreduce_pipelines::validate_ring;
  row.lay = rows::allreduce_pipelines::lay;
  row.closed_form = rows::allreduce_pipelines::cost_of_ring;
  return row;
}

Row allreduce_torus2d_bucket() {
  Row row{};
  row.id = "allreduce-torus2d-bucket";
  row.operation = &operations::all_reduce();
  row.topologies = "two-dimensional torus";
  row.source =
      "Jain and Sabharwal, \"Optimal bucket algorithms for large MPI collectives on torus "
      "interconnects\", ICS 2010";
  row.conditions = "at most 2^11 nodes; μ a multiple of p";
  row.definition =
      "The pipelines of allreduce-ring: reduce-scatter in the rows, then in the columns with what "
      "is left, all-gather in the columns, then in the rows.";
  row.rounds = "2(a - 1) + 2(b - 1)";
  row.latency = "(2(a-1) + 2(b-1))·(t_s + t_d) + 2(p-1)/p·μ·t_m + (p-1)/p·μ·t_op; p = a·b";
  row.combining = true;
  row.validate = rows::allreduce_pipelines::validate_torus;
  row.lay = rows::allreduce_pipelines::lay;
  row.closed_form = rows::allreduce_pipelines::cost_of_torus;
  return row;
}

}  // namespace flitcast
