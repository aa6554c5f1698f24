#pragma once

#include <cstdint>

#include "hw/types.h"

namespace flitcast {

/// A step of a line of n nodes: pairs of partners `distance` apart up the ring, an odd number, from
/// every second node on. Where no link closes the line, pairs that would take it go over all of the
/// line, and all of these share the links in the middle.
///
/// Pairs that share no link have the same turn, of the fewest turns that there can be. Every
/// (distance + 1)/2-th pair can have the same: on a line so they do, and those over all of it have
/// a turn each; on a ring the pairs make up as many runs as there is place for, of equal length or
/// one more.
class SwingStep {
 public:
  SwingStep(NodeId side, unsigned number, bool closed)
      : side_(side),
        odd_(number % 2),
        distance_(((NodeId{2} << number) + (odd_ == 0 ? 1 : 0) - odd_) / 3),
        apart_((distance_ + 1) / 2),
        across_(closed ? 0 : apart_ - 1 + odd_) {}

  /// Even nodes are the lower ones of their pairs in even steps.
  NodeId partner(NodeId at) const {
    return (at + (is_lower(at) ? distance_ : side_ - distance_)) % side_;
  }

  std::uint32_t turns() const {
    return across_ > 0 ? apart_ + across_ : run() + (longer_runs() > 0 ? 1 : 0);
  }

  std::uint32_t turn(NodeId at) const {
    const NodeId pair = (is_lower(at) ? at : partner(at)) / 2;
    const NodeId straight = pairs() - across_;
    if (pair >= straight) {
      return apart_ + pair - straight;
    }
    if (across_ > 0) {
      return pair % apart_;
    }
    const NodeId longer = longer_runs() * (run() + 1);
    return pair < longer ? pair % (run() + 1) : (pair - longer) % run();
  }

  /// Links between the partners of a turn, at most.
  std::int64_t links(std::uint32_t turn) const {
    return turn < apart_ || across_ == 0 ? distance_ : side_ - distance_;
  }

 private:
  bool is_lower(NodeId at) const { return at % 2 == odd_; }
  NodeId pairs() const { return side_ / 2; }
  NodeId runs() const { return pairs() / apart_; }
  NodeId run() const { return pairs() / runs(); }
  NodeId longer_runs() const { return pairs() % runs(); }

  NodeId side_;
  NodeId odd_;
  NodeId distance_;  ///< (2^(s+1) + (−1)^s)/3
  NodeId apart_;     ///< pairs from one to the next that shares no link with it
  NodeId across_;    ///< pairs, the last ones, that go over all of the line
};

}  // namespace flitcast
