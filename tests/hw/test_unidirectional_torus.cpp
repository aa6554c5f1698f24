#include <gtest/gtest.h>

#include "hw/routing/routing.h"
#include "hw/topology/family.h"
#include "traffic/theory/distance.h"
#include "traffic/verify/routing_proof.h"

namespace flitcast::test_unidirectional_torus {
namespace {

const Topology& torus() {
  static const Topology torus(TopologyKind::kUnidirectionalTorus, {5, 3});
  return torus;
}

TEST(UnidirectionalTorus, LeadsOneStepUpEveryDimension) {
  EXPECT_EQ(torus().nodes(), 15U);
  EXPECT_EQ(torus().network_ports(), 2);
  EXPECT_EQ(torus().degree(), 2);
  EXPECT_TRUE(torus().is_one_way());
  EXPECT_EQ(torus().neighbour(3, 0), 4U);
  EXPECT_EQ(torus().neighbour(4, 0), 0U);
  EXPECT_EQ(torus().neighbour(3, 1), 8U);
  EXPECT_EQ(torus().neighbour(13, 1), 3U);
  for (NodeId node = 0; node < torus().nodes(); ++node) {
    for (PortId port = 0; port < 2; ++port) {
      const NodeId next = torus().neighbour(node, port);
      EXPECT_EQ(torus().entry_port(node, port), port);
      EXPECT_EQ(torus().upstream(next, port), node);
    }
  }
}

// The farthest node is the one below in every dimension: Σ (k_i − 1) links.
TEST(UnidirectionalTorus, IsCrossedInAlmostAWholeRing) {
  EXPECT_EQ(eccentricity(torus(), 0), 4 + 2);
  EXPECT_EQ(eccentricity(Topology(TopologyKind::kUnidirectionalTorus, {8, 8, 8}), 0), 21);
  EXPECT_EQ(distance(torus(), 1, 0), 4);
  EXPECT_EQ(distance(torus(), 0, 1), 1);
}

TEST(UnidirectionalTorus, IsRoutedInTheOrderOfDimensionsOnShortestWays) {
  for (const RoutingOrder order : {RoutingOrder::kAscending, RoutingOrder::kDescending}) {
    const Routing routing(torus(), order);
    EXPECT_EQ(routing.next_port(0, 6), order == RoutingOrder::kAscending ? 0 : 1);
    for (NodeId from = 0; from < torus().nodes(); ++from) {
      for (NodeId to = 0; to < torus().nodes(); ++to) {
        EXPECT_EQ(route_length(routing, from, to), distance(torus(), from, to));
      }
    }
  }
}

// A packet may wait for the next one round a ring: two classes cut it.
TEST(UnidirectionalTorus, NeedsTwoClassesToBeFreeOfDeadlock) {
  const Routing routing(torus(), RoutingOrder::kAscending);
  NetworkConfig config;
  config.vcs = 1;
  EXPECT_FALSE(prove_routing(routing, config).free);
  config.vcs = 2;
  EXPECT_TRUE(prove_routing(routing, config).free);
}

TEST(UnidirectionalTorus, HasSidesOfTwoAndMore) {
  using Dims = std::vector<std::uint32_t>;
  for (const Dims& dims : {Dims{}, Dims{1}, Dims{4, 0}, Dims{300, 300}}) {
    EXPECT_THROW(Topology(TopologyKind::kUnidirectionalTorus, dims), std::invalid_argument);
  }
}

}  // namespace
}  // namespace flitcast::test_unidirectional_torus
