#include <map>
#include <numeric>
#include <set>
#include <stdexcept>
#include <utility>

#include <gtest/gtest.h>

#include "tests/support/hops/hop_networks.h"
#include "traffic/satisfiability/hop_search.h"

namespace flitcast::test_hop_search {
namespace {

/// What breaks a rule when the plan is played; empty when nothing does.
std::string fault_of(const HopInstance& instance, const HopPlan& plan,
                     const RoundsOfSteps& rounds) {
  std::vector<const HopLink*> channels;  // by link
  for (const HopLink& link : instance.links) {
    channels.insert(channels.end(), link.chunks, &link);
  }
  const std::vector<HopChunk> chunks = chunks_of(instance.demand);
  std::set<std::pair<std::uint32_t, NodeId>> there;
  for (const HopChunk& chunk : chunks) {
    there.emplace(chunk.id, chunk.origin);
  }
  std::set<std::pair<LinkId, ChunkTime>> used;
  ChunkTime end = 0;
  std::size_t played = 0;
  for (const std::uint32_t of_step : rounds) {
    const ChunkTime begin = std::exchange(end, end + of_step);
    const auto before = there;
    for (const Hop& hop : plan.hops) {
      if (hop.start < begin || hop.start >= end) {
        continue;
      }
      ++played;
      const HopLink& link = *channels.at(hop.link);
      if (before.count({hop.chunk, link.from}) == 0) {
        return "a chunk that comes from nowhere";
      }
      if (!used.emplace(hop.link, hop.start).second) {
        return "two chunks on a link";
      }
      if (!there.emplace(hop.chunk, link.to).second) {
        return "a chunk comes twice";
      }
    }
  }
  for (const HopChunk& chunk : chunks) {
    for (const NodeId node : chunk.destinations) {
      if (there.count({chunk.id, node}) == 0) {
        return "a chunk does not arrive";
      }
    }
  }
  return played != plan.hops.size() ? "a hop in no step" : plan.time > end ? "it ends late" : "";
}

/// A schedule was found, and is one.
bool exists(const HopInstance& instance, std::uint32_t steps, std::uint32_t rounds) {
  const HopSearchResult result = search_hops(instance, steps, rounds);
  EXPECT_TRUE(result.open.empty() || result.plan);
  if (!result.plan) {
    return false;
  }
  EXPECT_EQ(fault_of(instance, *result.plan, result.rounds), "");
  EXPECT_EQ(result.rounds.size(), steps);
  EXPECT_EQ(std::accumulate(result.rounds.begin(), result.rounds.end(), 0U), rounds);
  return true;
}

struct Point {
  std::uint32_t chunks;
  std::uint32_t steps;
  std::uint32_t rounds;
};

class Dgx1 : public testing::TestWithParam<Point> {};

// Cai et al., PPoPP 2021, table 4: with 7/6 rounds a chunk (6, 3, 7) has all the bandwidth.
TEST_P(Dgx1, HasTheAllGathersOfSccl) {
  const auto [chunks, steps, rounds] = GetParam();
  EXPECT_TRUE(exists(dgx1_all_gather(chunks), steps, rounds));
}
INSTANTIATE_TEST_SUITE_P(Table, Dgx1,
                         testing::Values(Point{1, 2, 2}, Point{2, 2, 3}, Point{3, 3, 4},
                                         Point{4, 3, 5}, Point{5, 3, 6}, Point{6, 3, 7},
                                         // beyond it
                                         Point{7, 3, 9}, Point{8, 3, 10}));

TEST(HopSearch, RefutesAllSplitsOfWhatScclRefutes) {
  const HopSearchResult result = search_hops(dgx1_all_gather(3), 2, 4);
  EXPECT_FALSE(result.plan);
  EXPECT_TRUE(result.open.empty());
  ASSERT_EQ(result.refuted.size(), 3U);
  EXPECT_EQ(to_string(result.refuted[0].rounds), "1+3");
  EXPECT_EQ(to_string(result.refuted[2].rounds), "3+1");
}

// Node 0 is 2 steps from others, and has 6 units of links for 7 chunks each of which comes once.
TEST(HopSearch, RefutesWhatTheBoundsOfTheDgx1Forbid) {
  EXPECT_FALSE(exists(dgx1_all_gather(1), 1, 4));
  EXPECT_FALSE(exists(dgx1_all_gather(2), 2, 2));
}

// A bidirectional ring: from each side one chunk a round, N − 1 in all.
TEST(HopSearch, FindsTheAllGatherOfRings) {
  for (const NodeId nodes : {3U, 4U, 5U, 6U, 7U}) {
    const HopInstance instance = hop_instance(DemandKind::kAllGather, nodes, ring_links(nodes));
    EXPECT_TRUE(exists(instance, nodes / 2, nodes / 2)) << nodes;
    EXPECT_FALSE(nodes > 3 && exists(instance, nodes / 2 - 1, nodes / 2)) << nodes;
  }
}

// A pipeline: the last chunk leaves in round k, and arrives N − 2 rounds later.
TEST(HopSearch, FindsTheBroadcastOfALine) {
  for (const NodeId nodes : {2U, 3U, 5U}) {
    for (const std::uint32_t chunks : {1U, 2U, 3U}) {
      const HopInstance instance =
          hop_instance(DemandKind::kBroadcast, nodes, line_links(nodes), chunks);
      const std::uint32_t rounds = nodes - 2 + chunks;
      EXPECT_TRUE(exists(instance, rounds, rounds)) << nodes << " " << chunks;
      EXPECT_FALSE(rounds > 1 && exists(instance, rounds - 1, rounds - 1))
          << nodes << " " << chunks;
    }
  }
}

// The first link carries all N − 1 blocks.
TEST(HopSearch, FindsTheScatterOfALine) {
  const HopInstance instance = hop_instance(DemandKind::kScatter, 5, line_links(5));
  EXPECT_TRUE(exists(instance, 4, 4));
  EXPECT_FALSE(exists(instance, 3, 4));
  EXPECT_FALSE(exists(instance, 3, 3));
}

// The middle link of four nodes in a line carries 2·2 chunks each way.
TEST(HopSearch, FindsTheAllToAllOfALine) {
  const HopInstance instance = hop_instance(DemandKind::kAllToAll, 4, line_links(4));
  EXPECT_FALSE(exists(instance, 3, 3));
  EXPECT_TRUE(exists(instance, 4, 5));
}

TEST(HopSearch, SendsAMulticastToNobodyElse) {
  const HopInstance instance = hop_instance(DemandKind::kMulticast, 6, ring_links(6), 1, 0, {2, 0});
  const HopSearchResult result = search_hops(instance, 2, 2);
  ASSERT_TRUE(result.plan);
  EXPECT_EQ(fault_of(instance, *result.plan, result.rounds), "");
  EXPECT_EQ(result.plan->hops.size(), 2U);
}

TEST(HopSearch, NeedsNoMovesForOneNode) {
  const HopSearchResult result = search_hops(hop_instance(DemandKind::kAllGather, 1, {}), 1, 1);
  ASSERT_TRUE(result.plan);
  EXPECT_TRUE(result.plan->hops.empty());
}

// A torus of 4×4, (N − 1) / 4 rounds; all nodes are alike, each way in and out.
TEST(HopSearch, FindsTheAllGatherOfATorusBySymmetry) {
  std::vector<HopLink> links;
  for (NodeId node = 0; node < 16; ++node) {
    const NodeId row = node / 4 * 4;
    for (const NodeId step : {1U, 3U}) {
      links.push_back({node, row + (node + step) % 4});
      links.push_back({node, (node + 4 * step) % 16});
    }
  }
  EXPECT_TRUE(exists(hop_instance(DemandKind::kAllGather, 16, links), 4, 4));
}

// One link of two chunks a round, one of one.
TEST(HopSearch, FillsUnequalLinks) {
  const HopInstance instance =
      hop_instance(DemandKind::kBroadcast, 3, {{0, 1, 2}, {0, 2, 1}, {1, 2, 1}}, 4);
  EXPECT_TRUE(exists(instance, 2, 3));
  EXPECT_FALSE(exists(instance, 1, 3));
  EXPECT_FALSE(exists(instance, 2, 2));
}

TEST(HopSearch, LeavesSplitsOpenWhenItIsToEnd) {
  SearchLimit limit;
  limit.stop = [] { return true; };
  EXPECT_EQ(search_hops(dgx1_all_gather(3), 2, 4, limit).open.size(), 3U);
  limit = {};
  limit.end = std::chrono::steady_clock::now();
  const HopSearchResult result = search_hops(dgx1_all_gather(3), 2, 4, limit);
  EXPECT_EQ(result.open.size(), 3U);
  EXPECT_FALSE(result.plan);
  EXPECT_TRUE(result.refuted.empty());
}

TEST(HopSearch, TriesNoMoreSplitsThanItCan) {
  const HopInstance instance = hop_instance(DemandKind::kBroadcast, 3, line_links(3));
  EXPECT_TRUE(exists(instance, 2, 2000));
  EXPECT_TRUE(exists(instance, 2000, 2000));
  EXPECT_THROW(search_hops(instance, 4, 2000), std::length_error);
}

// An all-gather of 32 nodes at its bound, which takes far longer than this.
TEST(HopSearch, EndsWithinASearch) {
  std::vector<HopLink> links;
  for (NodeId node = 0; node < 32; ++node) {
    for (unsigned bit = 0; bit < 5; ++bit) {
      links.push_back({node, node ^ (1U << bit)});
    }
  }
  int asked = 0;
  SearchLimit limit;
  limit.stop = [&asked] { return ++asked > 20; };
  const HopSearchResult result =
      search_hops(hop_instance(DemandKind::kAllGather, 32, links), 7, 7, limit);
  EXPECT_EQ(result.open.size(), 1U);
}

}  // namespace
}  // namespace flitcast::test_hop_search
