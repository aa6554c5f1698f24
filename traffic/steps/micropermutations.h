#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "hw/types.h"
#include "traffic/schedule/schedule.h"

namespace flitcast {

/// Where the packets of one node of a ring go, and in which sense; `from` = `to`: nowhere.
struct RingMove {
  NodeId from;
  NodeId to;
  bool up;
};

/// A permutation of some positions of a ring of 4t, in which moves take every channel at most once
/// and nobody sends or receives twice (t > 1). An orbit i of 0 … t − 1 is position i and its images
/// in a coordinate system around the middle of the ring: 2t − 1 − i at the y axis, 4t − 1 − i at
/// the x axis, 2t + i opposite. (Tvrdík CS838 §14, direct exchange on a cycle.)
struct Micropermutation {
  enum class Kind {
    kPi1,   ///< from orbit i to orbit j ≠ i and back, along every channel
    kPi2,   ///< the other half of the pairs of π1
    kPi3,   ///< neighbours within orbit i, and the other way round in orbit j = i + 1 mod t
    kPi4,   ///< opposite positions of orbit i
    kStay,  ///< nothing moves in orbit i
  };
  Kind kind;
  NodeId i;
  NodeId j;
};

/// "π1(0,2)", "π3(1)", "stay(0)".
std::string to_string(const Micropermutation& permutation);

/// The micropermutations of 4t positions, t >= 1, by which every position meets every other one.
class Micropermutations {
 public:
  explicit Micropermutations(NodeId quarter) : quarter_(quarter) {}

  NodeId quarter() const { return quarter_; }
  /// 2t²: π1 and π2 of all ordered pairs of orbits, then π3 and π4 of all orbits.
  std::uint64_t count() const { return std::uint64_t{2} * quarter_ * quarter_; }
  /// `number` < count().
  Micropermutation at(std::uint64_t number) const;

  static Micropermutation pi3(NodeId i, NodeId quarter) {
    return {Micropermutation::Kind::kPi3, i, (i + 1) % quarter};
  }
  static Micropermutation pi4(NodeId i) { return {Micropermutation::Kind::kPi4, i, i}; }
  static Micropermutation stay(NodeId i) { return {Micropermutation::Kind::kStay, i, i}; }

  /// Its moves, cycle by cycle.
  std::vector<RingMove> moves(const Micropermutation& permutation) const;
  /// Links of its longest move.
  std::int64_t longest(const Micropermutation& permutation) const;

 private:
  struct Orbit {
    NodeId u;
    NodeId x;
    NodeId y;
    NodeId xy;
  };
  Orbit orbit(NodeId i) const {
    return {i, 4 * quarter_ - 1 - i, 2 * quarter_ - 1 - i, 2 * quarter_ + i};
  }

  NodeId quarter_;  // t
};

/// The longest moves of all of them added up, for t >= 2: 3t³ + t − 2 links, and 1 more for an odd
/// t. They are 2t − |i − j| links in π1(i, j), t + |i + j + 1 − t| in π2(i, j), 2t in π4, and
/// t + |2i + 1 − t| in π3, of its two orbits the longer.
std::int64_t sum_of_longest_moves(std::int64_t quarter);

/// Takes the current message of the round from a node along dimension `d` of a ring or torus, to
/// where coordinate d is move.to; the node has move.from there. Returns the node it comes to.
NodeId add_move(Round& round, const Topology& torus, NodeId node, int d, const RingMove& move);

}  // namespace flitcast
