#include <map>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/rows/row_cost.h"

namespace flitcast::test_rows_spanning_broadcasts {
namespace {

RowRequest request_of(const Topology& topology, const Routing& routing, NodeId root,
                      std::uint32_t segments) {
  RowRequest request{topology, routing, 6 * segments, root};
  request.parameters.segments = segments;
  return request;
}

void expect_nesbt(std::uint32_t n, std::int64_t segments, std::int64_t rounds, NodeId step = 1) {
  const Topology cube(TopologyKind::kHypercube, {n});
  for (const RoutingOrder order : kOrders) {
    const Routing routing(cube, order);
    for (NodeId root = 0; root < cube.nodes(); root += step) {
      expect_cost("oab-hc-nesbt",
                  request_of(cube, routing, root, static_cast<std::uint32_t>(segments)),
                  {rounds, rounds, {rounds, segments}});
    }
  }
}

TEST(Nesbt, TakesOneRoundForASegmentAndOneForADimension) {
  for (std::int64_t segments = 1; segments <= 11; ++segments) {
    expect_nesbt(1, segments, segments);
    expect_nesbt(2, segments, segments + 2);
    expect_nesbt(3, segments, segments + 3);
    expect_nesbt(4, segments, segments + 4);
    expect_nesbt(7, segments, segments + 7, 53);
  }
}

/// How often the rounds of a schedule use a dimension, as a table of rounds.
std::vector<std::map<NodeId, std::size_t>> dimensions_used(std::uint32_t n, std::uint32_t segments,
                                                           int ports) {
  const Topology cube(TopologyKind::kHypercube, {n});
  const Routing routing(cube, RoutingOrder::kAscending);
  RowRequest request = request_of(cube, routing, 5, segments);
  request.ports = ports;
  const Schedule schedule = find_row("oab-hc-nesbt").build(request);
  std::vector<std::map<NodeId, std::size_t>> table(schedule.rounds);
  for (std::uint64_t r = 0; r < schedule.rounds; ++r) {
    Round round(cube);
    schedule.fill(r, round);
    for (std::size_t i = 0; i < round.size(); ++i) {
      ++table[r][round[i].source ^ round[i].destinations.back()];
    }
  }
  return table;
}

TEST(Nesbt, AllNodesUseTheDimensionOfTheRoundOnOnePort) {
  const auto table = dimensions_used(3, 6, 2);
  ASSERT_EQ(table.size(), 9U);
  for (std::size_t r = 0; r < table.size(); ++r) {
    ASSERT_EQ(table[r].size(), 1U);
    EXPECT_EQ(table[r].begin()->first, NodeId{1} << r % 3);
  }
  // Everybody but the root receives when the pipe is full.
  EXPECT_EQ(table[3].begin()->second, 7U);
  EXPECT_EQ(table[5].begin()->second, 7U);
  EXPECT_EQ(table[0].begin()->second, 1U);
  EXPECT_EQ(table[8].begin()->second, 3U);
}

TEST(Nesbt, AllLinksButThoseToTheRootAreBusyOnAllPorts) {
  const auto table = dimensions_used(3, 18, 3);
  ASSERT_EQ(table.size(), 9U);
  EXPECT_EQ(table[0], (std::map<NodeId, std::size_t>{{1, 1}, {2, 1}, {4, 1}}));
  for (const std::size_t r : {3U, 4U, 5U}) {
    EXPECT_EQ(table[r], (std::map<NodeId, std::size_t>{{1, 7}, {2, 7}, {4, 7}}));
  }
  EXPECT_EQ(table[8], (std::map<NodeId, std::size_t>{{1, 1}, {2, 1}, {4, 1}}));
}

/// The nodes that know after so many rounds, relative to the root.
std::set<NodeId> informed(std::uint32_t n, NodeId root, std::uint64_t rounds) {
  const Topology cube(TopologyKind::kHypercube, {n});
  const Routing routing(cube, RoutingOrder::kAscending);
  const Row& row = find_row("oab-hc-allport-hokao");
  const Schedule schedule = row.build(in_own_model(row, {cube, routing, 1, root}));
  std::set<NodeId> nodes = {0};
  for (std::uint64_t r = 0; r < rounds; ++r) {
    Round round(cube);
    schedule.fill(r, round);
    for (std::size_t i = 0; i < round.size(); ++i) {
      nodes.insert(round[i].destinations.back() ^ root);
    }
  }
  return nodes;
}

TEST(HammingBroadcast, InformsTheWordsOfTheCodeBeforeTheLastRound) {
  EXPECT_EQ(informed(3, 5, 1), (std::set<NodeId>{0, 7}));
  const std::set<NodeId> words = informed(7, 100, 2);
  EXPECT_EQ(words.size(), 16U);
  for (const NodeId a : words) {
    for (const NodeId b : words) {
      EXPECT_TRUE(a == b || __builtin_popcount(a ^ b) >= 3) << a << " and " << b;
    }
  }
  EXPECT_EQ(informed(7, 100, 1).size(), 8U);
  EXPECT_EQ(informed(7, 100, 3).size(), 128U);
}

}  // namespace
}  // namespace flitcast::test_rows_spanning_broadcasts
