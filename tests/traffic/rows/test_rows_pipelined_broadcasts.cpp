#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/rows/row_cost.h"

namespace flitcast::test_rows_pipelined_broadcasts {
namespace {

constexpr std::uint32_t kSegmentNumbers[] = {1, 2, 3, 4, 7, 12};

RowRequest request_of(const Topology& topology, const Routing& routing, NodeId root,
                      std::uint32_t segments) {
  RowRequest request{topology, routing, 5 * segments, root};
  request.parameters.segments = segments;
  return request;
}

/// In `rounds` rounds of μ/S, whose longest ways have `hops` links; with both orders of routing.
void expect_segments(const std::string& id, const Topology& topology,
                     const std::vector<NodeId>& roots, std::int64_t segments, std::int64_t rounds,
                     std::int64_t hops) {
  for (const RoutingOrder order : kOrders) {
    const Routing routing(topology, order);
    for (const NodeId root : roots) {
      expect_cost(id, request_of(topology, routing, root, static_cast<std::uint32_t>(segments)),
                  {rounds, hops, {rounds, segments}});
    }
  }
}

std::vector<NodeId> all_nodes(const Topology& topology) {
  std::vector<NodeId> nodes;
  for (NodeId node = 0; node < topology.nodes(); ++node) {
    nodes.push_back(node);
  }
  return nodes;
}

void expect_chain(TopologyKind kind, const std::vector<std::uint32_t>& sides,
                  const std::vector<NodeId>& roots, std::int64_t segments, std::int64_t rounds) {
  const Topology topology(kind, sides);
  expect_segments("oab-chain", topology, roots.empty() ? all_nodes(topology) : roots, segments,
                  rounds, rounds);
}

TEST(Chain, VisitsEverybodyFromAnyNodeWhereAllAreAlike) {
  for (const std::int64_t s : kSegmentNumbers) {
    expect_chain(TopologyKind::kRing, {2}, {}, s, s);
    expect_chain(TopologyKind::kRing, {3}, {}, s, s + 1);
    expect_chain(TopologyKind::kRing, {9}, {}, s, s + 7);
    expect_chain(TopologyKind::kTorus, {4, 3}, {}, s, s + 10);
    expect_chain(TopologyKind::kTorus, {2, 3, 2}, {}, s, s + 10);
    expect_chain(TopologyKind::kTorus, {5, 3}, {}, s, s + 13);
    expect_chain(TopologyKind::kHypercube, {1}, {}, s, s);
    expect_chain(TopologyKind::kHypercube, {4}, {}, s, s + 14);
  }
}

TEST(Chain, GoesOneWayFromTheCornersOfAMesh) {
  for (const std::int64_t s : kSegmentNumbers) {
    expect_chain(TopologyKind::kLine, {2}, {}, s, s);
    expect_chain(TopologyKind::kLine, {7}, {0, 6}, s, s + 5);
    expect_chain(TopologyKind::kMesh, {4, 3}, {0, 3, 8, 11}, s, s + 10);
    expect_chain(TopologyKind::kMesh, {1, 5}, {0, 4}, s, s + 3);
    expect_chain(TopologyKind::kMesh, {2, 3, 3}, {0, 1, 4, 5, 12, 13, 16, 17}, s, s + 16);
  }
}

// One round later for every link that the longer of the two arms has, and 2 for every segment.
TEST(Chain, GoesBothWaysFromElsewhere) {
  for (const std::int64_t s : kSegmentNumbers) {
    expect_chain(TopologyKind::kLine, {3}, {1}, s, 2 * s);
    expect_chain(TopologyKind::kLine, {5}, {1, 3}, s, 2 * s + 1);
    expect_chain(TopologyKind::kLine, {5}, {2}, s, 2 * s + 1);
    expect_chain(TopologyKind::kLine, {6}, {2, 3}, s, 2 * s + 1);
    // The rows of a 4x3 mesh, to and fro: 0 1 2 3, 7 6 5 4, 8 9 10 11; from the right 3 2 1 0, 4 5
    // …
    expect_chain(TopologyKind::kMesh, {4, 3}, {1, 2, 9, 10}, s, 2 * s + 8);
    expect_chain(TopologyKind::kMesh, {4, 3}, {4, 7}, s, 2 * s + 5);
    expect_chain(TopologyKind::kMesh, {4, 3}, {5, 6}, s, 2 * s + 4);
  }
}

void expect_tree(const std::string& id, std::uint32_t n, const std::vector<NodeId>& roots,
                 std::int64_t segments, std::int64_t rounds, std::int64_t hops) {
  const Topology cube(TopologyKind::kHypercube, {n});
  expect_segments(id, cube, roots.empty() ? all_nodes(cube) : roots, segments, rounds, hops);
}

TEST(PipelinedTree, TakesTwoRoundsForASegmentAndTwoForALevel) {
  for (const std::int64_t s : kSegmentNumbers) {
    expect_tree("oab-hc-tree-pipelined", 1, {}, s, s, s);
    expect_tree("oab-hc-tree-pipelined", 2, {}, s, 2 * s + 1, 3 * s + 1);
    expect_tree("oab-hc-tree-pipelined", 3, {}, s, 2 * s + 3, 4 * s + 3);
    expect_tree("oab-hc-tree-pipelined", 4, {}, s, 2 * s + 5, 4 * s + 7);
    expect_tree("oab-hc-tree-pipelined", 5, {0, 13, 31}, s, 2 * s + 7, 4 * s + 11);
  }
  expect_tree("oab-hc-tree-pipelined", 10, {777}, 40, 97, 191);
}

TEST(DoubleTree, TakesOneRoundForASegmentAndTwoForALevel) {
  const char* id = "oab-hc-double-tree";
  for (const std::int64_t s : kSegmentNumbers) {
    expect_tree(id, 1, {}, s, s, s);
    expect_tree(id, 2, {}, s, s + 2, s + 2 + (s + 1) / 2);
  }
  expect_tree(id, 3, {}, 1, 5, 7);
  expect_tree(id, 3, {}, 2, 6, 9);
  expect_tree(id, 3, {}, 3, 7, 12);
  expect_tree(id, 3, {}, 4, 8, 13);
  expect_tree(id, 4, {}, 1, 7, 11);
  expect_tree(id, 4, {}, 7, 13, 24);
  expect_tree(id, 4, {}, 12, 18, 33);
  expect_tree(id, 6, {0, 21, 63}, 8, 18, 33);
  expect_tree(id, 6, {0, 21, 63}, 9, 19, 36);
  expect_tree(id, 10, {777}, 40, 58, 113);
}

/// Calls visit(round, message, segment) for all messages of a broadcast in segments on Q_n.
template <typename Visit>
void for_each_message(const std::string& id, std::uint32_t n, NodeId root, std::uint32_t segments,
                      int ports, Visit&& visit) {
  const Topology cube(TopologyKind::kHypercube, {n});
  const Routing routing(cube, RoutingOrder::kAscending);
  RowRequest request = request_of(cube, routing, root, segments);
  request.ports = ports;
  const Schedule schedule = find_row(id).build(request);
  for (std::uint64_t r = 0; r < schedule.rounds; ++r) {
    Round round(cube);
    schedule.fill(r, round);
    for (std::size_t i = 0; i < round.size(); ++i) {
      visit(r, round[i], static_cast<std::uint32_t>(round[i].blocks[0].part));
    }
  }
}

TEST(DoubleTree, ANodeWithChildrenInOneTreeIsALeafOfTheOther) {
  constexpr NodeId kRoot = 6;
  std::set<NodeId> senders[2];
  for_each_message("oab-hc-double-tree", 4, kRoot, 6, 1,
                   [&](std::uint64_t, const MessageView& m, std::uint32_t segment) {
                     senders[segment % 2].insert(m.source ^ kRoot);
                   });
  EXPECT_EQ(senders[0], (std::set<NodeId>{0, 2, 4, 6, 8, 10, 12, 14}));
  EXPECT_EQ(senders[1], (std::set<NodeId>{0, 3, 5, 7, 9, 11, 13, 15}));
}

TEST(DoubleTree, ANodeGetsFromOneTreeInEvenRoundsAndFromTheOtherInOdd) {
  std::set<std::uint64_t> parities[16][2];
  for_each_message("oab-hc-double-tree", 4, 0, 6, 1,
                   [&](std::uint64_t round, const MessageView& m, std::uint32_t segment) {
                     parities[m.destinations.back()][segment % 2].insert(round % 2);
                   });
  for (NodeId node = 1; node < 16; ++node) {
    ASSERT_EQ(parities[node][0].size(), 1U);
    ASSERT_EQ(parities[node][1].size(), 1U);
    EXPECT_NE(*parities[node][0].begin(), *parities[node][1].begin());
  }
}

}  // namespace
}  // namespace flitcast::test_rows_pipelined_broadcasts
