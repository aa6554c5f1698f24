#include "traffic/propose/translated_relays.h"

#include <algorithm>
#include <vector>

#include "traffic/propose/link_matching.h"
#include "traffic/propose/translations.h"
#include "traffic/schedule/random.h"

namespace flitcast {
namespace {

/// A chunk of node 0 on its way.
struct Traveller {
  NodeId target;
  std::uint32_t part;
  NodeId at = 0;
};

class Relays {
 public:
  Relays(const ChunkNetwork& network, const Demand& demand, std::uint64_t seed)
      : network_(network), directions_(directions_of(network)), random_(seed) {
    const ChunkNetwork back = network.reversed();
    for (NodeId target = 0; target < network.nodes(); ++target) {
      ways_.push_back(back.hops_from(target));
      for (std::uint32_t part = 0; target > 0 && part < demand.chunks; ++part) {
        travellers_.push_back({target, part});
        hops_left_ += ways_[target][0];
      }
    }
  }

  /// Calls visit(time, traveller, links of the direction) for every hop, in their order; returns
  /// the end, or nothing.
  template <typename Visit>
  std::optional<ChunkTime> run(const SearchLimit& limit, Visit&& visit) {
    ChunkTime now = 0;
    for (; hops_left_ > 0; ++now) {
      if (limit.reached()) {
        return std::nullopt;
      }
      const LinkMatching::Wishes wishes = wishes_of_directions();
      const LinkMatching::Matched matched =
          LinkMatching(wishes).match(static_cast<std::size_t>(network_.ports()));
      for (std::size_t direction = 0; direction < matched.size(); ++direction) {
        if (matched[direction]) {
          Traveller& traveller = travellers_[*matched[direction]];
          visit(now, traveller, directions_[direction]);
          traveller.at = end_of(traveller.at, direction);
          --hops_left_;
        }
      }
    }
    return now;
  }

 private:
  NodeId end_of(NodeId node, std::size_t direction) const {
    return network_.link(directions_[direction][node]).to;
  }

  /// For every direction the travellers that it brings nearer, a few of the farthest.
  LinkMatching::Wishes wishes_of_directions() {
    struct Candidate {
      std::uint32_t way;
      std::uint64_t tie;
      std::uint32_t traveller;
      bool operator<(const Candidate& other) const {
        return way != other.way ? way > other.way : tie < other.tie;
      }
    };
    LinkMatching::Wishes wishes;
    for (std::size_t direction = 0; direction < directions_.size(); ++direction) {
      std::vector<Candidate> candidates;
      for (std::uint32_t i = 0; i < travellers_.size(); ++i) {
        const Traveller& each = travellers_[i];
        const std::vector<std::uint32_t>& ways = ways_[each.target];
        if (ways[end_of(each.at, direction)] < ways[each.at]) {
          candidates.push_back({ways[each.at], random_.next(), i});
        }
      }
      const std::size_t kept = std::min(candidates.size(), directions_.size());
      std::partial_sort(candidates.begin(), candidates.begin() + static_cast<std::ptrdiff_t>(kept),
                        candidates.end());
      wishes.emplace_back();
      for (std::size_t i = 0; i < kept; ++i) {
        wishes.back().push_back(candidates[i].traveller);
      }
    }
    return wishes;
  }

  const ChunkNetwork& network_;
  Directions directions_;
  SplitMix64 random_;
  std::vector<std::vector<std::uint32_t>> ways_;  // by target, from every node
  std::vector<Traveller> travellers_;
  std::uint64_t hops_left_ = 0;
};

}  // namespace

std::optional<HopPlan> translated_relays(const ChunkNetwork& network, const Demand& demand,
                                         std::uint64_t seed, const SearchLimit& limit) {
  const Topology& topology = network.topology();
  HopPlan plan;
  const auto append = [&](ChunkTime now, const Traveller& each, const std::vector<LinkId>& links) {
    for (NodeId origin = 0; origin < network.nodes(); ++origin) {
      const NodeId target = sum_of(topology, each.target, origin);
      plan.hops.push_back({now, links[sum_of(topology, each.at, origin)],
                           (origin * network.nodes() + target) * demand.chunks + each.part});
    }
  };
  const std::optional<ChunkTime> end = Relays(network, demand, seed).run(limit, append);
  if (!end) {
    return std::nullopt;
  }
  plan.time = *end;
  return plan;
}

}  // namespace flitcast
