#pragma once

#include <cstddef>
#include <cstdint>

namespace flitcast {

/// Bits side by side in words, as router_abi.h has the pins: bit i is bit i % 64 of word i / 64.
namespace pin_bits {

inline std::size_t place(int bit) {
  return static_cast<std::size_t>(bit) / 64;
}
/// Words of so many bits, one at least.
inline std::size_t words(int bits) {
  return bits == 0 ? 1 : (static_cast<std::size_t>(bits) + 63) / 64;
}
/// Bits first … first + width − 1, width <= 64; they are 0 before they are put.
inline void put(std::uint64_t* words, int first, int width, std::uint64_t value) {
  words[place(first)] |= value << first % 64;
  if (first % 64 + width > 64) {
    words[place(first) + 1] |= value >> (64 - first % 64);
  }
}
inline std::uint64_t get(const std::uint64_t* words, int first, int width) {
  std::uint64_t value = words[place(first)] >> first % 64;
  if (first % 64 + width > 64) {
    value |= words[place(first) + 1] << (64 - first % 64);
  }
  return width == 64 ? value : value & ((std::uint64_t{1} << width) - 1);
}

}  // namespace pin_bits
}  // namespace flitcast
