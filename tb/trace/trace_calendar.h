#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <utility>

#include "hw/bits.h"
#include "hw/types.h"

namespace flitcast::trace {

/// Collects what happens in which cycle, in any order, and hands it out cycle by cycle. The cycles
/// next to come lie in a ring, later ones in a map. `Bucket` is what a cycle holds; it has clear().
template <typename Bucket>
class TraceCalendar {
 public:
  /// What belongs to `cycle`, or to the first cycle not yet handed out if that is later.
  Bucket& at(Cycle cycle) {
    if (cycle < next_) {
      cycle = next_;
    }
    if (cycle - next_ >= kCycles) {
      return far_[cycle];
    }
    mark(cycle);
    return ring_[place(cycle)];
  }

  /// Calls visit(cycle, bucket) for every cycle before `end` that holds something, in order. Visits
  /// may add to later cycles.
  template <typename Visit>
  void advance(Cycle end, Visit&& visit) {
    for (Cycle cycle = first(); cycle < end; cycle = first()) {
      move_to(cycle);
      Bucket& bucket = ring_[place(cycle)];
      occupied_ &= ~bit_of(cycle);
      visit(cycle, bucket);
      bucket.clear();
    }
    if (end > next_) {
      move_to(end);
    }
  }

  /// The last cycle that holds something, or `otherwise`.
  Cycle last(Cycle otherwise) const {
    if (!far_.empty()) {
      return far_.rbegin()->first;
    }
    for (Cycle cycle = next_ + kCycles - 1; cycle >= next_; --cycle) {
      if (marked(cycle)) {
        return cycle;
      }
    }
    return otherwise;
  }

 private:
  static constexpr Cycle kCycles = 64;  // a bit each
  static constexpr Cycle kNone = INT64_MAX;

  static std::size_t place(Cycle cycle) { return static_cast<std::uint64_t>(cycle) % 64; }
  static std::uint64_t bit_of(Cycle cycle) { return std::uint64_t{1} << place(cycle); }
  void mark(Cycle cycle) { occupied_ |= bit_of(cycle); }
  bool marked(Cycle cycle) const { return (occupied_ & bit_of(cycle)) != 0; }
  Cycle first() const {
    if (occupied_ == 0) {
      return far_.empty() ? kNone : far_.begin()->first;
    }
    const std::size_t turn = place(next_);
    const std::uint64_t ahead = occupied_ >> turn | (turn == 0 ? 0 : occupied_ << (64 - turn));
    return next_ + lowest(ahead);
  }
  // What lies ahead of `cycle` by less than the ring's length comes into the ring.
  void move_to(Cycle cycle) {
    next_ = cycle;
    while (!far_.empty() && far_.begin()->first < cycle + kCycles) {
      const auto near = far_.begin();
      mark(near->first);
      std::swap(ring_[place(near->first)], near->second);
      far_.erase(near);
    }
  }

  std::array<Bucket, kCycles> ring_;
  std::uint64_t occupied_ = 0;
  std::map<Cycle, Bucket> far_;
  Cycle next_ = 0;  // handed out next
};

}  // namespace flitcast::trace
