#include <map>
#include <stdexcept>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "traffic/open_loop/multicast_way.h"

namespace flitcast::test_multicast_way {
namespace {

using Nodes = std::vector<NodeId>;

// From 0 to 15 of a 4x4 mesh, x first: over 1, 2, 3, 7, 11.
TEST(MulticastWay, LeavesCopiesInTheOrderOfTheRoute) {
  const Topology mesh(TopologyKind::kMesh, {4, 4});
  const Routing routing(mesh, RoutingOrder::kAscending);
  MulticastWay way(routing);
  Nodes out;
  EXPECT_EQ(way.reachable(0, 15, 9), 6U);
  way.choose(0, 15, 6, 1, out);
  EXPECT_EQ(out, (Nodes{1, 2, 3, 7, 11, 15}));
  EXPECT_EQ(way.reachable(0, 15, 1), 1U);
  way.choose(0, 15, 1, 1, out);
  EXPECT_EQ(out, (Nodes{15}));
  EXPECT_EQ(way.reachable(5, 5, 3), 1U);
  way.choose(5, 5, 1, 1, out);
  EXPECT_EQ(out, (Nodes{5}));
}

// Three of six: the last, and two of five that are as likely as the others.
TEST(MulticastWay, ChoosesByLot) {
  const Topology line(TopologyKind::kLine, {7});
  const Routing routing(line, RoutingOrder::kAscending);
  MulticastWay way(routing);
  std::map<NodeId, int> chosen;
  constexpr int kTimes = 5000;
  for (int seed = 0; seed < kTimes; ++seed) {
    Nodes out;
    way.choose(6, 0, 3, static_cast<std::uint64_t>(seed), out);
    ASSERT_EQ(out.size(), 3U);
    EXPECT_GT(out[0], out[1]);
    EXPECT_EQ(out[2], 0U);
    ++chosen[out[0]];
    ++chosen[out[1]];
  }
  for (NodeId node = 1; node < 6; ++node) {
    EXPECT_NEAR(chosen[node], kTimes * 0.4, 5 * 35) << node;
  }
}

TEST(MulticastWay, NeedsProcessorsOnTheWay) {
  const Topology tree(TopologyKind::kTree, {3});
  const Routing routing(tree, RoutingOrder::kAscending);
  EXPECT_THROW(MulticastWay{routing}, std::invalid_argument);
}

}  // namespace
}  // namespace flitcast::test_multicast_way
