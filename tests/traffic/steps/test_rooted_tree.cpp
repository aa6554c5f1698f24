#include <vector>

#include <gtest/gtest.h>

#include "tests/support/schedules/node_path.h"
#include "traffic/steps/rooted_tree.h"

namespace flitcast::test_rooted_tree {
namespace {

TEST(RootedTree, FindsTheAncestorsOfANode) {
  //     3
  //    / \.
  //   1   0
  //  / \.
  // 4   2 - 5
  const RootedTree tree({3, 3, 1, 3, 1, 2});
  EXPECT_EQ(tree.nodes(), 6U);
  const std::vector<NodeId> depths = {1, 1, 2, 0, 2, 3};
  for (NodeId node = 0; node < 6; ++node) {
    EXPECT_EQ(tree.depth(node), depths[node]);
    EXPECT_EQ(tree.ancestor(node, 0), 3U);
    EXPECT_EQ(tree.ancestor(node, depths[node]), node);
  }
  EXPECT_EQ(tree.ancestor(5, 1), 1U);
  EXPECT_EQ(tree.ancestor(5, 2), 2U);
  EXPECT_EQ(tree.ancestor(4, 1), 1U);
  EXPECT_EQ(tree.parent(5), 2U);
}

TEST(RootedTree, OfOneNode) {
  const RootedTree tree({0});
  EXPECT_EQ(tree.depth(0), 0U);
  EXPECT_EQ(tree.ancestor(0, 0), 0U);
}

TEST(RootedTree, OfALongLineIsAsDeepAsItIsLong) {
  std::vector<NodeId> parents(65536);
  for (NodeId node = 1; node < parents.size(); ++node) {
    parents[node] = node - 1;
  }
  const RootedTree tree(parents);
  EXPECT_EQ(tree.depth(65535), 65535U);
  EXPECT_EQ(tree.ancestor(65535, 43690), 43690U);
  EXPECT_EQ(tree.ancestor(32769, 1), 1U);
}

class BaseRouteTree : public testing::TestWithParam<Topology> {};

TEST_P(BaseRouteTree, HasThePathsOfTheBaseRouting) {
  const Topology& topology = GetParam();
  for (const RoutingOrder order : {RoutingOrder::kAscending, RoutingOrder::kDescending}) {
    const Routing routing(topology, order);
    for (NodeId root = 0; root < topology.nodes(); ++root) {
      const RootedTree tree = base_route_tree(routing, root);
      for (NodeId node = 0; node < topology.nodes(); ++node) {
        const std::vector<NodeId> path = route_nodes(routing, root, node);
        ASSERT_EQ(tree.depth(node), path.size() - 1);
        for (NodeId hops = 1; hops < path.size(); ++hops) {
          ASSERT_EQ(tree.ancestor(node, hops), path[hops]) << root << " to " << node;
        }
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Networks, BaseRouteTree,
                         testing::Values(Topology(TopologyKind::kHypercube, {0}),
                                         Topology(TopologyKind::kHypercube, {5}),
                                         Topology(TopologyKind::kLine, {7}),
                                         Topology(TopologyKind::kRing, {2}),
                                         Topology(TopologyKind::kRing, {8}),
                                         Topology(TopologyKind::kMesh, {3, 1, 4}),
                                         Topology(TopologyKind::kTorus, {4, 5}),
                                         Topology(TopologyKind::kTorus, {2, 6, 3})));

}  // namespace
}  // namespace flitcast::test_rooted_tree
