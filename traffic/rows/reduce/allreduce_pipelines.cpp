#include <algorithm>
#include <utility>

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
void fill(const Routing& routing, const EmbeddedTorus& torus, std::uint64_t round,
          std::uint64_t rounds, Round& out) {
  const Topology& grid = torus.places();
  const Phase phase = phase_of(grid, round, rounds);
  const Pipeline line(routing, torus, phase.dimension, Pipeline::Sense::kUp);
  out.set_transfer(phase.gathers ? Transfer::kCopy : Transfer::kMoveAndAdd);
  line.fill(phase.round, phase.round + 1, out, [&](NodeId origin, NodeId, NodeId) {
    const NodeId place = grid.coordinate(origin, phase.dimension);
    const NodeId coordinate = phase.gathers ? (place + 1) % line.side() : place;
    add_parts(grid, phase.dimension, origin, coordinate, out);
  });
}

void lay(const RowRequest& request, EmbeddedTorus torus, Schedule& schedule) {
  cut_blocks(request.topology.nodes(), schedule);
  schedule.rounds = static_cast<std::uint64_t>(2 * links_of_lines(torus.places()));
  schedule.fill = [&routing = request.routing, torus = std::move(torus), rounds = schedule.rounds](
                      std::uint64_t round, Round& out) {
    fill(routing, torus, round, rounds, out);
  };
}

/// Every node sends all parts but its own and then all but one again, most of them along the first
/// side.
Coefficients cost_of_pipelines(const RowRequest& request, std::vector<TorusSide> sides) {
  const std::int64_t nodes = request.topology.nodes();
  std::reverse(sides.begin(), sides.end());
  const Coefficients half = pipelines_cost(sides, request.switching, nodes);
  Coefficients cost = half;
  cost += half;
  cost.mu_t_op = {nodes - 1, nodes};
  return cost;
}

Row row_on(TorusLayout layout) {
  Row row{};
  row.operation = &operations::all_reduce();
  row.lay = [layout](const RowRequest& request, Schedule& schedule) {
    lay(request, {layout, request.topology}, schedule);
  };
  row.closed_form = [layout](const RowRequest& request) {
    return cost_of_pipelines(request, torus_sides(layout, request.topology));
  };
  return row;
}

// --- ring and line ------------------------------------------------------------------------------

void validate_ring(const RowRequest& request) {
  check_line_or_ring(request);
  check_vector_parts(request, request.topology.nodes());
}

/// On a line what the last node has for the first goes back over all links.
std::optional<Coefficients> cost_of_ring(const RowRequest& request) {
  const std::int64_t nodes = request.topology.nodes();
  return cost_of_pipelines(request, {{nodes, request.topology.wraps() ? 1 : nodes - 1}});
}

// --- torus and mesh -----------------------------------------------------------------------------

void validate_torus(const RowRequest& request) {
  if (!is_torus(request.topology) || request.topology.dimensions() < 2) {
    check_torus_2d(request);
  }
  check_vector_parts(request, request.topology.nodes());
}

void validate_mesh(const RowRequest& request) {
  check_mesh(request);
  check_vector_parts(request, request.topology.nodes());
}

void validate_mesh_with_ring(const RowRequest& request) {
  check_mesh_with_ring(request);
  check_vector_parts(request, request.topology.nodes());
}

}  // namespace rows::allreduce_pipelines

Row allreduce_ring() {
  Row row = rows::allreduce_pipelines::row_on(TorusLayout::kNatural);
  row.id = "allreduce-ring";
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
  row.closed_form = rows::allreduce_pipelines::cost_of_ring;
  return row;
}

Row allreduce_torus2d_bucket() {
  Row row = rows::allreduce_pipelines::row_on(TorusLayout::kNatural);
  row.id = "allreduce-torus2d-bucket";
  row.topologies = "torus of two dimensions or more";
  row.source =
      "Jain and Sabharwal, \"Optimal bucket algorithms for large MPI collectives on torus "
      "interconnects\", ICS 2010";
  row.conditions = "at most 2^11 nodes; μ a multiple of p";
  row.definition =
      "The pipelines of allreduce-ring: reduce-scatter in the rows, then in the columns with what "
      "is left, and so on; all-gather back over the dimensions.";
  row.rounds = "2Σ(z_i - 1)";
  row.latency = "2Σ(z_i-1)·(t_s + t_d) + 2(p-1)/p·μ·t_m + (p-1)/p·μ·t_op";
  row.combining = true;
  row.validate = rows::allreduce_pipelines::validate_torus;
  return row;
}

Row allreduce_mesh_bucket() {
  Row row = rows::allreduce_pipelines::row_on(TorusLayout::kFolded);
  row.id = "allreduce-mesh-bucket";
  row.topologies = "mesh of any dimension, line";
  row.source =
      "Barnett, Littlefield, Payne and van de Geijn, \"Global combine on mesh architectures with "
      "wormhole routing\", IPPS 1993: bucket combine and collect, dimension by dimension";
  row.conditions = "2 to 2^11 nodes; μ a multiple of N";
  row.definition =
      "Reduce-scatter in the rows, then in the columns with what is left, and so on; all-gather "
      "back over the dimensions. Lines are rings as in aab-mesh-bucket.";
  row.rounds = "2Σ(z_i - 1)";
  row.latency = "2Σ(z_i-1)·(t_s + 2t_d) + 2(N-1)/N·μ·t_m + (N-1)/N·μ·t_op; t_d alone for z_i = 2";
  row.combining = true;
  row.validate = rows::allreduce_pipelines::validate_mesh;
  return row;
}

Row allreduce_mesh_hamiltonian() {
  Row row = rows::allreduce_pipelines::row_on(TorusLayout::kHamiltonian);
  row.id = "allreduce-mesh-hamiltonian";
  row.topologies = "two-dimensional mesh";
  row.source =
      "Patarasuk and Yuan, \"Bandwidth optimal all-reduce algorithms for clusters of "
      "workstations\", J. Parallel Distrib. Comput. 69(2), 2009: a logical ring without contention";
  row.conditions = "both sides of 2 nodes or more, at most 2^11 nodes; μ a multiple of p";
  row.definition = "The pipelines of allreduce-ring around the ring of aab-mesh-hamiltonian.";
  row.rounds = "2(p - 1)";
  row.latency = "2(p-1)·(t_s + t_d) + 2(p-1)/p·μ·t_m + (p-1)/p·μ·t_op; both sides odd: 2t_d";
  row.validate = rows::allreduce_pipelines::validate_mesh_with_ring;
  return row;
}

}  // namespace flitcast
