#include <limits>

#include <gtest/gtest.h>

#include "hw/routing/routing_policies.h"
#include "tests/support/networks/loaded_network.h"

namespace flitcast::test_channel_loads {
namespace {

constexpr double kNever = std::numeric_limits<double>::infinity();

// Over the channel from column i to i + 1 of k go the flits of i + 1 nodes of a row, to a fraction
// (k − i − 1)/k of the columns: k/4 in the middle (Dally and Towles, §3.3.1).
TEST(ChannelLoads, OfUniformTrafficOnAMeshAreExact) {
  const LoadedNetwork mesh(TopologyKind::kMesh, {8, 8});
  const LoadTheory theory = mesh.theory(with_pattern("uniform"));
  for (NodeId x = 0; x + 1 < 8; ++x) {
    for (NodeId y = 0; y < 8; ++y) {
      EXPECT_DOUBLE_EQ(theory.loads().of(x + 8 * y, 0), (x + 1) * (7 - x) / 8.0);
      EXPECT_DOUBLE_EQ(theory.loads().of(x + 1 + 8 * y, 1), (x + 1) * (7 - x) / 8.0);
      EXPECT_DOUBLE_EQ(theory.loads().of(y + 8 * x, 2), (x + 1) * (7 - x) / 8.0);
    }
  }
  EXPECT_DOUBLE_EQ(theory.bounds().gamma_max, 2);
  EXPECT_DOUBLE_EQ(theory.bounds().channel, 0.5);
  EXPECT_DOUBLE_EQ(theory.bounds().bisection, 0.5);
  EXPECT_DOUBLE_EQ(theory.bounds().ejection, 1);
}

TEST(ChannelLoads, AreALittleHigherWithoutSelfSends) {
  const LoadedNetwork mesh(TopologyKind::kMesh, {8, 8});
  LoadSettings settings;
  settings.pattern.self_sends = false;
  EXPECT_NEAR(mesh.theory(settings).bounds().gamma_max, 2 * 64.0 / 63, 1e-12);
}

// Seven nodes of the last row turn at its last node.
TEST(ChannelLoads, OfTransposeReachSeven) {
  const LoadedNetwork mesh(TopologyKind::kMesh, {8, 8});
  const LoadTheory theory = mesh.theory(with_pattern("transpose"));
  EXPECT_DOUBLE_EQ(theory.bounds().gamma_max, 7);
  EXPECT_DOUBLE_EQ(theory.bounds().channel, 1.0 / 7);
}

// 72 processors in groups of 8: between two groups goes a ninth of what one sends, all of it where
// they send to the next group, and two ninths by way of all groups alike.
TEST(ChannelLoads, OfADragonflyAreExact) {
  const LoadedNetwork dragonfly(TopologyKind::kDragonfly, {2, 4, 2});
  const Topology& topology = dragonfly.topology;
  const Routing valiant(topology, RoutingOrder::kAscending, valiant_policy());
  const LoadTheory uniform = dragonfly.theory(with_pattern("uniform"));
  const LoadTheory next = dragonfly.theory(with_pattern("next_group"));
  const LoadTheory detours(valiant, {}, with_pattern("next_group"));
  for (NodeId router = topology.processors(); router < topology.nodes(); ++router) {
    for (PortId port = 3; port < 5; ++port) {
      const NodeId group = (router - 72) / 4;
      const NodeId other = (topology.neighbour(router, port) - 72) / 4;
      EXPECT_NEAR(uniform.loads().of(router, port), 8.0 / 9, 1e-12);
      EXPECT_DOUBLE_EQ(next.loads().of(router, port), other == (group + 1) % 9 ? 8 : 0);
      EXPECT_NEAR(detours.loads().of(router, port), 16.0 / 9, 1e-12);
    }
  }
  EXPECT_DOUBLE_EQ(next.bounds().channel, 1.0 / 8);
  EXPECT_GT(detours.bounds().channel, 0.4);
}

// Half of all packets cross every dimension, on as many channels as there are nodes.
TEST(ChannelLoads, OfUniformTrafficOnAHypercubeAreOneHalf) {
  const LoadedNetwork cube(TopologyKind::kHypercube, {6});
  const LoadTheory theory = cube.theory(with_pattern("uniform"));
  for (NodeId node = 0; node < 64; ++node) {
    for (PortId port = 0; port < 6; ++port) {
      EXPECT_DOUBLE_EQ(theory.loads().of(node, port), 0.5);
    }
  }
  EXPECT_DOUBLE_EQ(theory.bounds().bisection, 2);
}

// Up go those 1 … 4 away, down those 1 … 3 away: 10/8 and 6/8 hops a flit.
TEST(ChannelLoads, OfARingTellUpFromDown) {
  const LoadedNetwork ring(TopologyKind::kRing, {8});
  const LoadTheory theory = ring.theory(with_pattern("uniform"));
  EXPECT_DOUBLE_EQ(theory.loads().of(3, 0), 10.0 / 8);
  EXPECT_DOUBLE_EQ(theory.loads().of(3, 1), 6.0 / 8);
}

// Two leaves below each child of the root, half of whose flits go to the others.
TEST(ChannelLoads, OfATreeAreHighestAtTheRoot) {
  const LoadedNetwork tree(TopologyKind::kTree, {2});
  const LoadTheory theory = tree.theory(with_pattern("uniform"));
  EXPECT_DOUBLE_EQ(theory.bounds().gamma_max, 1);
  EXPECT_EQ(theory.bounds().bisection, kNever);
}

}  // namespace
}  // namespace flitcast::test_channel_loads
