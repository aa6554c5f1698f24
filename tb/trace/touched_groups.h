#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "hw/bits.h"

namespace flitcast::trace {

/// Which groups of signals have been touched, by number.
class TouchedGroups {
 public:
  explicit TouchedGroups(std::size_t groups)
      : words_(groups / 64 + 1), summaries_(words_.size() / 64 + 1) {}

  void insert(std::uint32_t group) {
    words_[group / 64] |= std::uint64_t{1} << group % 64;
    summaries_[group / 4096] |= std::uint64_t{1} << group / 64 % 64;
  }
  /// Calls visit(group) for all of them in ascending order; there are none then.
  template <typename Visit>
  void take(Visit&& visit) {
    for (std::size_t s = 0; s < summaries_.size(); ++s) {
      for (std::uint64_t words = std::exchange(summaries_[s], 0); words != 0; words &= words - 1) {
        const std::size_t w = s * 64 + static_cast<std::size_t>(lowest(words));
        for (std::uint64_t bits = std::exchange(words_[w], 0); bits != 0; bits &= bits - 1) {
          const std::size_t group = w * 64 + static_cast<std::size_t>(lowest(bits));
          visit(static_cast<std::uint32_t>(group));
        }
      }
    }
  }

 private:
  std::vector<std::uint64_t> words_;      // a bit for each group
  std::vector<std::uint64_t> summaries_;  // a bit for each word
};

}  // namespace flitcast::trace
