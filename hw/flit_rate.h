#pragma once

#include <cstdint>

namespace flitcast {

/// So many flits in so many cycles: 281 in 320. At most one a cycle, unless said otherwise.
struct FlitRate {
  std::int64_t flits = 1;   ///< >= 1
  std::int64_t cycles = 1;  ///< up to kMost

  static constexpr std::int64_t kMost = 1'000'000;

  bool is_whole() const { return flits == cycles; }
};

/// What the interface of a node sends and takes, at most.
struct InterfaceRates {
  FlitRate send = {};
  FlitRate receive = {};
  // Of one that answers requests:
  FlitRate total = {2, 1};  ///< sent and taken, up to two a cycle
  int requests = 0;         ///< flits of them that stand at a port; 0: any number is taken

  static constexpr int kMostRequests = 1000;

  /// Neither is in the way of the other.
  bool is_separate() const { return total.flits == 2 * total.cycles; }
};

}  // namespace flitcast
