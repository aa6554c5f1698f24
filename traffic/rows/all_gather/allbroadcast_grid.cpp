#include "traffic/row/row_support.h"
#include "traffic/steps/pipeline.h"
#include "traffic/theory/distance.h"

namespace flitcast {
namespace rows::allbroadcast_grid {

/// Before the phase of a dimension every node has the packets of the nodes that differ from it in
/// the dimensions below only. It passes them on in one message, and then what the round before
/// brought.
void fill(const Routing& routing, std::uint64_t round, Round& out) {
  const PipelinePhase phase = pipeline_phase(routing.topology(), round);
  const Pipeline line(routing, phase.dimension, Pipeline::Sense::kUp);
  line.fill(phase.round, phase.round + 1, out, [&](NodeId origin, NodeId, NodeId) {
    const NodeId first = origin - origin % line.stride();
    for (NodeId from = first; from < first + line.stride(); ++from) {
      out.add_block(make_block(from, Block::kEveryone));
    }
  });
}

void lay(const RowRequest& request, Schedule& schedule) {
  schedule.rounds = static_cast<std::uint64_t>(links_of_lines(request.topology));
  schedule.fill = [&routing = request.routing](std::uint64_t round, Round& out) {
    fill(routing, round, out);
  };
}

/// Every node receives every packet but its own once, in the same rounds as the others.
std::optional<Coefficients> closed_form(const RowRequest& request) {
  Coefficients cost;
  cost.t_s = links_of_lines(request.topology);
  cost.t_d = cost.t_s;
  cost.mu_t_m = std::int64_t{request.topology.nodes()} - 1;
  return cost;
}

}  // namespace rows::allbroadcast_grid

Row aab_ring() {
  Row row{};
  row.id = "aab-ring";
  row.number = "G1";
  row.operation = &operations::all_to_all_broadcast();
  row.topologies = "ring, one-dimensional torus";
  row.source = "Grama et al. ch. 4, ALL_TO_ALL_BC_RING";
  row.conditions = "3 to 2^14 nodes";
  row.definition =
      "Every node passes on to its next neighbour what the last round brought, starting with its "
      "own packet.";
  row.rounds = "p - 1";
  row.latency = "(p-1)·t_s + (p-1)·t_d + (p-1)·μ·t_m";
  row.validate = check_ring;
  row.lay = rows::allbroadcast_grid::lay;
  row.closed_form = rows::allbroadcast_grid::closed_form;
  return row;
}

Row aab_mesh() {
  Row row{};
  row.id = "aab-mesh";
  row.number = "G2";
  row.operation = &operations::all_to_all_broadcast();
  row.topologies = "torus of any dimension, ring";
  row.source = "Grama et al. ch. 4, ALL_TO_ALL_BC_MESH (a mesh with wraparound links)";
  row.conditions = "sides of 3 nodes or more, at most 2^14 nodes";
  row.definition =
      "The pipeline of aab-ring in every row, then in every column with all packets of a row in "
      "one message, and so on in further dimensions.";
  row.rounds = "Σ(z_i - 1) (q×q: 2(q-1))";
  row.latency = "Σ(z_i-1)·(t_s + t_d) + (N-1)·μ·t_m";
  row.combining = true;
  row.validate = check_torus;
  row.lay = rows::allbroadcast_grid::lay;
  row.closed_form = rows::allbroadcast_grid::closed_form;
  return row;
}

}  // namespace flitcast
