#pragma once

#include <cstddef>

namespace flitcast {

/// Bytes of a cache line of the machines that simulate: what is asked for together lies in few.
inline constexpr std::size_t kCacheLine = 64;

}  // namespace flitcast
