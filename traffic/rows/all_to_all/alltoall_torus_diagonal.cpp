#include <algorithm>

#include "traffic/row/row_support.h"
#include "traffic/schedule/messages.h"
#include "traffic/steps/hypercube_steps.h"
#include "traffic/theory/powers_of_two.h"

namespace flitcast {
namespace rows::alltoall_torus_diagonal {

// A packet goes along each dimension by a sum of offsets, powers of two below the side, one on each
// level from the highest down. Packets of nodes whose coordinates have an even sum go up, those of
// the others down; by offset 1 all of them go up.
//
// A diagonal of a level are the nodes whose coordinates have the same sum modulo its offset. In a
// row or column they are one offset apart, so that one diagonal takes all links of a sense, each
// once; and by this offset a packet stays on its diagonal, on this level and on all below.

/// A round, in which at most four diagonals send: a pair of them along each dimension, one up, one
/// down. Of the levels of offsets 2 and 1, single diagonals instead of pairs.
struct Phase {
  std::uint32_t offset;
  std::uint32_t number;  ///< on its level, which has max(2, offset/2)
};

Phase phase_of(std::uint32_t longer_side, std::uint64_t round) {
  std::uint32_t offset = longer_side / 2;
  for (; round >= std::max(2U, offset / 2); offset /= 2) {
    round -= std::max(2U, offset / 2);
  }
  return {offset, static_cast<std::uint32_t>(round)};
}

NodeId sum_of_coordinates(const Topology& torus, NodeId node) {
  return torus.coordinate(node, 0) + torus.coordinate(node, 1);
}

/// In which phase of the level a node sends along a dimension: two pairs of diagonals take turns.
std::uint32_t phase_of_node(const Topology& torus, std::uint32_t offset, NodeId node, int d) {
  const NodeId diagonal = sum_of_coordinates(torus, node) % offset;
  return (offset < 4 ? diagonal : diagonal / 2) ^ static_cast<std::uint32_t>(d);
}

/// Sums of offsets along both dimensions.
struct Way {
  NodeId sums[2];

  bool changes_parity() const { return (sums[0] + sums[1]) % 2 == 1; }
};

/// Where a packet gets to from `node` by way of `way`, or, back, where it came from; `down` for
/// packets whose origin has an odd sum.
NodeId moved(const Topology& torus, NodeId node, const Way& way, bool down, bool back) {
  for (int d = 0; d < 2; ++d) {
    const NodeId side = torus.side(d);
    const NodeId sum = way.sums[d];
    const NodeId up = down ? side + 2 * (sum % 2) - sum : sum;
    node = torus.with_coordinate(node, d,
                                 (torus.coordinate(node, d) + (back ? 2 * side - up : up)) % side);
  }
  return node;
}

/// Of what a node holds, half goes along a dimension: the packets with this offset in their way.
/// It holds those that have gone the higher offsets of theirs to get here, and this one too along
/// the other dimension where that had its turn.
void add_packets(const Topology& torus, const Phase& phase, NodeId node, int along, Round& out) {
  NodeId gone[2];
  NodeId left[2];
  for (int d = 0; d < 2; ++d) {
    const bool had_its_turn =
        d != along && phase_of_node(torus, phase.offset, node, d) < phase.number;
    const NodeId below = had_its_turn ? phase.offset : 2 * phase.offset;
    gone[d] = (torus.side(d) - 1) & ~(below - 1);
    left[d] = (torus.side(d) - 1) & (below - 1) & ~(d == along ? phase.offset : 0);
  }
  const bool odd = sum_of_coordinates(torus, node) % 2 == 1;
  for_each_subset(gone[1], [&](NodeId gone_y) {
    for_each_subset(gone[0], [&](NodeId gone_x) {
      const Way way{{gone_x, gone_y}};
      const bool down = odd != way.changes_parity();
      const NodeId origin = moved(torus, node, way, down, true);
      for_each_subset(left[1], [&](NodeId left_y) {
        for_each_subset(left[0], [&](NodeId left_x) {
          Way whole{{gone_x + left_x, gone_y + left_y}};
          whole.sums[along] += phase.offset;
          out.add_block(make_block(origin, moved(torus, origin, whole, down, false)));
        });
      });
    });
  });
}

void fill(const Topology& torus, const Phase& phase, Round& out) {
  for (NodeId node = 0; node < torus.nodes(); ++node) {
    for (int d = 0; d < 2; ++d) {
      const NodeId side = torus.side(d);
      if (phase.offset >= side || phase_of_node(torus, phase.offset, node, d) != phase.number) {
        continue;
      }
      const bool down = phase.offset > 1 && sum_of_coordinates(torus, node) % 2 == 1;
      const NodeId links = down ? side - phase.offset : phase.offset;
      out.begin(node);
      out.add_destination(
          torus.with_coordinate(node, d, (torus.coordinate(node, d) + links) % side));
      for (std::uint32_t link = 0; link < phase.offset; ++link) {
        out.add_port(static_cast<PortId>(2 * d + (down ? 1 : 0)));
      }
      add_packets(torus, phase, node, d, out);
    }
  }
}

std::uint32_t longer_side(const Topology& torus) {
  return std::max(torus.side(0), torus.side(1));
}

void lay(const RowRequest& request, Schedule& schedule) {
  const Topology& torus = request.topology;
  const std::uint64_t held = std::uint64_t{torus.nodes()} * request.message_flits;
  schedule.rounds = longer_side(torus) / 2 + 2;
  schedule.fill = [&torus, held](std::uint64_t round, Round& out) {
    const Phase phase = phase_of(longer_side(torus), round);
    fill(torus, phase, out);
    if (phase.offset > 1 && phase.number + 1 == std::max(2U, phase.offset / 2)) {
      out.set_copy_flits(held);
    }
  };
}

/// Every phase moves N/2 packets. Those of offset s >= 4 are s/2, for s = 2 and 1 they are 2.
std::optional<Coefficients> closed_form(const RowRequest& request) {
  const std::int64_t nodes = request.topology.nodes();
  const std::int64_t longer = longer_side(request.topology);
  Coefficients cost;
  cost.t_s = longer / 2 + 2;
  cost.t_d = (longer * longer / 2 + 10) / 3;
  cost.mu_t_m = nodes / 2 * (request.stores_and_forwards() ? cost.t_d : cost.t_s);
  cost.mu_t_r = nodes * (static_cast<std::int64_t>(halvings(longer_side(request.topology))) - 1);
  return cost;
}

void validate(const RowRequest& request) {
  check_torus_2d(request);
  check_powers_of_two(request);
  std::vector<std::uint32_t> sides = request.topology.sides();
  for (std::uint32_t& side : sides) {
    side = std::max(side, 4U);
  }
  if (sides != request.topology.sides()) {
    throw ParameterError("topology.dims", join_dims(request.topology.sides()) +
                                              " has a side below 4; the nearest is " +
                                              join_dims(sides));
  }
}

}  // namespace rows::alltoall_torus_diagonal

Row aas_torus2d_diagonal() {
  Row row{};
  row.id = "aas-torus2d-diagonal";
  row.operation = &operations::all_to_all_scatter();
  row.topologies = "two-dimensional torus";
  row.source =
      "Tseng, Gupta and Panda, \"An efficient scheme for complete exchange in 2D tori\", IPPS "
      "1995, "
      "and with Lin, IEEE Trans. Parallel Distrib. Syst. 8(4), 1997: the propagation between "
      "diagonals; reconstructed, which packets go when is not the papers' text";
  row.conditions = "sides powers of two of 4 nodes or more, at most 2^14 nodes";
  row.definition =
      "Packets go along both dimensions by a power of two after the other, from half a side to 1. "
      "For s links four diagonals, of nodes whose coordinates have the same sum mod s, send at a "
      "time, one each right, left, up and down, and so take every link once.";
  row.rounds = "z/2 + 2 with z the longer side";
  row.latency =
      "(z/2+2)·t_s + (z²/2+10)/3·t_d + N(z+4)/4·μ·t_m + (log2 z - 1)·N·μ·t_r; store-and-forward "
      "N(z²+20)/12·μ·t_m";
  row.combining = true;
  row.validate = rows::alltoall_torus_diagonal::validate;
  row.lay = rows::alltoall_torus_diagonal::lay;
  row.closed_form = rows::alltoall_torus_diagonal::closed_form;
  return row;
}

}  // namespace flitcast
