#include "traffic/row/row_support.h"
#include "traffic/steps/pipeline.h"

namespace flitcast {
namespace rows::alltoall_ring {

/// True when packets for the opposite node go half this way, half that way.
bool splits(const RowRequest& request) {
  return request.variant == "split" && request.topology.nodes() % 2 == 0;
}

void validate_allport(const RowRequest& request) {
  check_ring(request);
  if (splits(request)) {
    check_divides(request, 2, "variant split sends half a packet each way");
  }
}

/// Distances up to ⌊z/2⌋ upwards, the others, up to ⌈z/2⌉ − 1, downwards.
void fill_standard(const Routing& ring, std::uint64_t round, Round& out) {
  const NodeId z = ring.topology().nodes();
  const auto number = static_cast<NodeId>(round);
  const auto add = [&](NodeId origin, NodeId final, NodeId) {
    out.add_block(make_block(origin, final));
  };
  Pipeline(ring, 0, Pipeline::Sense::kUp).fill(number, z / 2, out, add);
  Pipeline(ring, 0, Pipeline::Sense::kDown).fill(number, (z - 1) / 2, out, add);
}

/// As above for an even z, but of the two parts of a packet for the opposite node one goes each
/// way.
void fill_split(const Routing& ring, std::uint64_t round, Round& out) {
  const NodeId z = ring.topology().nodes();
  const auto number = static_cast<NodeId>(round);
  for (const auto sense : {Pipeline::Sense::kUp, Pipeline::Sense::kDown}) {
    const std::uint32_t opposite_part = sense == Pipeline::Sense::kUp ? 0 : 1;
    Pipeline(ring, 0, sense)
        .fill(number, z / 2, out, [&](NodeId origin, NodeId final, NodeId distance) {
          for (std::uint32_t part = 0; part < 2; ++part) {
            if (distance < z / 2 || part == opposite_part) {
              out.add_block(make_block(origin, final, part));
            }
          }
        });
  }
}

void lay_allport(const RowRequest& request, Schedule& schedule) {
  const Routing& ring = request.routing;
  schedule.rounds = request.topology.nodes() / 2;
  if (splits(request)) {
    schedule.operation.parts = 2;
    schedule.block_flits = request.message_flits / 2;
    schedule.fill = [&ring](std::uint64_t round, Round& out) { fill_split(ring, round, out); };
  } else {
    schedule.fill = [&ring](std::uint64_t round, Round& out) { fill_standard(ring, round, out); };
  }
}

std::optional<Coefficients> cost_of_allport(const RowRequest& request) {
  const std::int64_t half = request.topology.nodes() / 2;
  Coefficients cost;
  cost.t_s = half;
  cost.t_d = half;
  cost.mu_t_m = {splits(request) ? half * half : half * (half + 1), 2};
  return cost;
}

}  // namespace rows::alltoall_ring

Row aas_ring_allport() {
  Row row{};
  row.id = "aas-ring-allport";
  row.number = "A3";
  row.operation = &operations::all_to_all_scatter();
  row.topologies = "ring, one-dimensional torus";
  row.source = "Tvrdík CS838 §14 \"1D torus\" (all-port)";
  row.conditions = "3 to 2^14 nodes; two ports; split on an even number of nodes: even μ";
  row.definition =
      "Two counter-rotating pipelines: packets go up for distances to ⌊z/2⌋, else down; split "
      "sends a packet for the opposite node half each way.";
  row.rounds = "⌊z/2⌋";
  row.latency =
      "⌊z/2⌋·(t_s + t_d) + c·μ·t_m; c = (z²-1)/8 for odd z, z(z+2)/8 for even z, z²/8 for even z "
      "split";
  row.combining = true;
  row.variants = {"standard", "split"};
  row.model.switching = Switching::kStoreAndForward;
  row.model.ports = RowModel::kAllPorts;
  row.validate = rows::alltoall_ring::validate_allport;
  row.lay = rows::alltoall_ring::lay_allport;
  row.closed_form = rows::alltoall_ring::cost_of_allport;
  return row;
}

}  // namespace flitcast
