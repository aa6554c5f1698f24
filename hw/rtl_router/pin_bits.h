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
  const int shift = first & 63;
  words[place(first)] |= value << shift;
  if (shift + width > 64) {
    words[place(first) + 1] |= value >> (64 - shift);
  }
}
inline std::uint64_t get(const std::uint64_t* words, int first, int width) {
  const int shift = first & 63;
  std::uint64_t value = words[place(first)] >> shift;
  if (shift + width > 64) {
    value |= words[place(first) + 1] << (64 - shift);
  }
  return width == 64 ? value : value & ((std::uint64_t{1} << width) - 1);
}

}  // namespace pin_bits
}  // namespace flitcast
