#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/rows/row_cost.h"
#include "tests/support/schedules/round_contents.h"
#include "traffic/row/lower_bound.h"
#include "traffic/rows/all_to_all/alltoall_torus_dex.h"

// All-to-all scatter by micropermutations on rings of any size and on square tori.

namespace flitcast::test_rows_alltoall_torus {
namespace {

constexpr TopologyKind kRing = TopologyKind::kRing;
constexpr TopologyKind kTorus = TopologyKind::kTorus;
constexpr RoutingOrder kAscending = RoutingOrder::kAscending;

NodeId distance(NodeId from, NodeId to, NodeId side) {
  const NodeId up = (to + side - from) % side;
  return std::min(up, side - up);
}

/// What the test asks of all rounds of a schedule.
struct Totals {
  std::set<Link> pairs;            ///< that have met
  std::size_t messages = 0;        ///< of all rounds
  std::size_t longer_paths = 0;    ///< than the shortest
  std::size_t fewest_links = ~0U;  ///< busy in a round
  int most_worms = 0;              ///< on a link in a round
};

Totals totals_of(const Schedule& schedule, const Topology& topology) {
  Totals totals;
  for (std::uint64_t r = 0; r < schedule.rounds; ++r) {
    Round round(topology);
    schedule.fill(r, round);
    totals.messages += round.size();
    for (std::size_t i = 0; i < round.size(); ++i) {
      const MessageView m = round[i];
      totals.pairs.emplace(m.source, m.destinations.back());
      NodeId shortest = 0;
      for (int d = 0; d < topology.dimensions(); ++d) {
        shortest += distance(topology.coordinate(m.source, d),
                             topology.coordinate(m.destinations.back(), d), topology.side(d));
      }
      totals.longer_paths += m.hops() > shortest ? 1 : 0;
    }
    const auto worms = worms_on_links(schedule, topology, r);
    totals.fewest_links = std::min(totals.fewest_links, worms.size());
    for (const auto& [link, count] : worms) {
      totals.most_worms = std::max(totals.most_worms, count);
    }
  }
  return totals;
}

Totals totals_of(const char* id, const Topology& topology, const char* variant = "") {
  const Routing routing(topology, kAscending);
  return totals_of(find_row(id).build({topology, routing, 1, 0, variant}), topology);
}

class AnyRing : public testing::TestWithParam<NodeId> {};

TEST_P(AnyRing, A18EveryPairMeetsOnceAndNoLinkIsShared) {
  const NodeId z = GetParam();
  const Topology ring(kRing, {z});
  const Totals totals = totals_of("aas-ring-dex", ring);
  EXPECT_EQ(totals.pairs.size(), std::size_t{z} * (z - 1));
  EXPECT_EQ(totals.messages, totals.pairs.size());
  EXPECT_EQ(totals.most_worms, 1);
  EXPECT_EQ(totals.longer_paths == 0, z % 4 == 0) << totals.longer_paths;
  EXPECT_TRUE(z % 4 != 0 || totals.fewest_links == 2 * z) << "links are idle";
}

/// Rounds, longest ways and packets: those of the next multiple of 4; of five nodes one round less.
TEST_P(AnyRing, A18CostsWhatTheNextMultipleOfFourCosts) {
  const NodeId z = GetParam();
  const std::map<NodeId, Coefficients> costs = {
      {2, {8, 24, 8}},       {3, {18, 83, 18}},     {4, {32, 194, 32}},
      {5, {50, 379, 50}},    {6, {72, 652, 72}},    {7, {98, 1035, 98}},
      {8, {128, 1542, 128}}, {9, {162, 2195, 162}}, {10, {200, 3008, 200}}};
  const Coefficients cost = z == 5 ? Coefficients{7, 20, 7} : costs.at((z + 3) / 4);
  const Topology ring(kRing, {z});
  for (const RoutingOrder order : kOrders) {
    const Routing routing(ring, order);
    expect_cost("aas-ring-dex", {ring, routing, 3}, cost);
  }
}

INSTANTIATE_TEST_SUITE_P(Sizes, AnyRing, testing::Range(NodeId{5}, NodeId{41}));

TEST(SmallRing, A17TakesThreeRoundsOnOnePortAndTwoOnAll) {
  const Topology ring(kRing, {4});
  const Routing routing(ring, kAscending);
  const Row& row = find_row("aas-ring-dex");
  RowRequest request{ring, routing, 3};
  request.ports = 2;
  const Schedule schedule = row.build(request);
  VerifyOptions options;
  options.model = {14, 2, 3};
  options.ports = 2;
  EXPECT_NO_THROW(verify(schedule, routing, options));
  EXPECT_EQ(worms_on_links(schedule, ring, 0).size(), 8U);
  EXPECT_EQ(worms_on_links(schedule, ring, 1).size(), 8U);
  // Two start-ups count for more than the 6 words on a channel.
  EXPECT_EQ(lower_bound(*row.operation, request, {14, 2, 3}), 14 + 2 + 3 + (14 - 1 + 3));
  options.ports = 1;
  EXPECT_THROW(verify(schedule, routing, options), ScheduleError);
}

TEST(TorusDirectExchange, A19KeepsEveryLinkBusyInEveryRound) {
  for (const std::uint32_t side : {8U, 16U}) {
    const Topology torus(kTorus, {side, side});
    const Totals totals = totals_of("aas-torus2d-dex", torus);
    const std::size_t nodes = std::size_t{side} * side;
    EXPECT_EQ(totals.pairs.size(), nodes * (nodes - 1));
    EXPECT_EQ(totals.messages, totals.pairs.size());
    EXPECT_EQ(totals.longer_paths, 0U);
    EXPECT_EQ(totals.fewest_links, 4 * nodes);
    EXPECT_EQ(totals.most_worms, 1);
  }
}

TEST(TorusDirectExchange, A20LeavesLinksIdle) {
  const Topology torus(kTorus, {12, 12});
  const Totals totals = totals_of("aas-torus2d-dex", torus, "naive");
  EXPECT_EQ(totals.pairs.size(), 144U * 143);
  EXPECT_EQ(totals.messages, totals.pairs.size());
  EXPECT_EQ(totals.longer_paths, 0U);
  EXPECT_EQ(totals.fewest_links, 2U * 4 * 24);  // of π4 x π4: four rows and four columns
  EXPECT_EQ(totals.most_worms, 1);
}

std::vector<std::string> crossings_of(NodeId side, std::uint64_t round) {
  std::vector<std::string> texts;
  for (const Crossing& crossing : interleaved_crossings(side, round)) {
    texts.push_back(to_string(crossing));
  }
  return texts;
}

// Tvrdík §14, figure "Interleaving of horizontal and vertical disjoint micropermutations": on
// T(8,8) one crossing that takes all rows and columns, or several that share them.
TEST(TorusDirectExchange, A19InterleavesDisjointMicropermutations) {
  using Texts = std::vector<std::string>;
  EXPECT_EQ(crossings_of(8, 0), (Texts{"π1(1,0) x π1(1,0)"}));
  EXPECT_EQ(crossings_of(8, 11), (Texts{"π1(0,1) x π3(1)"}));
  EXPECT_EQ(crossings_of(8, 35), (Texts{"π3(1) x π3(1)"}));
  EXPECT_EQ(crossings_of(8, 36), (Texts{"π1(1,0) x π4(0)", "π1(1,0) x stay(1)"}));
  EXPECT_EQ(crossings_of(8, 37), (Texts{"π1(1,0) x π4(1)", "π1(1,0) x stay(0)"}));
  EXPECT_EQ(crossings_of(8, 48), (Texts{"π4(0) x π1(1,0)", "stay(1) x π1(1,0)"}));
  EXPECT_EQ(crossings_of(8, 61), (Texts{"π4(0) x π4(1)", "π4(1) x π4(0)"}));
  EXPECT_EQ(crossings_of(8, 62),
            (Texts{"π4(0) x stay(0)", "stay(0) x π4(1)", "π4(1) x stay(1)", "stay(1) x π4(0)"}));
  EXPECT_EQ(crossings_of(16, 0), (Texts{"π1(3,0) x π1(3,0)", "π1(1,2) x π1(1,2)"}));
  EXPECT_EQ(crossings_of(16, 1), (Texts{"π1(3,0) x π1(1,2)", "π1(1,2) x π1(3,0)"}));
}

TEST(TorusDirectExchange, A20CrossesOneMicropermutationWithOne) {
  const Topology torus(kTorus, {8, 8});
  const Routing routing(torus, kAscending);
  const Schedule schedule = find_row("aas-torus2d-dex").build({torus, routing, 1, 0, "naive"});
  EXPECT_EQ(sends_of(schedule, torus, 0).size(), 64U);             // π1(0,1) x π1(0,1)
  EXPECT_EQ(sends_of(schedule, torus, 0).at(0), 1U + 8);           // 0 -> 1 in both
  EXPECT_EQ(sends_of(schedule, torus, 63).size(), 16U);            // π4(1) x π4(1)
  EXPECT_EQ(sends_of(schedule, torus, 63).at(1 + 8), 5U + 5 * 8);  // 1 -> 5 in both
  EXPECT_EQ(sends_of(schedule, torus, 64).at(3), 3U + 8);          // 0 -> 1 in columns only
  EXPECT_EQ(sends_of(schedule, torus, 72).at(3), 2U);              // 3 -> 2 in rows only
}

// Positions in the figure of the source with t = 3: u = i, y = 5 − i, xy = 6 + i, x = 11 − i.
TEST(RingDirectExchange, A17HasTheMicropermutationsOfTheFigure) {
  const Topology ring(kRing, {12});
  const Routing routing(ring, kAscending);
  const Schedule schedule = find_row("aas-ring-dex").build({ring, routing, 1});
  const auto sends = [&](std::uint64_t r) { return sends_of(schedule, ring, r); };
  using Sends = std::map<NodeId, NodeId>;
  // of nodes 0 and 1: π1 and π2
  EXPECT_EQ(sends(0), (Sends{{0, 1}, {1, 6}, {6, 7}, {7, 0}, {11, 10}, {10, 5}, {5, 4}, {4, 11}}));
  EXPECT_EQ(sends(1), (Sends{{0, 10}, {10, 6}, {6, 4}, {4, 0}, {1, 5}, {5, 7}, {7, 11}, {11, 1}}));
  // of node 0, with node 1 the other way: π3 and π4
  EXPECT_EQ(sends(12), (Sends{{0, 11}, {11, 6}, {6, 5}, {5, 0}, {1, 4}, {4, 7}, {7, 10}, {10, 1}}));
  EXPECT_EQ(sends(13), (Sends{{0, 6}, {6, 0}, {11, 5}, {5, 11}}));
}

TEST(RingDirectExchange, A17HasADependencyCycleThatNobodyWaitsIn) {
  const Topology ring(kRing, {8});
  const Routing routing(ring, kAscending);
  const Row& row = find_row("aas-ring-dex");
  const Schedule schedule = row.build({ring, routing, 3});
  EXPECT_FALSE(
      verify(schedule, routing, options_of(row, ring, kModels[0])).dependency_cycle.empty());
}

TEST(TorusDirectExchange, HasDependencyCyclesThatNobodyWaitsIn) {
  const Topology torus(kTorus, {8, 8});
  const Routing routing(torus, kAscending);
  const Row& row = find_row("aas-torus2d-dex");
  const Schedule schedule = row.build({torus, routing, 1});
  VerifyOptions options = options_of(row, torus, kModels[0]);
  EXPECT_FALSE(verify(schedule, routing, options).dependency_cycle.empty());
  options.vcs = 2;  // cut at datelines
  EXPECT_TRUE(verify(schedule, routing, options).dependency_cycle.empty());
}

}  // namespace
}  // namespace flitcast::test_rows_alltoall_torus
