#pragma once

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "tests/support/schedules/node_path.h"
#include "traffic/schedule/schedule.h"

namespace flitcast {

using Link = std::pair<NodeId, NodeId>;

/// Worms of a round on every link that has some.
inline std::map<Link, int> worms_on_links(const Schedule& schedule, const Topology& topology,
                                          std::uint64_t r) {
  Round round(topology);
  schedule.fill(r, round);
  std::map<Link, int> worms;
  for (std::size_t i = 0; i < round.size(); ++i) {
    const std::vector<NodeId> path = nodes_of(round[i]);
    for (std::size_t hop = 1; hop < path.size(); ++hop) {
      ++worms[{path[hop - 1], path[hop]}];
    }
  }
  return worms;
}

/// The most messages on a directed link, for every round of the schedule.
inline std::vector<int> worms_by_round(const Schedule& schedule, const Topology& topology) {
  std::vector<int> most(schedule.rounds);
  for (std::uint64_t r = 0; r < schedule.rounds; ++r) {
    for (const auto& [link, worms] : worms_on_links(schedule, topology, r)) {
      most[r] = std::max(most[r], worms);
    }
  }
  return most;
}

/// Who sends to whom in a round in which nobody sends twice.
inline std::map<NodeId, NodeId> sends_of(const Schedule& schedule, const Topology& topology,
                                         std::uint64_t r) {
  Round round(topology);
  schedule.fill(r, round);
  std::map<NodeId, NodeId> all;
  for (std::size_t i = 0; i < round.size(); ++i) {
    all.emplace(round[i].source, round[i].destinations.back());
  }
  return all;
}

}  // namespace flitcast
