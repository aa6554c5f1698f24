#include "traffic/worms/worm_rounds.h"

#include <algorithm>

namespace flitcast {

std::vector<Round> rounds_of(const Topology& topology, const WormInstance& instance,
                             const PlannedRounds& plan) {
  std::vector<Round> rounds;
  for (const std::vector<PlannedWorm>& worms : plan) {
    Round& round = rounds.emplace_back(topology);
    for (const PlannedWorm& worm : worms) {
      round.begin(worm.way.front());
      std::for_each(worm.way.begin() + 1, worm.way.end(),
                    [&](NodeId node) { round.add_hop(node); });
      for (const NodeId node : worm.to) {
        round.add_destination(node);
      }
      for (const NodeId origin : worm.origins) {
        round.add_block(
            make_block(origin, spreads(instance.demand.kind) ? Block::kEveryone : worm.to.front()));
      }
    }
  }
  return rounds;
}

}  // namespace flitcast
