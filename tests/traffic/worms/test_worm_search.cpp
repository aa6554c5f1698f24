#include <map>
#include <queue>
#include <set>

#include <gtest/gtest.h>

#include "tests/support/worms/worm_networks.h"
#include "traffic/satisfiability/lrat_proof.h"
#include "traffic/worms/worm_search.h"

namespace flitcast::test_worm_search {
namespace {

using Op = DemandKind;
using Kind = TopologyKind;

/// The fewest rounds, where they are found and proved.
std::uint32_t fewest(const WormInstance& instance) {
  const FewestRounds found = fewest_rounds(instance);
  EXPECT_TRUE(found.is_optimal());
  if (!found.proof.empty()) {
    const WormFormula formula(instance, found.least - 1);
    EXPECT_TRUE(check_and_trim(formula.formula(), found.proof).back().clause.empty());
  }
  return found.least;
}

WormInstance absorbing(WormInstance instance) {
  instance.absorbs = true;
  return instance;
}

// Tvrdík, CS838: a binomial tree; over all ports 5² ≥ 16.
TEST(WormSearch, FindsTheBroadcastsOfACube) {
  EXPECT_EQ(fewest(on_base_routes(Op::kBroadcast, Kind::kHypercube, {3}, 1)), 3U);
  EXPECT_EQ(fewest(on_base_routes(Op::kBroadcast, Kind::kHypercube, {4}, 1, 5)), 4U);
  EXPECT_EQ(fewest(on_base_routes(Op::kBroadcast, Kind::kHypercube, {4})), 2U);
}

// By exhaustive search no two rounds do from (2, 1), but from (3, 0) of M(7, 3) they do.
TEST(WormSearch, RefutesTwoRoundsOfAbsorptionInTheMesh) {
  EXPECT_EQ(fewest(absorbing(on_base_routes(Op::kBroadcast, Kind::kMesh, {5, 3}, 1, 7))), 3U);
  EXPECT_EQ(fewest(absorbing(on_base_routes(Op::kBroadcast, Kind::kMesh, {7, 3}, 1, 3))), 2U);
  EXPECT_EQ(fewest(absorbing(on_base_routes(Op::kBroadcast, Kind::kMesh, {5, 2}, 1, 2))), 2U);
}

TEST(WormSearch, FindsAllToAllsAtTheirBounds) {
  EXPECT_EQ(fewest(on_base_routes(Op::kAllToAll, Kind::kMesh, {4, 2}, 1)), 8U);
  EXPECT_EQ(fewest(on_base_routes(Op::kAllToAll, Kind::kRing, {5}, 1)), 4U);
  EXPECT_EQ(fewest(on_shortest_ways(Op::kAllToAll, Kind::kRing, {8}, 1)), 8U);
  EXPECT_EQ(fewest(on_base_routes(Op::kAllToAll, Kind::kTorus, {3, 3})), 3U);
  EXPECT_EQ(fewest(on_base_routes(Op::kAllToAll, Kind::kHypercube, {3}, 2)), 4U);
  WormInstance half = on_base_routes(Op::kAllToAll, Kind::kLine, {4});
  half.half_duplex = true;
  EXPECT_EQ(fewest(half), 8U);
}

TEST(WormSearch, CombinesInAllGathers) {
  EXPECT_EQ(fewest(on_base_routes(Op::kAllGather, Kind::kRing, {6}, 1)), 3U);
  EXPECT_EQ(fewest(on_base_routes(Op::kAllGather, Kind::kMesh, {4, 2}, 1)), 3U);
  EXPECT_EQ(fewest(on_base_routes(Op::kAllGather, Kind::kLine, {2})), 1U);
}

// Half of all go over the first link of e-cube; over four where any order will do.
TEST(WormSearch, ScattersOverTheLinksThatWaysLeave) {
  EXPECT_EQ(fewest(on_base_routes(Op::kScatter, Kind::kHypercube, {4})), 8U);
  EXPECT_EQ(fewest(on_shortest_ways(Op::kScatter, Kind::kHypercube, {4}, 0, 6)), 4U);
  EXPECT_EQ(fewest(on_base_routes(Op::kScatter, Kind::kRing, {5})), 2U);
}

/// Sets of nodes that can know after a round of worms, one port, from those that know before: by
/// trying all.
class AllRounds {
 public:
  explicit AllRounds(const WormInstance& instance) : instance_(instance) {}

  std::uint32_t fewest() {
    std::map<std::set<NodeId>, std::uint32_t> rounds{{{instance_.demand.root}, 0}};
    std::queue<std::set<NodeId>> open;
    open.push({instance_.demand.root});
    for (;; open.pop()) {
      known_ = open.front();
      if (known_.size() == instance_.demand.nodes) {
        return rounds[known_];
      }
      after_.clear();
      go_on(0, {}, {}, known_);
      for (const std::set<NodeId>& next : after_) {
        if (rounds.emplace(next, rounds[known_] + 1).second) {
          open.push(next);
        }
      }
    }
  }

 private:
  using Links = std::set<std::pair<NodeId, NodeId>>;

  void go_on(std::size_t at, const Links& used, const std::set<NodeId>& busy,
             const std::set<NodeId>& now) {
    after_.insert(now);
    for (std::size_t way = at; way < instance_.ways.size(); ++way) {
      const WormWay& nodes = instance_.ways[way];
      if (known_.count(nodes.front()) == 0 || busy.count(nodes.front()) > 0 ||
          now.count(nodes.back()) > 0) {
        continue;
      }
      Links links = used;
      bool free = true;
      for (std::size_t step = 1; step < nodes.size(); ++step) {
        free = links.emplace(nodes[step - 1], nodes[step]).second && free;
      }
      if (free) {
        std::set<NodeId> sending = busy;
        sending.insert(nodes.front());
        std::set<NodeId> then = now;
        then.insert(nodes.back());
        go_on(way + 1, links, sending, then);
      }
    }
  }

  const WormInstance& instance_;
  std::set<NodeId> known_;
  std::set<std::set<NodeId>> after_;
};

TEST(WormSearch, FindsAsFewRoundsAsTryingAll) {
  for (const auto& [kind, dims] :
       std::vector<std::pair<Kind, std::vector<std::uint32_t>>>{{Kind::kLine, {2}},
                                                                {Kind::kLine, {5}},
                                                                {Kind::kLine, {7}},
                                                                {Kind::kRing, {6}},
                                                                {Kind::kMesh, {3, 2}},
                                                                {Kind::kTorus, {3, 2}}}) {
    for (const NodeId root : {0U, 1U}) {
      const WormInstance instance = on_base_routes(Op::kBroadcast, kind, dims, 1, root);
      EXPECT_EQ(fewest(instance), AllRounds(instance).fewest()) << describe(instance);
    }
  }
}

TEST(WormSearch, SaysWhatIsKnownWhenItIsToEnd) {
  SearchLimit limit;
  limit.stop = [] { return true; };
  const WormInstance instance = on_base_routes(Op::kAllToAll, Kind::kMesh, {4, 4}, 1);
  const FewestRounds found = fewest_rounds(instance, limit);
  EXPECT_FALSE(found.schedule);
  EXPECT_EQ(found.least, 16U);
  EXPECT_FALSE(search_worms(instance, 16, limit).refuted);
}

TEST(WormSearch, NeedsWays) {
  EXPECT_THROW(fewest_rounds({{Op::kBroadcast, 3}, {{0, 1}}}), std::invalid_argument);
  EXPECT_EQ(fewest({{Op::kBroadcast, 1}, {}}), 0U);
}

}  // namespace
}  // namespace flitcast::test_worm_search
