#include <map>
#include <set>

#include <gtest/gtest.h>

#include "tests/support/worms/worm_networks.h"

namespace flitcast::test_worm_ways {
namespace {

TEST(BaseWays, GoFromEachToEach) {
  const Topology mesh(TopologyKind::kMesh, {3, 2});
  const std::vector<WormWay> ways = base_ways(Routing(mesh, RoutingOrder::kAscending));
  EXPECT_EQ(ways.size(), 6U * 5U);
  std::set<WormWay> all(ways.begin(), ways.end());
  EXPECT_EQ(all.count({0, 1, 2, 5}), 1U);  // along x first
  EXPECT_EQ(all.count({5, 4, 3, 0}), 1U);
  EXPECT_EQ(all.count({1, 4}), 1U);
}

TEST(BaseWays, PassSwitchesOfATree) {
  const Topology tree(TopologyKind::kTree, {1});
  EXPECT_EQ(base_ways(Routing(tree, RoutingOrder::kAscending)),
            (std::vector<WormWay>{{0, 2, 1}, {1, 2, 0}}));
}

// Two ways to the node opposite, one to each other.
TEST(ShortestWays, GoBothWaysRoundARing) {
  EXPECT_EQ(shortest_ways(Topology(TopologyKind::kRing, {4})).size(), 4U * (1 + 1 + 2));
  EXPECT_EQ(shortest_ways(Topology(TopologyKind::kRing, {5})).size(), 5U * 4U);
}

// To a node at distance d in any order of its d dimensions: 3·1! + 3·2! + 3!.
TEST(ShortestWays, CorrectBitsInAnyOrder) {
  const Topology cube(TopologyKind::kHypercube, {3});
  std::map<std::pair<NodeId, NodeId>, std::size_t> ways;
  for (const WormWay& way : shortest_ways(cube)) {
    ++ways[{way.front(), way.back()}];
    for (std::size_t at = 1; at < way.size(); ++at) {
      EXPECT_NE(cube.port_towards(way[at - 1], way[at]), kNoPort);
    }
  }
  EXPECT_EQ((ways[{0, 7}]), 6U);
  EXPECT_EQ((ways[{5, 6}]), 2U);
  EXPECT_EQ((ways[{3, 2}]), 1U);
  EXPECT_EQ(shortest_ways(cube).size(), 8U * (3 + 6 + 6));
}

}  // namespace
}  // namespace flitcast::test_worm_ways
