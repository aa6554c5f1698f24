#pragma once

#include <cstdint>

namespace flitcast {

/// The set that holds `index` alone, 0 <= index < 64.
constexpr std::uint64_t bit(int index) {
  return std::uint64_t{1} << index;
}
/// The smallest member of a set that is not empty.
inline int lowest(std::uint64_t set) {
  return __builtin_ctzll(set);
}

}  // namespace flitcast
