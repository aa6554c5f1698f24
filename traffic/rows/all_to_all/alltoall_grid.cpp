#include <algorithm>

#include "traffic/row/row_support.h"
#include "traffic/steps/pipeline.h"

namespace flitcast {
namespace rows::alltoall_grid {

// --- the schedule -------------------------------------------------------------------------------

/// What the algorithm has to do in a network: a phase for every side of more than one node.
struct Work {
  std::int64_t nodes = 0;
  std::int64_t phases = 0;
  std::int64_t rounds = 0;     ///< Σ(z_i − 1)
  std::int64_t worm_hops = 0;  ///< Σ(z_i − 1)²
};

Work work_of(const Topology& grid) {
  Work work;
  work.nodes = grid.nodes();
  for (const std::uint32_t side : grid.sides()) {
    const std::int64_t steps = std::int64_t{side} - 1;
    work.phases += steps > 0 ? 1 : 0;
    work.rounds += steps;
    work.worm_hops += steps * steps;
  }
  return work;
}

/// Before the phase of a dimension a packet stands where its final has the coordinates below the
/// dimension and its origin has the others; behind it, the dimension's coordinate is the final's,
/// too. The lines of the phase therefore take the packets from all origins that differ from
/// `origin` below the dimension, for all finals that differ from `final` above it.
void add_packets(const Pipeline& line, NodeId nodes, NodeId origin, NodeId final, Round& out) {
  const NodeId below = line.stride();
  const NodeId above = line.stride() * line.side();
  const NodeId first_origin = origin - origin % below;
  for (NodeId from = first_origin; from < first_origin + below; ++from) {
    for (NodeId to = final % above; to < nodes; to += above) {
      out.add_block(make_block(from, to));
    }
  }
}

/// Round `round` of the schedule. Between phases all nodes put their `held` flits in order.
void fill(const Routing& routing, std::uint64_t round, std::uint64_t held, Round& out) {
  const Topology& grid = routing.topology();
  const PipelinePhase phase = pipeline_phase(grid, round);
  const Pipeline line(routing, phase.dimension, Pipeline::Sense::kUp);
  const NodeId reach = line.side() - 1;
  line.fill(phase.round, reach, out, [&](NodeId origin, NodeId final, NodeId) {
    add_packets(line, grid.nodes(), origin, final, out);
  });
  const auto later = grid.sides().begin() + phase.dimension + 1;
  const bool more = std::any_of(later, grid.sides().end(), [](std::uint32_t z) { return z > 1; });
  if (phase.round + 1 == reach && more) {
    out.set_copy_flits(held);
  }
}

void lay(const RowRequest& request, Schedule& schedule) {
  schedule.rounds = static_cast<std::uint64_t>(work_of(request.topology).rounds);
  const std::uint64_t held = std::uint64_t{request.topology.nodes()} * request.message_flits;
  schedule.fill = [&routing = request.routing, held](std::uint64_t round, Round& out) {
    fill(routing, round, held, out);
  };
}

// --- A2 and A4: links close the lines -----------------------------------------------------------

std::optional<Coefficients> cost_of_torus(const RowRequest& request) {
  const Work work = work_of(request.topology);
  Coefficients cost;
  cost.t_s = work.rounds;
  cost.t_d = work.rounds;
  cost.mu_t_m = {work.nodes * work.rounds, 2};
  cost.mu_t_r = work.nodes * (work.phases - 1);
  return cost;
}

// --- A5: worms close the lines ------------------------------------------------------------------

/// The worm is the longest of its round by z − 2 hops.
std::optional<Coefficients> cost_of_mesh(const RowRequest& request) {
  if (request.stores_and_forwards()) {
    return std::nullopt;
  }
  auto cost = cost_of_torus(request);
  cost->t_d = work_of(request.topology).worm_hops;
  return cost;
}

}  // namespace rows::alltoall_grid

Row aas_ring_1port() {
  Row row{};
  row.id = "aas-ring-1port";
  row.number = "A2";
  row.operation = &operations::all_to_all_scatter();
  row.topologies = "ring, one-dimensional torus";
  row.source = "Tvrdík CS838 §14 \"1D torus\" (1-port); Grama et al. §4.5.1, Eq. 4.7";
  row.conditions = "3 to 2^14 nodes";
  row.definition =
      "Every node passes on to its next neighbour what the last round brought and is not for "
      "itself, starting with all its own packets.";
  row.rounds = "z - 1";
  row.latency = "(z-1)·t_s + (z-1)·t_d + z(z-1)/2·μ·t_m";
  row.combining = true;
  row.model.switching = Switching::kStoreAndForward;
  row.model.duplex = Duplex::kHalf;
  row.validate = check_ring;
  row.lay = rows::alltoall_grid::lay;
  row.closed_form = rows::alltoall_grid::cost_of_torus;
  return row;
}

Row aas_torus_nd_sf() {
  Row row{};
  row.id = "aas-torus-nd-sf";
  row.number = "A4";
  row.operation = &operations::all_to_all_scatter();
  row.topologies = "torus of any dimension, ring";
  row.source = "Tvrdík CS838 §14, higher-dimensional tori (1-port); Grama et al. §4.5.2, Eq. 4.8";
  row.conditions = "sides of 3 nodes or more, at most 2^14 nodes";
  row.definition =
      "The pipeline of aas-ring-1port in every line of dimension 0, then of dimension 1, and so "
      "on, with what is for all nodes beyond a line's node in one message.";
  row.rounds = "Σ(z_i - 1)";
  row.latency = "Σ(z_i-1)·(t_s + t_d + N/2·μ·t_m) + (n-1)·N·μ·t_r";
  row.combining = true;
  row.model.switching = Switching::kStoreAndForward;
  row.model.duplex = Duplex::kHalf;
  row.validate = check_torus;
  row.lay = rows::alltoall_grid::lay;
  row.closed_form = rows::alltoall_grid::cost_of_torus;
  return row;
}

Row aas_mesh_nd_wh_ring() {
  Row row{};
  row.id = "aas-mesh-nd-wh-ring";
  row.number = "A5";
  row.operation = &operations::all_to_all_scatter();
  row.topologies = "mesh of any dimension, line";
  row.source = "Grama et al. §4.5.1 and §4.5.2, on linear arrays and meshes";
  row.conditions = "2 to 2^14 nodes";
  row.definition =
      "The pipelines of aas-torus-nd-sf without wrap links: what the last node of a line has for "
      "the first goes back as a worm over all links of the line, against the stream.";
  row.rounds = "Σ(z_i - 1)";
  row.latency =
      "Σ(z_i-1)·(t_s + N/2·μ·t_m) + Σ(z_i-1)²·t_d + (n-1)·N·μ·t_r; n counts the sides over 1";
  row.combining = true;
  row.validate = check_mesh;
  row.lay = rows::alltoall_grid::lay;
  row.closed_form = rows::alltoall_grid::cost_of_mesh;
  return row;
}

}  // namespace flitcast
