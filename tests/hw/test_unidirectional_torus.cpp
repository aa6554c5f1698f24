#include <gtest/gtest.h>

#include "hw/routing/routing.h"
#include "hw/routing/routing_policies.h"
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

/// The ports that headers take on opposite tori from `source` by `first` on.
std::vector<PortId> ports_by(const Routing& routing, NodeId source, NodeId end, PortId first) {
  std::vector<PortId> ports{first};
  NodeId here = routing.topology().neighbour(source, first);
  PortId from = routing.topology().entry_port(source, first);
  while (here != end) {
    RouteCandidates open;
    routing.candidates(here, from, 0, end, open);
    EXPECT_EQ(open.size(), 1U);
    ports.push_back(open[0].port);
    from = routing.topology().entry_port(here, open[0].port);
    here = routing.topology().neighbour(here, open[0].port);
  }
  return ports;
}

/// The ports that base routes take.
std::vector<PortId> ports_of(const Routing& routing, NodeId here, NodeId end) {
  std::vector<PortId> ports;
  routing.append_ports(here, end, ports);
  return ports;
}

// Port d of the one has the number 2d in a torus, and where up is down, 2d + 1.
TEST(OppositeTori, AreAUnidirectionalTorusAndItsMirrorImage) {
  const Topology both(TopologyKind::kTorus, {5, 3});
  const Routing opposite(both, RoutingOrder::kAscending, opposite_tori_policy());
  const Routing up(torus(), RoutingOrder::kAscending);
  const Routing down(torus(), RoutingOrder::kDescending);
  const NodeId last = both.nodes() - 1;
  for (NodeId from = 0; from < both.nodes(); ++from) {
    for (NodeId to = 0; to < both.nodes(); ++to) {
      if (from == to) {
        continue;
      }
      RouteCandidates open;
      opposite.candidates(from, kNoPort, 0, to, open);
      ASSERT_EQ(open.size(), 2U);
      std::vector<PortId> upwards = ports_of(up, from, to);
      std::vector<PortId> downwards = ports_of(down, last - from, last - to);
      for (PortId& port : upwards) {
        port = static_cast<PortId>(2 * port);
      }
      for (PortId& port : downwards) {
        port = static_cast<PortId>(2 * port + 1);
      }
      EXPECT_EQ(ports_by(opposite, from, to, open[0].port), upwards);
      EXPECT_EQ(ports_by(opposite, from, to, open[1].port), downwards);
    }
  }
}

TEST(OppositeTori, NeedRings) {
  using Dims = std::vector<std::uint32_t>;
  for (const auto& [kind, dims] : {std::pair{TopologyKind::kTorus, Dims{4, 2}},
                                   {TopologyKind::kMesh, Dims{3, 3}},
                                   {TopologyKind::kHypercube, Dims{3}},
                                   {TopologyKind::kUnidirectionalTorus, Dims{3, 3}}}) {
    const Topology topology(kind, dims);
    EXPECT_THROW(Routing(topology, RoutingOrder::kAscending, opposite_tori_policy()),
                 std::invalid_argument);
  }
}

}  // namespace
}  // namespace flitcast::test_unidirectional_torus
