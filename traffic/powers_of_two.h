#pragma once

#include <cstdint>

namespace flitcast {

inline bool is_power_of_two(std::uint64_t x) {
  return x != 0 && (x & (x - 1)) == 0;
}

/// The one that is nearest to x >= 1; of two the larger.
inline std::uint64_t nearest_power_of_two(std::uint64_t x) {
  std::uint64_t below = 1;
  while (2 * below <= x) {
    below *= 2;
  }
  return 2 * below - x <= x - below ? 2 * below : below;
}

}  // namespace flitcast
