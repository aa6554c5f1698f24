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

/// log2 of a power of two: how often it can be halved.
inline std::uint64_t halvings(std::uint64_t power) {
  return static_cast<std::uint64_t>(__builtin_ctzll(power));
}

/// ⌈log2 x⌉, x >= 1: how often 1 has to be doubled.
inline std::uint64_t doublings(std::uint64_t x) {
  std::uint64_t steps = 0;
  while ((std::uint64_t{1} << steps) < x) {
    ++steps;
  }
  return steps;
}

}  // namespace flitcast
