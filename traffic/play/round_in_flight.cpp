#include "traffic/play/round_in_flight.h"

#include <algorithm>

#include "hw/routing/rectangle.h"
#include "traffic/schedule/worms_of_round.h"

namespace flitcast {

std::uint32_t RoundInFlight::add_fork(std::size_t first, const Routing& routing) {
  const std::size_t end = round.end_of_worm(first);
  if (end - first == 1) {
    return kNoFork;
  }
  std::vector<std::pair<NodeId, std::uint32_t>> brings;
  brings.reserve(end - first);
  for (std::size_t i = first; i < end; ++i) {
    brings.emplace_back(round[i].destinations[0], static_cast<std::uint32_t>(i));
  }
  std::sort(brings.begin(), brings.end());
  forks.push_back({tree_to(routing, round[first].source, destinations_of_worm(round, first)),
                   std::move(brings)});
  return static_cast<std::uint32_t>(forks.size() - 1);
}

std::uint32_t RoundInFlight::message_of_fork(std::size_t first, NodeId at) const {
  const auto& brings = forks[messages[first].fork].messages;
  const auto found = std::lower_bound(brings.begin(), brings.end(), std::pair(at, 0U));
  return found != brings.end() && found->first == at ? found->second : kNoMessage;
}

}  // namespace flitcast
