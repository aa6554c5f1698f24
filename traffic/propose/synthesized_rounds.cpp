#include "traffic/propose/synthesized_rounds.h"

#include <algorithm>

namespace flitcast {

HopPlan backwards(const ChunkNetwork& network, HopPlan plan) {
  for (Hop& hop : plan.hops) {
    hop.start = plan.time - hop.start - network.link(hop.link).time;
  }
  std::stable_sort(plan.hops.begin(), plan.hops.end(),
                   [](const Hop& a, const Hop& b) { return a.start < b.start; });
  return plan;
}

WormPlan backwards(WormPlan plan) {
  std::reverse(plan.begin(), plan.end());
  for (std::vector<WormPath>& round : plan) {
    for (WormPath& path : round) {
      std::reverse(path.begin(), path.end());
    }
  }
  return plan;
}

void append_rounds(const ChunkNetwork& network, const HopPlan& plan, const BlockOfChunk& block,
                   Transfer transfer, std::vector<Round>& rounds) {
  ChunkTime now = -1;
  for (const Hop& hop : plan.hops) {
    if (hop.start != now) {
      rounds.emplace_back(network.topology());
      rounds.back().set_transfer(transfer);
      now = hop.start;
    }
    const ChunkLink& link = network.link(hop.link);
    rounds.back().begin(link.from);
    rounds.back().add_hop(link.to);
    rounds.back().add_destination(link.to);
    rounds.back().add_block(block(hop.chunk));
  }
}

void append_rounds(const ChunkNetwork& network, const WormPlan& plan, const Block& block,
                   Transfer transfer, std::vector<Round>& rounds) {
  for (const std::vector<WormPath>& worms : plan) {
    Round& round = rounds.emplace_back(network.topology());
    round.set_transfer(transfer);
    for (const WormPath& path : worms) {
      round.begin(path.front());
      std::for_each(path.begin() + 1, path.end(), [&](NodeId node) { round.add_hop(node); });
      round.add_destination(path.back());
      round.add_block(block);
    }
  }
}

}  // namespace flitcast
