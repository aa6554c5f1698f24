#pragma once

#include <cstdint>

namespace flitcast {

/// SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", OOPSLA
/// 2014): one 64-bit word of state, the same numbers on every platform.
class SplitMix64 {
 public:
  explicit SplitMix64(std::uint64_t seed) : state_(seed) {}

  std::uint64_t next() {
    state_ += 0x9E3779B97F4A7C15U;
    std::uint64_t z = state_;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9U;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBU;
    return z ^ (z >> 31);
  }

  /// Uniform in 0 … bound − 1; bound >= 1. Draws again while a number would favour some remainder.
  std::uint64_t below(std::uint64_t bound) {
    const std::uint64_t unfair = (~bound + 1) % bound;  // 2^64 mod bound
    std::uint64_t number = next();
    while (number < unfair) {
      number = next();
    }
    return number % bound;
  }

 private:
  std::uint64_t state_;
};

}  // namespace flitcast
