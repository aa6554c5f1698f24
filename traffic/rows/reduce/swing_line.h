#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "hw/types.h"
#include "traffic/theory/powers_of_two.h"

namespace flitcast {

/// A step of a line of an even number of nodes: pairs of partners `distance` apart up the ring, an
/// odd number of at most half of it, from every second node on. Where no link closes the line,
/// pairs that would take it go over all of the line, and all of these share the links in the
/// middle.
///
/// Pairs that share no link have the same turn, of the fewest turns that there can be. Every
/// (distance + 1)/2-th pair can have the same: on a line so they do, and those over all of it have
/// a turn each; on a ring the pairs make up as many runs as there is place for, of equal length or
/// one more.
class SwingStep {
 public:
  SwingStep(NodeId side, unsigned number, bool closed) : side_(side), odd_(number % 2) {
    distance_ = ((NodeId{2} << number) + (odd_ == 0 ? 1 : 0) - odd_) / 3;
    if (2 * distance_ > side) {
      distance_ = side - distance_;
      odd_ = 1 - odd_;
    }
    apart_ = (distance_ + 1) / 2;
    across_ = closed ? 0 : apart_ - 1 + odd_;
  }

  /// A node from which its partner is up the ring.
  bool is_lower(NodeId at) const { return at % 2 == odd_; }
  NodeId partner(NodeId at) const {
    return (at + (is_lower(at) ? distance_ : side_ - distance_)) % side_;
  }
  /// Partners are half of the ring apart, which is as far either way.
  bool ties() const { return 2 * distance_ == side_; }

  std::uint32_t turns() const {
    return across_ > 0 ? straight_turns() + across_ : run() + (longer_runs() > 0 ? 1 : 0);
  }

  std::uint32_t turn(NodeId at) const {
    const NodeId pair = (is_lower(at) ? at : partner(at)) / 2;
    const NodeId straight = pairs() - across_;
    if (pair >= straight) {
      return straight_turns() + pair - straight;
    }
    if (across_ > 0) {
      return pair % apart_;
    }
    const NodeId longer = longer_runs() * (run() + 1);
    return pair < longer ? pair % (run() + 1) : (pair - longer) % run();
  }

  /// Links between the partners of a turn.
  std::int64_t links(std::uint32_t turn) const {
    return turn < straight_turns() || across_ == 0 ? distance_ : side_ - distance_;
  }

 private:
  NodeId pairs() const { return side_ / 2; }
  std::uint32_t straight_turns() const { return std::min(apart_, pairs() - across_); }
  NodeId runs() const { return pairs() / apart_; }
  NodeId run() const { return pairs() / runs(); }
  NodeId longer_runs() const { return pairs() % runs(); }

  NodeId side_;
  NodeId odd_;       ///< lower nodes are odd ones
  NodeId distance_;  ///< (2^(s+1) + (−1)^s)/3, or the rest of the ring
  NodeId apart_;     ///< pairs from one to the next that shares no link with it
  NodeId across_;    ///< pairs, the last ones, that go over all of the line
};

/// All steps of a line of n nodes, ⌈log2 n⌉, as an all-gather takes them, from the last to the
/// first. What a node then has came from the same places up the ring, if it is even, as down the
/// ring, if it is odd: from a set R of them. A step makes R ∪ (partner(0) − R) of R, and partners
/// give each other what the other does not have.
class SwingLine {
 public:
  SwingLine(NodeId side, bool closed) : side_(side), held_{{0}} {
    for (auto number = static_cast<unsigned>(doublings(side)); number-- > 0;) {
      steps_.insert(steps_.begin(), SwingStep(side, number, closed));
      const std::vector<NodeId> held = held_.front();
      std::vector<NodeId> given;
      std::vector<NodeId> all = held;
      for (const NodeId from : held) {
        const NodeId of_partner = (steps_.front().partner(0) + side - from) % side;
        if (!std::binary_search(held.begin(), held.end(), of_partner)) {
          given.push_back(from);
          all.push_back(of_partner);
        }
      }
      std::sort(all.begin(), all.end());
      given_.insert(given_.begin(), std::move(given));
      held_.insert(held_.begin(), std::move(all));
    }
  }

  unsigned steps() const { return static_cast<unsigned>(steps_.size()); }
  const SwingStep& step(unsigned number) const { return steps_[number]; }
  /// The places that nodes have something from after that step, or, where the line has no such
  /// step, at first; and those from which they give it to their partners in that step.
  const std::vector<NodeId>& held(unsigned number) const {
    return held_[std::min(number, steps())];
  }
  const std::vector<NodeId>& given(unsigned number) const { return given_[number]; }
  /// The node that is at a place of R, seen from `at`.
  NodeId node_at(NodeId at, NodeId place) const {
    return (at + (at % 2 == 0 ? place : side_ - place)) % side_;
  }

 private:
  NodeId side_;
  std::vector<SwingStep> steps_;
  std::vector<std::vector<NodeId>> held_;
  std::vector<std::vector<NodeId>> given_;
};

}  // namespace flitcast
