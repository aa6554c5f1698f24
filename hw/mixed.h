#pragma once

#include <cstdint>

namespace flitcast {

/// A number of 64 even bits that follows from three others: their sum by odd multipliers, finished
/// as SplitMix64 does (Steele, Lea and Flood, "Fast splittable pseudorandom number generators",
/// OOPSLA 2014). No state, so that the order of draws in a cycle does not matter.
constexpr std::uint64_t mixed(std::uint64_t seed, std::uint64_t a, std::uint64_t b) {
  std::uint64_t z = seed + a * 0x9E3779B97F4A7C15U + b * 0xD1B54A32D192ED03U;
  for (int pass = 0; pass < 2; ++pass) {
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9U;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBU;
    z ^= z >> 31;
  }
  return z;
}

}  // namespace flitcast
