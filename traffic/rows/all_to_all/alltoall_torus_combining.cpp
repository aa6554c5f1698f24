#include <algorithm>

#include "traffic/row/row_support.h"
#include "traffic/schedule/messages.h"
#include "traffic/steps/hypercube_steps.h"

namespace flitcast {
namespace rows::alltoall_torus_combining {

// Squares are the 4×4 parts of the torus, whose sides are multiples of 4. A node is in a square,
// and has a place in it: two bits of x, then two of y.

constexpr std::uint32_t kSquare = 4;
constexpr NodeId kPlaces = kSquare * kSquare;
constexpr std::uint64_t kStepsOfPairs = 4;

struct Squares {
  explicit Squares(const Topology& torus)
      : torus(&torus), counts{torus.side(0) / kSquare, torus.side(1) / kSquare} {}

  std::uint32_t square(NodeId node, int d) const { return torus->coordinate(node, d) / kSquare; }
  NodeId place(NodeId node) const {
    return torus->coordinate(node, 0) % kSquare + kSquare * (torus->coordinate(node, 1) % kSquare);
  }
  NodeId node(std::uint32_t x, std::uint32_t y, NodeId place) const {
    return (y * kSquare + place / kSquare) * torus->side(0) + x * kSquare + place % kSquare;
  }
  std::uint32_t most() const { return std::max(counts[0], counts[1]); }
  /// Rounds in which packets go from square to square along a dimension.
  std::uint64_t steps() const { return most() - 1; }

  const Topology* torus;
  std::uint32_t counts[2];  ///< of squares along a dimension
};

// --- from square to square ----------------------------------------------------------------------

/// How the nodes move whose coordinates have the same sum mod 4: in the first phase up x, up y,
/// down x, down y, in the second one along the other dimension. Those of a line that move along it
/// are 4 links apart and so share none.
struct Move {
  int dimension;
  bool up;
};

Move move_of(const Squares& squares, NodeId node, bool second) {
  const NodeId place = squares.place(node);
  const NodeId group = (place % kSquare + place / kSquare) % kSquare;
  return {static_cast<int>((group + (second ? 1 : 0)) % 2), group < 2};
}

/// A round of a phase. One way packets go to squares at any distance; both ways first to those at
/// no more than half of it, and then back to the others.
struct Step {
  std::uint32_t number;
  bool second;  ///< phase
  bool back;
  std::uint32_t parts;  ///< of the distances around: 1, or 2 both ways

  /// Squares that packets move on by, at most.
  std::uint32_t reach(std::uint32_t squares) const {
    return (squares - (back || parts == 1 ? 1 : 0)) / parts;
  }
};

Step step_of(const Squares& squares, bool both_ways, std::uint64_t round) {
  const bool second = round >= squares.steps();
  const auto number = static_cast<std::uint32_t>(round % squares.steps());
  const std::uint32_t there = squares.most() / 2;
  const bool back = both_ways && number >= there;
  return {back ? number - there : number, second, back, both_ways ? 2U : 1U};
}

/// What a node moves on that came from `origin`: packets for the squares in all columns, or rows,
/// at the distance of the step or more from there; in the second phase packets of all nodes that
/// moved to `origin` in the first, for single squares.
void add_packets(const Squares& squares, const Move& move, NodeId origin, const Step& step,
                 Round& out) {
  const int along = move.dimension;
  const int across = 1 - along;
  const std::uint32_t squares_along = squares.counts[along];
  const std::uint32_t squares_across = squares.counts[across];
  const NodeId place = squares.place(origin);
  const auto node_at = [&](std::uint32_t at_along, std::uint32_t at_across, NodeId at_place) {
    return along == 0 ? squares.node(at_along, at_across, at_place)
                      : squares.node(at_across, at_along, at_place);
  };
  const std::uint32_t here = squares.square(origin, along);
  const std::uint32_t beside = squares.square(origin, across);
  for (std::uint32_t distance = step.number + 1; distance <= step.reach(squares_along);
       ++distance) {
    const std::uint32_t ahead =
        (here + (move.up ? distance : squares_along - distance)) % squares_along;
    for (std::uint32_t other = 0; other < squares_across; ++other) {
      for (NodeId to = 0; to < kPlaces; ++to) {
        out.add_block(step.second
                          ? make_block(node_at(here, other, place), node_at(ahead, beside, to))
                          : make_block(origin, node_at(ahead, other, to)));
      }
    }
  }
}

void fill_squares(const Squares& squares, const Step& step, Round& out) {
  const Topology& torus = *squares.torus;
  for (NodeId node = 0; node < torus.nodes(); ++node) {
    Move move = move_of(squares, node, step.second);
    move.up = move.up != step.back;
    const std::uint32_t side = torus.side(move.dimension);
    if (step.number >= step.reach(squares.counts[move.dimension])) {
      continue;
    }
    const auto shifted = [&](std::uint32_t links) {
      return torus.with_coordinate(node, move.dimension,
                                   (torus.coordinate(node, move.dimension) + links) % side);
    };
    out.begin(node);
    out.add_destination(shifted(move.up ? kSquare : side - kSquare));
    for (std::uint32_t link = 0; link < kSquare; ++link) {
      out.add_port(static_cast<PortId>(2 * move.dimension + (move.up ? 0 : 1)));
    }
    const std::uint32_t came = step.number * kSquare;
    add_packets(squares, move, shifted(move.up ? side - came : came), step, out);
  }
}

// --- within squares -----------------------------------------------------------------------------

/// Which bit of places pairs of nodes differ in that exchange in a step: the higher bit of x and
/// that of y, then the lower ones. With the higher bits, nodes whose coordinates have an odd sum
/// begin with y: the ways of the two kinds would cross.
NodeId bit_of(std::uint64_t step, NodeId place) {
  const NodeId odd = (place + place / kSquare) % 2;
  switch (step) {
    case 0:
      return odd == 1 ? 8 : 2;
    case 1:
      return odd == 1 ? 2 : 8;
    case 2:
      return 1;
    default:
      return 4;
  }
}

/// A node has packets whose origins are at its place in any square, but for the bits of steps
/// before, and whose finals are in its square and have these bits in common with it.
void fill_pairs(const Squares& squares, const Routing& routing, std::uint64_t step, Round& out) {
  const Topology& torus = *squares.torus;
  for (NodeId node = 0; node < torus.nodes(); ++node) {
    const NodeId place = squares.place(node);
    const NodeId bit = bit_of(step, place);
    NodeId earlier = 0;
    for (std::uint64_t before = 0; before < step; ++before) {
      earlier |= bit_of(before, place);
    }
    const std::uint32_t x = squares.square(node, 0);
    const std::uint32_t y = squares.square(node, 1);
    begin_unicast(out, routing, node, squares.node(x, y, place ^ bit));
    for_each_subset(earlier, [&](NodeId origin) {
      for_each_subset((kPlaces - 1) & ~(earlier | bit), [&](NodeId final) {
        const NodeId to = squares.node(x, y, place ^ bit ^ final);
        for (std::uint32_t from_y = 0; from_y < squares.counts[1]; ++from_y) {
          for (std::uint32_t from_x = 0; from_x < squares.counts[0]; ++from_x) {
            out.add_block(make_block(squares.node(from_x, from_y, place ^ origin), to));
          }
        }
      });
    });
  }
}

// --- all of it ----------------------------------------------------------------------------------

bool goes_both_ways(const RowRequest& request) {
  return request.variant == "both-ways";
}

void lay(const RowRequest& request, Schedule& schedule) {
  const Squares squares(request.topology);
  const std::uint64_t steps = squares.steps();
  const std::uint64_t held = std::uint64_t{request.topology.nodes()} * request.message_flits;
  schedule.rounds = 2 * steps + kStepsOfPairs;
  schedule.fill = [&routing = request.routing, squares, steps, held,
                   both_ways = goes_both_ways(request)](std::uint64_t round, Round& out) {
    if (round < 2 * steps) {
      fill_squares(squares, step_of(squares, both_ways, round), out);
    } else {
      fill_pairs(squares, routing, round - 2 * steps, out);
    }
    const bool phase_ends = round + 1 == steps || round + 1 == 2 * steps;
    if (phase_ends || round + 1 == 2 * steps + kStepsOfPairs / 2) {
      out.set_copy_flits(held);
    }
  };
}

/// In a round of the first phases the packets for one column of squares fewer move on than in the
/// round before; one way most of them along the longer side. In those of pairs half of all packets.
std::optional<Coefficients> closed_form(const RowRequest& request) {
  const Squares squares(request.topology);
  const std::int64_t nodes = request.topology.nodes();
  const std::int64_t longer = std::int64_t{kSquare} * squares.most();
  const bool stores = request.stores_and_forwards();
  Coefficients cost;
  cost.t_s = longer / 2 + 2;
  cost.t_d = 2 * longer - 2;
  cost.mu_t_m = nodes * (stores ? 3 : 2);
  for (std::uint64_t round = 0; round < 2 * squares.steps(); ++round) {
    const Step step = step_of(squares, goes_both_ways(request), round);
    std::int64_t packets = 0;
    for (const std::uint32_t count : squares.counts) {
      const std::uint32_t columns = std::max(step.reach(count), step.number) - step.number;
      packets = std::max(packets, nodes / count * columns);
    }
    cost.mu_t_m += packets * (stores ? kSquare : 1);
  }
  cost.mu_t_r = nodes * (longer > 4 ? 3 : 1);
  return cost;
}

void validate(const RowRequest& request) {
  check_torus_2d(request);
  std::vector<std::uint32_t> sides = request.topology.sides();
  for (std::uint32_t& side : sides) {
    side = std::max(kSquare, (side + kSquare / 2) / kSquare * kSquare);
  }
  if (sides != request.topology.sides()) {
    throw ParameterError("topology.dims",
                         join_dims(request.topology.sides()) +
                             " has a side that is not a multiple of 4; the nearest is " +
                             join_dims(sides));
  }
}

}  // namespace rows::alltoall_torus_combining

Row aas_torus2d_combining() {
  Row row{};
  row.id = "aas-torus2d-combining";
  row.operation = &operations::all_to_all_scatter();
  row.topologies = "two-dimensional torus";
  row.source =
      "Suh and Shin, \"All-to-all personalized communication in multidimensional torus and mesh "
      "networks\", IEEE Trans. Parallel Distrib. Syst. 12(1), 2001";
  row.conditions = "sides multiples of 4, at most 2^14 nodes";
  row.definition =
      "Nodes hand packets on to the next node of the same place in a 4x4 square, a quarter of them "
      "each up and down the rows and columns, then along the other dimension, until all are in the "
      "squares of their finals. There pairs at distance 2 and then neighbours exchange, in rows "
      "and columns. both-ways, which is not in the paper: packets for more than half of the way go "
      "back instead, after the others.";
  row.rounds = "z/2 + 2 with z the longer side";
  row.latency =
      "(z/2+2)·t_s + (2z-2)·t_d + N(z+4)/4·μ·t_m + 3N·μ·t_r (z = 4: N); store-and-forward N(z-1); "
      "both-ways on z×z: N(⌊z²/64⌋·8/z+2)·μ·t_m";
  row.combining = true;
  row.variants = {"one-way", "both-ways"};
  row.validate = rows::alltoall_torus_combining::validate;
  row.lay = rows::alltoall_torus_combining::lay;
  row.closed_form = rows::alltoall_torus_combining::closed_form;
  return row;
}

}  // namespace flitcast
