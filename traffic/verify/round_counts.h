#pragma once

#include <cstdint>
#include <vector>

#include "hw/types.h"

namespace flitcast {

/// Counts per node that start at zero in every round.
class RoundCounts {
 public:
  explicit RoundCounts(NodeId nodes) : counts_(nodes, Count{0, 0}) {}

  /// One more for `node` in round `round`; the new count.
  int add(std::uint64_t round, NodeId node) {
    Count& count = counts_[node];
    if (count.round != round) {
      count = {round, 0};
    }
    return ++count.value;
  }

 private:
  struct Count {
    std::uint64_t round;
    int value;
  };
  std::vector<Count> counts_;
};

}  // namespace flitcast
