#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

#include "hw/types.h"

namespace flitcast::explore {

/// What a candidate took beyond its prediction, at the sizes at which it was simulated, and what
/// that says of the others. Sizes go by their places.
class SimulatedExcess {
 public:
  /// The sizes, ascending, must outlive it.
  explicit SimulatedExcess(const std::vector<std::uint32_t>& sizes) : sizes_(&sizes) {}

  void record(std::size_t size, Cycle excess) { excess_[size] = excess; }

  bool has(std::size_t size) const { return excess_.count(size) > 0; }
  bool empty() const { return excess_.empty(); }
  bool is_zero() const;

  /// Cycles, on lines between those recorded. Beyond them it grows by `growth` of what the last two
  /// tell; before them there is none.
  double at(std::size_t size, double growth) const;

  /// Whether the last three lie on a line, are far apart, and the last is of long messages.
  bool is_known_to_grow() const;

  /// Neighbours among those recorded between which a line is a guess: they lie on none with a
  /// third.
  struct Gap {
    std::size_t low;
    std::size_t high;
    Cycle least;  ///< the smaller excess of both
  };
  std::vector<Gap> unknown_gaps() const;

 private:
  using Recorded = std::map<std::size_t, Cycle>;

  bool on_a_line(Recorded::const_iterator first) const;
  bool is_known_between(Recorded::const_iterator low) const;
  double slope(Recorded::const_iterator low, Recorded::const_iterator high) const;

  const std::vector<std::uint32_t>* sizes_;
  Recorded excess_;
};

}  // namespace flitcast::explore
