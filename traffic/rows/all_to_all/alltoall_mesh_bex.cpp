#include "traffic/row/row_support.h"
#include "traffic/schedule/messages.h"
#include "traffic/steps/hypercube_steps.h"
#include "traffic/theory/powers_of_two.h"

namespace flitcast {
namespace rows::alltoall_mesh_bex {

/// The exchange between the halves of all blocks of 2·`offset` nodes along one dimension: a step of
/// the standard exchange on the hypercube, between nodes `offset` apart.
struct Phase {
  HypercubeStep step;
  int dimension;
  std::uint32_t offset;
};

/// Dimensions take turns, x first, as long as both are left; offsets fall from half a side to 1.
std::vector<Phase> phases_of(const Topology& mesh) {
  std::vector<Phase> phases;
  std::uint64_t left[] = {halvings(mesh.side(0)), halvings(mesh.side(1))};
  NodeId earlier = 0;
  for (int d = left[0] > 0 ? 0 : 1; left[0] + left[1] > 0; d = left[1 - d] > 0 ? 1 - d : d) {
    const std::uint32_t offset = 1U << --left[d];
    const NodeId bit = d == 0 ? offset : offset * mesh.side(0);
    phases.push_back({{bit, earlier, mesh.nodes() - 1 - earlier - bit}, d, offset});
    earlier += bit;
  }
  return phases;
}

bool serialised_by_network(const RowRequest& request) {
  return request.variant == "raw";
}

/// The pairs of one turn of a phase, one of every block of every line, or those of all turns.
void fill(const Phase& phase, std::optional<std::uint64_t> turn, const Routing& routing,
          Round& out) {
  const Topology& mesh = routing.topology();
  for (NodeId node = 0; node < mesh.nodes(); ++node) {
    if (!turn || mesh.coordinate(node, phase.dimension) % phase.offset == *turn) {
      begin_unicast(out, routing, node, node ^ phase.step.bit);
      add_exchanged_blocks(phase.step, node, out);
    }
  }
}

void lay(const RowRequest& request, Schedule& schedule) {
  const std::vector<Phase> phases = phases_of(request.topology);
  const std::uint64_t held = std::uint64_t{request.topology.nodes()} * request.message_flits;
  if (serialised_by_network(request)) {
    schedule.rounds = phases.size();
    schedule.fill = [phases, held, &routing = request.routing](std::uint64_t round, Round& out) {
      fill(phases[round], std::nullopt, routing, out);
      out.set_copy_flits(held);
    };
    return;
  }
  schedule.rounds = request.topology.side(0) + request.topology.side(1) - 2;
  schedule.fill = [phases, held, &routing = request.routing](std::uint64_t round, Round& out) {
    auto phase = phases.begin();
    for (; round >= phase->offset; ++phase) {
      round -= phase->offset;
    }
    fill(*phase, round, routing, out);
    if (round + 1 == phase->offset) {
      out.set_copy_flits(held);
    }
  };
}

/// With s = 1, 2, 4, … to half the side, Σs = side − 1 and Σs² = (side² − 1)/3 in each dimension. A
/// phase takes s rounds of s links, or one round in which s worms of L = N/2·μ flits go over the
/// middle channel one behind the other, the nearest one first, and the last one ends right after
/// it: t_s + t_d + (s(L + 1) − 1)·t_m. It is held up where the tail in front of it was, by a router
/// with a delay, if it cannot catch up with it, as it can for t_m > 1; and in cut-through where it
/// waits for a buffer to be empty.
std::optional<Coefficients> closed_form(const RowRequest& request) {
  if (request.stores_and_forwards()) {
    return std::nullopt;
  }
  const Topology& mesh = request.topology;
  const std::int64_t x = mesh.side(0);
  const std::int64_t y = mesh.side(1);
  const std::int64_t nodes = mesh.nodes();
  const auto phases = static_cast<std::int64_t>(halvings(mesh.side(0)) + halvings(mesh.side(1)));
  const std::int64_t turns = x - 1 + y - 1;
  Coefficients cost;
  cost.mu_t_m = {turns * nodes, 2};
  cost.mu_t_r = phases * nodes;
  if (serialised_by_network(request)) {
    cost.t_s = phases;
    cost.t_d = phases;
    cost.t_m = turns - phases;
  } else {
    cost.t_s = turns;
    cost.t_d = (x * x - 1) / 3 + (y * y - 1) / 3;
  }
  return cost;
}

}  // namespace rows::alltoall_mesh_bex

Row aas_mesh_bex() {
  Row row{};
  row.id = "aas-mesh-bex";
  row.number = "A9";
  row.operation = &operations::all_to_all_scatter();
  row.topologies = "two-dimensional mesh";
  row.source = "Tvrdík CS838 §14 \"Binary exchange AAS (BEX)\"";
  row.conditions = "sides powers of two, 2 to 2^14 nodes";
  row.definition =
      "Standard exchange along x and y in turns, between nodes half a side apart, then a quarter, "
      "down to neighbours: s rounds for nodes s apart, one pair of every block of a line each; raw "
      "has all pairs in one round, whose worms the middle channels take one by one.";
  row.rounds = "2^k + 2^l - 2; raw: k + l";
  row.latency =
      "(a+b-2)·(t_s + N/2·μ·t_m) + (a²+b²-2)/3·t_d + (k+l)·N·μ·t_r with a = 2^k, b = 2^l; raw: "
      "(k+l)·(t_s + t_d - t_m + N·μ·t_r) + (a+b-2)·(N/2·μ+1)·t_m, exact for wormhole routers with "
      "t_d ≤ (N/2·μ+1)·t_m and, where t_m = 1, no delay of their own, else a lower bound";
  row.contention =
      "raw: the s worms of a phase of offset s share the channels in the middle of every block of "
      "2s nodes";
  row.counts_waiting = true;
  row.combining = true;
  row.variants = {"standard", "raw"};
  row.validate = check_power_of_two_mesh;
  row.lay = rows::alltoall_mesh_bex::lay;
  row.closed_form = rows::alltoall_mesh_bex::closed_form;
  return row;
}

}  // namespace flitcast
