#include <map>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/rows/refusals.h"
#include "tests/support/rows/row_cost.h"
#include "traffic/row/lower_bound.h"

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
  expect_nesbt(10, 40, 50, 777);
}

/// With all ports, n segments leave at a time.
void expect_nesbt_on_all_ports(std::uint32_t n, std::int64_t segments, std::int64_t rounds) {
  const Topology cube(TopologyKind::kHypercube, {n});
  const Routing routing(cube, RoutingOrder::kAscending);
  const Row& row = find_row("oab-hc-nesbt");
  for (NodeId root = 0; root < cube.nodes(); root += 3) {
    RowRequest request = request_of(cube, routing, root, static_cast<std::uint32_t>(segments));
    request.ports = cube.degree();
    ASSERT_NO_THROW(check_request(row, request));
    const Coefficients expected{rounds, rounds, {rounds, segments}};
    EXPECT_EQ(to_string(row.closed_form(request).value()), to_string(expected));
    for (const TimingModel& model : kModels) {
      VerifyOptions options;
      options.model = model;
      options.ports = request.ports;
      const VerifyReport report = verify(row.build(request), routing, options);
      EXPECT_EQ(report.link_contention, 1U) << report.first_contention;
      EXPECT_EQ(report.dependency_cycle, "");
      EXPECT_EQ(to_string(report.lockstep_terms), to_string(expected));
    }
  }
}

TEST(Nesbt, FeedsAllTreesAtOnceOnAllPorts) {
  expect_nesbt_on_all_ports(1, 5, 5);
  expect_nesbt_on_all_ports(2, 1, 3);
  expect_nesbt_on_all_ports(2, 5, 5);
  expect_nesbt_on_all_ports(3, 3, 4);
  expect_nesbt_on_all_ports(3, 4, 5);
  expect_nesbt_on_all_ports(5, 40, 13);
  expect_nesbt_on_all_ports(8, 100, 21);
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

void expect_hamming(std::uint32_t n, std::int64_t rounds, std::int64_t hops,
                    const std::vector<NodeId>& roots) {
  const Topology cube(TopologyKind::kHypercube, {n});
  for (const RoutingOrder order : kOrders) {
    const Routing routing(cube, order);
    for (const NodeId root : roots) {
      expect_cost("oab-hc-allport-hokao", {cube, routing, 5, root}, {rounds, hops, rounds});
    }
  }
}

// The longest worms of Q_6: 4 and 4 links in the rounds to the words, 1 in the last.
TEST(HammingBroadcast, DividesTheDimensionsByTheCheckBits) {
  expect_hamming(1, 1, 1, {0, 1});
  expect_hamming(2, 2, 2, {0, 1, 2, 3});
  expect_hamming(3, 2, 4, {0, 1, 2, 3, 4, 5, 6, 7});
  expect_hamming(4, 2, 5, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15});
  expect_hamming(5, 3, 6, {0, 10, 31});
  expect_hamming(6, 3, 9, {0, 21, 63});
  expect_hamming(7, 3, 11, {0, 85, 127});
  expect_hamming(8, 3, 12, {200});
  expect_hamming(9, 3, 13, {300});
  expect_hamming(10, 4, 14, {777});
  expect_hamming(11, 4, 17, {0});
  expect_hamming(12, 4, 18, {1});
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

TEST(HammingBroadcast, HasNoClosedFormForWormsThatAreStoredOnTheirWay) {
  const Topology cube(TopologyKind::kHypercube, {3});
  const Routing routing(cube, RoutingOrder::kAscending);
  const Row& row = find_row("oab-hc-allport-hokao");
  RowRequest request = in_own_model(row, {cube, routing, 1});
  EXPECT_TRUE(row.closed_form(request).has_value());
  request.switching = Switching::kStoreAndForward;
  EXPECT_FALSE(row.closed_form(request).has_value());
}

Cycle bound(const char* id, std::uint32_t n, std::uint32_t mu) {
  const Topology cube(TopologyKind::kHypercube, {n});
  const Routing routing(cube, RoutingOrder::kAscending);
  const Row& row = find_row(id);
  return lower_bound(*row.operation, in_own_model(row, {cube, routing, mu}), {14, 2, 3});
}

// t_s − 1 + t_m = 16 from one informed node to the next, 3 cycles a flit.
TEST(SpanningBroadcasts, AreBoundedByTheirPorts) {
  for (const char* id :
       {"oab-chain", "oab-hc-tree-pipelined", "oab-hc-double-tree", "oab-hc-nesbt"}) {
    EXPECT_EQ(bound(id, 3, 20), 14 + 2 + 60 + 2 * 16) << id;
  }
  // an all-reduce: every node receives 7/8 of a message, and sends as much again
  EXPECT_EQ(bound("allreduce-hc-double-tree", 3, 20), 14 + 2 + 35 * 3);
  EXPECT_EQ(bound("oab-hc-allport-hokao", 6, 20), 14 + 2 + 12 + 2 * 16);  // 7³ ≥ 64 > 7²
}

struct Refusal {
  std::string id;
  Topology topology;
  std::uint32_t segments;
  std::string key;
  std::string message;
};

TEST(SpanningBroadcasts, RefuseWhatDoesNotFit) {
  const std::vector<Refusal> refusals = {
      {"oab-chain",
       {TopologyKind::kTree, {0}},
       1,
       "topology.dims",
       "tree 0 has a single processor; the algorithm takes 2 or more"},
      {"oab-chain",
       {TopologyKind::kHypercube, {0}},
       1,
       "topology.dims",
       "a hypercube of dimension 0 is a single node; the smallest is 1"},
      {"oab-chain",
       {TopologyKind::kMesh, {1, 1}},
       1,
       "topology.dims",
       "1x1 is a single node; the nearest is 2x1"},
      {"oab-chain",
       {TopologyKind::kRing, {5}},
       4,
       "traffic.message_flits",
       "the pipeline cuts a message into 4 segments, which 6 flits do not make; the nearest is 8"},
      {"oab-hc-tree-pipelined",
       {TopologyKind::kMesh, {4, 4}},
       1,
       "topology.kind",
       "mesh does not fit; the algorithm lives on a hypercube"},
      {"oab-hc-double-tree",
       {TopologyKind::kHypercube, {0}},
       1,
       "topology.dims",
       "a hypercube of dimension 0 is a single node; the smallest is 1"},
      {"oab-hc-double-tree",
       {TopologyKind::kHypercube, {3}},
       5,
       "traffic.message_flits",
       "the pipeline cuts a message into 5 segments, which 6 flits do not make; the nearest is 5"},
      {"allreduce-hc-double-tree",
       {TopologyKind::kTorus, {4, 4}},
       1,
       "topology.kind",
       "torus does not fit; the algorithm lives on a hypercube"},
      {"oab-hc-nesbt",
       {TopologyKind::kHypercube, {3}},
       12,
       "traffic.message_flits",
       "the pipeline cuts a message into 12 segments, which 6 flits do not make; the nearest is "
       "12"},
      {"oab-hc-nesbt",
       {TopologyKind::kRing, {8}},
       1,
       "topology.kind",
       "ring does not fit; the algorithm lives on a hypercube"},
      {"oab-hc-allport-hokao",
       {TopologyKind::kLine, {8}},
       1,
       "topology.kind",
       "line does not fit; the algorithm lives on a hypercube"},
  };
  for (const Refusal& refusal : refusals) {
    const Routing routing(refusal.topology, RoutingOrder::kAscending);
    RowRequest request{refusal.topology, routing, 6};
    request.parameters.segments = refusal.segments;
    expect_refusal(refusal.id, request, refusal.key, refusal.message);
  }
}

}  // namespace
}  // namespace flitcast::test_rows_spanning_broadcasts
