#include "traffic/row/row_support.h"
#include "traffic/steps/micropermutations.h"

namespace flitcast {
namespace rows::alltoall_ring_dex {

constexpr NodeId kSmallest = 4;

void validate(const RowRequest& request) {
  check_ring_from(kSmallest, request);
}

/// On four nodes everybody sends and receives twice in the first micropermutation: with one port
/// its cycles, one in either sense, take a round each.
bool takes_cycles_apart(const RowRequest& request) {
  return request.topology.nodes() == 4 && !request.all_port();
}

/// Where the number of nodes is no multiple of 4, up to three positions are virtual and lie on the
/// link that closes the ring: what they would send or receive is not sent.
Micropermutations permutations_of(const RowRequest& request) {
  return Micropermutations((request.topology.nodes() + 3) / 4);
}

/// One round for each micropermutation, but the last one of five nodes has virtual positions only.
std::uint64_t rounds_of(const RowRequest& request) {
  const std::uint64_t permutations = permutations_of(request).count();
  if (takes_cycles_apart(request)) {
    return permutations + 1;
  }
  return request.topology.nodes() == 5 ? permutations - 1 : permutations;
}

void send(const RingMove& move, const Topology& ring, Round& out) {
  if (move.from < ring.nodes() && move.to < ring.nodes()) {
    out.begin(move.from);
    out.add_destination(move.to);
    out.add_block(make_block(move.from, move.to));
    add_move(out, ring, move.from, 0, move);
  }
}

void lay(const RowRequest& request, Schedule& schedule) {
  const Topology& ring = request.topology;
  const Micropermutations permutations = permutations_of(request);
  schedule.rounds = rounds_of(request);
  if (takes_cycles_apart(request)) {
    schedule.fill = [permutations, &ring](std::uint64_t round, Round& out) {
      for (const RingMove& move : permutations.moves(permutations.at(round / 2))) {
        if (round == 2 || move.up == (round == 1)) {
          send(move, ring, out);
        }
      }
    };
  } else {
    schedule.fill = [permutations, &ring](std::uint64_t round, Round& out) {
      for (const RingMove& move : permutations.moves(permutations.at(round))) {
        send(move, ring, out);
      }
    };
  }
}

/// Virtual positions shorten none of the longest paths, as there are others of the same length, and
/// leave one round of two links out on five nodes. Four nodes have neighbours and opposite nodes.
std::optional<Coefficients> closed_form(const RowRequest& request) {
  if (request.stores_and_forwards()) {
    return std::nullopt;
  }
  const std::int64_t nodes = request.topology.nodes();
  Coefficients cost;
  cost.t_s = static_cast<std::int64_t>(rounds_of(request));
  cost.mu_t_m = cost.t_s;
  if (nodes == 4) {
    cost.t_d = cost.t_s + 1;
  } else {
    cost.t_d = sum_of_longest_moves((nodes + 3) / 4) - (nodes == 5 ? 4 : 0);
  }
  return cost;
}

}  // namespace rows::alltoall_ring_dex

Row aas_ring_dex() {
  Row row{};
  row.id = "aas-ring-dex";
  row.number = "A17, A18";
  row.operation = &operations::all_to_all_scatter();
  row.topologies = "ring, one-dimensional torus";
  row.source = "Tvrdík CS838 §14 \"Meshes/tori\", direct exchange on a cycle, with 2⌈z/4⌉² rounds";
  row.conditions = "4 to 2^14 nodes";
  row.definition =
      "Direct exchange by micropermutations: in every round two cycles of up to four nodes, one in "
      "either sense of the ring, keep all channels busy on shortest paths; where z is no multiple "
      "of 4, up to three nodes of the cycles are missing.";
  row.rounds = "2⌈z/4⌉², z²/8 for z = 4t; z = 4: 3, all-port 2; z = 5: 7";
  row.latency =
      "2t²·(t_s + μ·t_m) + (3t³+t-2)·t_d, for odd t (3t³+t-1)·t_d, with t = ⌈z/4⌉, z > 5; z = 5: "
      "7·t_s + 20·t_d + 7·μ·t_m; z = 4: 3·t_s + 4·t_d + 3·μ·t_m, all-port 2·t_s + 3·t_d + 2·μ·t_m";
  row.validate = rows::alltoall_ring_dex::validate;
  row.lay = rows::alltoall_ring_dex::lay;
  row.closed_form = rows::alltoall_ring_dex::closed_form;
  return row;
}

}  // namespace flitcast
