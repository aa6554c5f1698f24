#include "traffic/propose/synthesized_rounds.h"

#include <algorithm>
#include <utility>

namespace flitcast {

HopPlan backwards(const ChunkNetwork& network, HopPlan plan) {
  for (Hop& hop : plan.hops) {
    hop.start = plan.time - hop.start - network.link(hop.link).time;
  }
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

void append_rounds(const ChunkNetwork& network, HopPlan plan, const BlockOfChunk& block,
                   Transfer transfer, std::vector<Round>& rounds) {
  const auto message = [&](const Hop& hop) {
    return std::pair(hop.start, network.link(hop.link).first);
  };
  std::stable_sort(plan.hops.begin(), plan.hops.end(),
                   [&](const Hop& a, const Hop& b) { return message(a) < message(b); });
  const Hop* before = nullptr;
  for (const Hop& hop : plan.hops) {
    if (before == nullptr || hop.start != before->start) {
      rounds.emplace_back(network.topology());
      rounds.back().set_transfer(transfer);
    }
    if (before == nullptr || message(hop) != message(*before)) {
      const ChunkLink& link = network.link(hop.link);
      rounds.back().begin(link.from);
      rounds.back().add_hop(link.to);
      rounds.back().add_destination(link.to);
    }
    rounds.back().add_block(block(hop.chunk));
    before = &hop;
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
