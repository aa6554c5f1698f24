#include "traffic/steps/micropermutations.h"

#include <algorithm>
#include <cstdlib>
#include <initializer_list>

namespace flitcast {
namespace {

using Kind = Micropermutation::Kind;

/// Every position of the cycle moves to the next one, all in one sense of the ring.
void add_cycle(std::vector<RingMove>& moves, bool up, std::initializer_list<NodeId> cycle) {
  NodeId from = *(cycle.end() - 1);
  for (const NodeId to : cycle) {
    moves.push_back({from, to, up});
    from = to;
  }
}

std::int64_t distance(NodeId a, NodeId b) {
  return std::abs(std::int64_t{a} - std::int64_t{b});
}

}  // namespace

std::string to_string(const Micropermutation& permutation) {
  const std::string i = std::to_string(permutation.i);
  switch (permutation.kind) {
    case Kind::kPi1:
      return "π1(" + i + "," + std::to_string(permutation.j) + ")";
    case Kind::kPi2:
      return "π2(" + i + "," + std::to_string(permutation.j) + ")";
    case Kind::kPi3:
      return "π3(" + i + ")";
    case Kind::kPi4:
      return "π4(" + i + ")";
    case Kind::kStay:
      return "stay(" + i + ")";
  }
  return "";
}

Micropermutation Micropermutations::at(std::uint64_t number) const {
  const std::uint64_t of_pairs = std::uint64_t{2} * quarter_ * (quarter_ - 1);
  if (number >= of_pairs) {
    const auto i = static_cast<NodeId>((number - of_pairs) / 2);
    return number % 2 == 0 ? pi3(i, quarter_) : pi4(i);
  }
  const auto pair = static_cast<NodeId>(number / 2);
  const NodeId i = pair / (quarter_ - 1);
  const NodeId rest = pair % (quarter_ - 1);
  const NodeId j = rest + (rest < i ? 0 : 1);
  return {number % 2 == 0 ? Kind::kPi1 : Kind::kPi2, i, j};
}

std::vector<RingMove> Micropermutations::moves(const Micropermutation& permutation) const {
  const Orbit a = orbit(permutation.i);
  const Orbit b = orbit(permutation.j);
  std::vector<RingMove> moves;
  switch (permutation.kind) {
    case Kind::kPi1: {
      const bool up = permutation.i < permutation.j;
      add_cycle(moves, up, {a.u, b.u, a.xy, b.xy});
      add_cycle(moves, !up, {a.x, b.x, a.y, b.y});
      break;
    }
    case Kind::kPi2:
      add_cycle(moves, false, {a.u, b.x, a.xy, b.y});
      add_cycle(moves, true, {b.u, a.y, b.xy, a.x});
      break;
    case Kind::kPi3:
      add_cycle(moves, false, {a.u, a.x, a.xy, a.y});
      add_cycle(moves, true, {b.u, b.y, b.xy, b.x});
      break;
    case Kind::kPi4:  // either way is a shortest one, and both pairs would collide on the same
      add_cycle(moves, true, {a.u, a.xy});
      add_cycle(moves, false, {a.x, a.y});
      break;
    case Kind::kStay:
      for (const NodeId position : {a.u, a.x, a.y, a.xy}) {
        moves.push_back({position, position, true});
      }
      break;
  }
  return moves;
}

std::int64_t Micropermutations::longest(const Micropermutation& permutation) const {
  const NodeId t = quarter_;
  const NodeId i = permutation.i;
  const NodeId j = permutation.j;
  switch (permutation.kind) {
    case Kind::kPi1:
      return 2 * std::int64_t{t} - distance(i, j);
    case Kind::kPi2:
      return t + distance(i + j + 1, t);
    case Kind::kPi3:
      return t + std::max(distance(2 * i + 1, t), distance(2 * j + 1, t));
    case Kind::kPi4:
      return 2 * std::int64_t{t};
    case Kind::kStay:
      return 0;
  }
  return 0;
}

std::int64_t sum_of_longest_moves(std::int64_t quarter) {
  return 3 * quarter * quarter * quarter + quarter - 2 + quarter % 2;
}

NodeId add_move(Round& round, const Topology& torus, NodeId node, int d, const RingMove& move) {
  const NodeId side = torus.side(d);
  // On a side of 2 there is one way, whichever direction it has.
  const bool up = move.up || side == 2;
  const NodeId hops =
      up ? (move.to + side - move.from) % side : (move.from + side - move.to) % side;
  for (NodeId hop = 0; hop < hops; ++hop) {
    round.add_port(static_cast<PortId>(2 * d + (up ? 0 : 1)));
  }
  return torus.with_coordinate(node, d, move.to);
}

}  // namespace flitcast
