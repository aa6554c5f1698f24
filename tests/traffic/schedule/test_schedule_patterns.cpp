#include <map>
#include <stdexcept>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/schedules/random_unicasts.h"
#include "traffic/schedule/random.h"
#include "traffic/verify/verifier.h"

namespace flitcast::test_schedule_patterns {
namespace {

TEST(SplitMix64, GivesTheNumbersOfTheReferenceImplementation) {
  SplitMix64 random(1234567);
  EXPECT_EQ(random.next(), 6457827717110365317U);
  EXPECT_EQ(random.next(), 3203168211198807973U);
  EXPECT_EQ(random.next(), 9817491932198370423U);
  EXPECT_EQ(random.next(), 4593380528125082431U);
  EXPECT_EQ(random.next(), 16408922859458223821U);
}

TEST(SplitMix64, DrawsEveryNumberBelowABoundEquallyOften) {
  SplitMix64 random(7);
  std::vector<int> counts(5);
  constexpr int kDraws = 100'000;
  for (int i = 0; i < kDraws; ++i) {
    ++counts.at(random.below(counts.size()));
  }
  for (const int count : counts) {
    EXPECT_NEAR(count, kDraws / 5, 800);  // six standard deviations
  }
}

TEST(SplitMix64, DoesNotFavourSmallRemainders) {
  // 2^64 is one and a third times the bound: remainders of all draws would be below a third of the
  // bound half of the time.
  constexpr std::uint64_t kBound = std::uint64_t{3} << 62;
  SplitMix64 random(3);
  int lower_third = 0;
  for (int i = 0; i < 10'000; ++i) {
    const std::uint64_t number = random.below(kBound);
    ASSERT_LT(number, kBound);
    lower_third += number < kBound / 3 ? 1 : 0;
  }
  EXPECT_NEAR(lower_third, 3'333, 283);  // six standard deviations
}

std::vector<std::pair<NodeId, NodeId>> pairs_of(const Schedule& schedule,
                                                const Topology& topology) {
  Round round(topology);
  schedule.fill(0, round);
  std::vector<std::pair<NodeId, NodeId>> pairs;
  for (std::size_t i = 0; i < round.size(); ++i) {
    pairs.emplace_back(round[i].source, round[i].destinations.back());
  }
  return pairs;
}

TEST(RandomUnicasts, EveryNodeSendsItsMessagesToOthers) {
  const Topology torus(TopologyKind::kTorus, {3, 4});
  const Routing routing(torus, RoutingOrder::kAscending);
  const Schedule schedule = random_unicasts(torus, routing, 1, 5, 9);
  EXPECT_EQ(schedule.rounds, 1U);
  EXPECT_EQ(schedule.block_flits, 9U);
  const auto pairs = pairs_of(schedule, torus);
  ASSERT_EQ(pairs.size(), 60U);
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    EXPECT_EQ(pairs[i].first, i / 5);
    EXPECT_NE(pairs[i].second, pairs[i].first);
    EXPECT_LT(pairs[i].second, 12U);
  }
}

TEST(RandomUnicasts, DrawTheOtherNodesEquallyOften) {
  const Topology ring(TopologyKind::kRing, {5});
  const Routing routing(ring, RoutingOrder::kAscending);
  std::map<std::pair<NodeId, NodeId>, int> counts;
  for (const auto& pair : pairs_of(random_unicasts(ring, routing, 11, 10'000, 1), ring)) {
    ++counts[pair];
  }
  EXPECT_EQ(counts.size(), 20U);
  for (const auto& [pair, count] : counts) {
    EXPECT_NEAR(count, 2'500, 260) << pair.first << "->" << pair.second;  // six standard deviations
  }
}

TEST(RandomUnicasts, FollowTheirSeed) {
  const Topology cube(TopologyKind::kHypercube, {4});
  const Routing routing(cube, RoutingOrder::kAscending);
  const auto first = pairs_of(random_unicasts(cube, routing, 5, 4, 1), cube);
  EXPECT_EQ(pairs_of(random_unicasts(cube, routing, 5, 4, 1), cube), first);
  EXPECT_NE(pairs_of(random_unicasts(cube, routing, 6, 4, 1), cube), first);
}

TEST(RandomUnicasts, PassTheVerifier) {
  const Topology cube(TopologyKind::kHypercube, {4});
  const Routing routing(cube, RoutingOrder::kDescending);
  VerifyOptions options;
  options.model = {4, 1, 1};
  const VerifyReport report = verify(random_unicasts(cube, routing, 5, 7, 3), routing, options);
  EXPECT_EQ(report.messages, 16U * 7U);
  EXPECT_EQ(report.payload_flits, 16U * 7U * 3U);
  EXPECT_EQ(report.dependency_cycle, "");
}

TEST(RandomUnicasts, NeedAnotherNode) {
  const Topology point(TopologyKind::kHypercube, {0});
  const Routing routing(point, RoutingOrder::kAscending);
  EXPECT_THROW(random_unicasts(point, routing, 1, 1, 1), std::invalid_argument);
  const Topology pair(TopologyKind::kHypercube, {1});
  const Routing pair_routing(pair, RoutingOrder::kAscending);
  EXPECT_EQ(pairs_of(random_unicasts(pair, pair_routing, 1, 1, 1), pair),
            (std::vector<std::pair<NodeId, NodeId>>{{0, 1}, {1, 0}}));
}

}  // namespace
}  // namespace flitcast::test_schedule_patterns
