#include "traffic/propose/translated_trees.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "traffic/propose/link_matching.h"
#include "traffic/propose/translations.h"
#include "traffic/schedule/random.h"

namespace flitcast {
namespace {

/// A link of a tree of node 0.
struct Branch {
  ChunkTime start;
  std::size_t direction;
  NodeId from;
  std::uint32_t part;
};

class Trees {
 public:
  Trees(const ChunkNetwork& network, const Directions& directions, std::uint32_t parts,
        std::uint64_t seed)
      : network_(network),
        directions_(directions),
        random_(seed),
        has_(std::size_t{parts} * network.nodes(), false),
        left_(std::size_t{parts} * (network.nodes() - 1)) {
    for (std::uint32_t part = 0; part < parts; ++part) {
      has_[key(part, 0)] = true;
    }
  }

  std::optional<std::vector<Branch>> grow(const SearchLimit& limit) {
    for (ChunkTime now = 0; left_ > 0; ++now) {
      if (limit.reached()) {
        return std::nullopt;
      }
      const auto most = static_cast<std::size_t>(network_.ports());
      const LinkMatching::Wishes wishes = wishes_of_directions();
      const LinkMatching::Matched matched = LinkMatching(wishes).match(most);
      for (std::size_t direction = 0; direction < matched.size(); ++direction) {
        if (matched[direction]) {
          const std::uint32_t target = *matched[direction];
          branches_.push_back({now, direction, source_of(target, direction), target / nodes()});
          has_[target] = true;
          --left_;
        }
      }
    }
    return std::move(branches_);
  }

 private:
  NodeId nodes() const { return network_.nodes(); }
  std::uint32_t key(std::uint32_t part, NodeId node) const { return part * nodes() + node; }
  NodeId end_of(NodeId node, std::size_t direction) const {
    return network_.link(directions_[direction][node]).to;
  }
  NodeId source_of(std::uint32_t target, std::size_t direction) const {
    const NodeId node = target % nodes();
    const std::vector<LinkId>& entering = network_.entering(node);
    return network_
        .link(*std::find_if(
            entering.begin(), entering.end(),
            [&](LinkId link) { return directions_[direction][network_.link(link).from] == link; }))
        .from;
  }

  /// For every direction the best few of the nodes, with a part that each lacks and can be given.
  LinkMatching::Wishes wishes_of_directions() {
    struct Candidate {
      int worth;
      std::uint64_t tie;
      std::uint32_t target;
      bool operator<(const Candidate& other) const {
        return worth != other.worth ? worth > other.worth : tie < other.tie;
      }
    };
    LinkMatching::Wishes wishes;
    for (std::size_t direction = 0; direction < directions_.size(); ++direction) {
      std::vector<Candidate> candidates;
      for (std::uint32_t source = 0; source < has_.size(); ++source) {
        const std::uint32_t part = source / nodes();
        const std::uint32_t target = key(part, end_of(source % nodes(), direction));
        if (has_[source] && !has_[target]) {
          candidates.push_back({worth(part, target % nodes()), random_.next(), target});
        }
      }
      const std::size_t kept = std::min(candidates.size(), directions_.size());
      std::partial_sort(candidates.begin(), candidates.begin() + static_cast<std::ptrdiff_t>(kept),
                        candidates.end());
      wishes.emplace_back();
      for (std::size_t i = 0; i < kept; ++i) {
        wishes.back().push_back(candidates[i].target);
      }
    }
    return wishes;
  }

  /// How many the node can tell; near the end, how few others can tell it.
  int worth(std::uint32_t part, NodeId node) const {
    constexpr int kLastSteps = 4;
    constexpr int kWeight = 3;
    int lacking = 0;
    int having = 0;
    for (const LinkId link : network_.leaving(node)) {
      lacking += has_[key(part, network_.link(link).to)] ? 0 : 1;
    }
    for (const LinkId link : network_.entering(node)) {
      having += has_[key(part, network_.link(link).from)] ? 1 : 0;
    }
    return lacking - (left_ < kLastSteps * directions_.size() ? kWeight * having : 0);
  }

  const ChunkNetwork& network_;
  const Directions& directions_;
  SplitMix64 random_;
  std::vector<bool> has_;  // of every part, who has it
  std::size_t left_;
  std::vector<Branch> branches_;
};

}  // namespace

std::optional<HopPlan> translated_trees(const ChunkNetwork& network, const Demand& demand,
                                        std::uint64_t seed, const SearchLimit& limit) {
  const Directions directions = directions_of(network);
  const auto branches = Trees(network, directions, demand.chunks, seed).grow(limit);
  if (!branches) {
    return std::nullopt;
  }
  HopPlan plan;
  for (const Branch& branch : *branches) {
    for (NodeId origin = 0; origin < network.nodes(); ++origin) {
      const NodeId from = sum_of(network.topology(), branch.from, origin);
      plan.hops.push_back(
          {branch.start, directions[branch.direction][from], origin * demand.chunks + branch.part});
    }
    plan.time = branch.start + 1;
  }
  return plan;
}

}  // namespace flitcast
