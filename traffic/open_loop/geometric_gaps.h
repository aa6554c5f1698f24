#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "hw/types.h"
#include "traffic/schedule/random.h"

namespace flitcast {

/// Draws how many trials it takes until one with a given probability succeeds, one draw for many
/// trials: inversion of P(gap > g) = (1 − p)^g in a table of 64-bit integers; beyond the table the
/// trials begin anew, as they have no memory. Whole-number arithmetic: the same on every machine.
class GeometricGaps {
 public:
  /// 0 < probability <= 1.
  explicit GeometricGaps(double probability);

  /// 1 or more.
  Cycle draw(SplitMix64& random) const {
    for (Cycle before = 0;; before += static_cast<Cycle>(beyond_.size())) {
      const std::uint64_t number = random.next();
      if (number >= beyond_.back()) {
        std::size_t gap = first_[number >> 56U];
        while (beyond_[gap] > number) {
          ++gap;
        }
        return before + static_cast<Cycle>(gap) + 1;
      }
    }
  }

 private:
  std::vector<std::uint64_t> beyond_;       // (1 − p)^(i + 1)·2^64, descending
  std::array<std::uint16_t, 256> first_{};  // by the highest byte: where to look from
};

}  // namespace flitcast
