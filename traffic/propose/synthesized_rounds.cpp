#include "traffic/propose/synthesized_rounds.h"

#include <algorithm>
#include <set>
#include <utility>

namespace flitcast {
namespace {

/// By hop: it is the last of its chunk from a node that is not to keep it.
std::vector<bool> moves_of(const ChunkNetwork& network, const std::vector<Hop>& hops,
                           const std::vector<bool>& relays) {
  std::vector<bool> moves(hops.size(), false);
  std::set<std::pair<NodeId, std::uint32_t>> gone;
  for (std::size_t i = relays.empty() ? 0 : hops.size(); i-- > 0;) {
    const NodeId from = network.link(hops[i].link).from;
    moves[i] = relays[from] && gone.emplace(from, hops[i].chunk).second;
  }
  return moves;
}

}  // namespace

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

void append_rounds(const ChunkNetwork& network, HopPlan plan, const HopMessages& messages,
                   std::vector<Round>& rounds) {
  const auto message = [&](const Hop& hop) {
    return std::pair(hop.start, network.link(hop.link).first);
  };
  std::stable_sort(plan.hops.begin(), plan.hops.end(),
                   [&](const Hop& a, const Hop& b) { return message(a) < message(b); });
  const std::vector<bool> moves = moves_of(network, plan.hops, messages.relays);
  const Hop* before = nullptr;
  for (const Hop& hop : plan.hops) {
    if (before == nullptr || hop.start != before->start) {
      rounds.emplace_back(network.topology());
    }
    if (before == nullptr || message(hop) != message(*before)) {
      const ChunkLink& link = network.link(hop.link);
      const auto place = static_cast<std::size_t>(&hop - plan.hops.data());
      rounds.back().set_transfer(moves[place] ? Transfer::kMove : messages.transfer);
      rounds.back().begin(link.from);
      rounds.back().add_hop(link.to);
      rounds.back().add_destination(link.to);
    }
    rounds.back().add_block(messages.block(hop.chunk));
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
