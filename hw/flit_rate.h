#pragma once

#include <cstdint>

namespace flitcast {

/// So many flits in so many cycles: 281 in 320. At most one a cycle.
struct FlitRate {
  std::int64_t flits = 1;   ///< 1 … cycles
  std::int64_t cycles = 1;  ///< up to kMost

  static constexpr std::int64_t kMost = 1'000'000;

  bool is_whole() const { return flits == cycles; }
};

/// What the interface of a node sends and takes, at most.
struct InterfaceRates {
  FlitRate send = {};
  FlitRate receive = {};
};

}  // namespace flitcast
