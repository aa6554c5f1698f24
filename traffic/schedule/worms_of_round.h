#pragma once

#include <cstddef>
#include <vector>

#include "traffic/schedule/schedule.h"

namespace flitcast {

/// Message `i` of a round shares its worm with others.
inline bool shares_worm(const Round& round, std::size_t i) {
  return round.forks() && (round.joins(i) || round.end_of_worm(i) > i + 1);
}

/// Where the worm goes of which message `first` is the first, as its messages tell it.
/// Precondition: these have one destination each.
inline std::vector<NodeId> destinations_of_worm(const Round& round, std::size_t first) {
  const std::size_t end = round.end_of_worm(first);
  std::vector<NodeId> destinations;
  destinations.reserve(end - first);
  for (std::size_t i = first; i < end; ++i) {
    destinations.push_back(round[i].destinations[0]);
  }
  return destinations;
}

}  // namespace flitcast
