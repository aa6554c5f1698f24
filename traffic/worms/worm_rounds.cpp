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

std::vector<Round> all_reduce_rounds(const Topology& topology, const PlannedRounds& plan) {
  std::vector<Round> rounds;
  const auto append = [&](const std::vector<PlannedWorm>& worms, bool backwards) {
    Round& round = rounds.emplace_back(topology);
    round.set_transfer(backwards ? Transfer::kMoveAndAdd : Transfer::kCopy);
    for (const PlannedWorm& worm : worms) {
      WormWay way = worm.way;
      if (backwards) {
        std::reverse(way.begin(), way.end());
      }
      round.begin(way.front());
      std::for_each(way.begin() + 1, way.end(), [&](NodeId node) { round.add_hop(node); });
      round.add_destination(way.back());
      for (const NodeId origin : worm.origins) {
        round.add_block(make_block(0, Block::kEveryone, origin));
      }
    }
  };
  std::for_each(plan.rbegin(), plan.rend(), [&](const auto& worms) { append(worms, true); });
  std::for_each(plan.begin(), plan.end(), [&](const auto& worms) { append(worms, false); });
  return rounds;
}

}  // namespace flitcast
