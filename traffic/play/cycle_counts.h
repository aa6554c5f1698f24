#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

#include "hw/types.h"

namespace flitcast {

/// How often numbers of cycles were counted: short ones, of which there are many, in an array.
class CycleCounts {
 public:
  void count(Cycle cycles) {
    const auto place = static_cast<std::uint64_t>(cycles);
    if (place < short_.size()) {
      ++short_[place];
    } else if (place < kShort) {
      short_.resize(place + 1, 0);
      ++short_[place];
    } else {
      ++long_[cycles];
    }
  }

  /// Cycles: how often.
  std::map<Cycle, std::uint64_t> by_cycles() const {
    std::map<Cycle, std::uint64_t> counts = long_;
    for (std::size_t cycles = 0; cycles < short_.size(); ++cycles) {
      if (short_[cycles] > 0) {
        counts[static_cast<Cycle>(cycles)] = short_[cycles];
      }
    }
    return counts;
  }

 private:
  static constexpr std::uint64_t kShort = std::uint64_t{1} << 16;

  std::vector<std::uint64_t> short_;  // by cycles
  std::map<Cycle, std::uint64_t> long_;
};

}  // namespace flitcast
