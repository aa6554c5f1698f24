#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "traffic/schedule.h"

namespace flitcast {

/// The most messages on a directed link, for every round of the schedule.
inline std::vector<std::uint64_t> worms_by_round(const Schedule& schedule) {
  std::vector<std::uint64_t> most;
  for (std::uint64_t r = 0; r < schedule.rounds; ++r) {
    Round round;
    schedule.fill(r, round);
    std::map<std::pair<NodeId, NodeId>, std::uint64_t> uses;
    most.push_back(0);
    for (std::size_t i = 0; i < round.size(); ++i) {
      const MessageView m = round[i];
      for (std::size_t hop = 0; hop < m.hops(); ++hop) {
        most.back() = std::max(most.back(), ++uses[{m.path[hop], m.path[hop + 1]}]);
      }
    }
  }
  return most;
}

}  // namespace flitcast
