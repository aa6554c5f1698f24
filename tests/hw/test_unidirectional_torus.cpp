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
/// Two networks over 15 tiles.
const Topology& both_tori() {
  static const Topology tori(TopologyKind::kOppositeTori, {5, 3});
  return tori;
}

// The one up is a torus of its own; the one down is the same with its tiles numbered the other way.
TEST(TwoOppositeTori, AreAUnidirectionalTorusAndItsMirrorImage) {
  constexpr NodeId kTiles = 15;
  EXPECT_EQ(both_tori().nodes(), 2 * kTiles);
  EXPECT_EQ(both_tori().processors(), 2 * kTiles);
  EXPECT_EQ(both_tori().networks(), 2U);
  const NodeId last = 2 * kTiles - 1;
  for (NodeId tile = 0; tile < kTiles; ++tile) {
    for (PortId port = 0; port < 2; ++port) {
      const NodeId next = torus().neighbour(tile, port);
      EXPECT_EQ(both_tori().neighbour(tile, port), next);
      EXPECT_EQ(both_tori().neighbour(last - tile, port), last - next);
      EXPECT_EQ(both_tori().upstream(last - next, port), last - tile);
    }
  }
}

// Right, then down; and up, then left: a request and its reply by one network go round a ring in
// every dimension in which the tiles differ.
TEST(TwoOppositeTori, AreRoutedInOppositeOrders) {
  const Routing routing(both_tori(), RoutingOrder::kAscending);
  EXPECT_EQ(ports_of(routing, 0, 6), (std::vector<PortId>{0, 1}));
  EXPECT_EQ(ports_of(routing, 15, 21), (std::vector<PortId>{1, 1, 0, 0, 0, 0}));
  const Routing other(both_tori(), RoutingOrder::kDescending);
  EXPECT_EQ(ports_of(other, 0, 6), (std::vector<PortId>{1, 0}));
  EXPECT_EQ(ports_of(other, 15, 21), (std::vector<PortId>{0, 0, 0, 0, 1, 1}));
  for (const NodeId base : {0U, 15U}) {
    for (NodeId from = 0; from < 15; ++from) {
      for (NodeId to = 0; to < 15; ++to) {
        const std::int64_t round = (from % 5 != to % 5 ? 5 : 0) + (from / 5 != to / 5 ? 3 : 0);
        EXPECT_EQ(route_length(routing, base + from, base + to) +
                      route_length(routing, base + to, base + from),
                  round);
      }
    }
  }
}

/// The classes of the channels of a route.
std::vector<int> classes_of(const Routing& routing, NodeId here, NodeId end) {
  std::vector<int> classes;
  PortId from = kNoPort;
  for (const PortId port : ports_of(routing, here, end)) {
    const int before = classes.empty() ? 0 : classes.back();
    classes.push_back(routing.class_on_route(here, from, before, port));
    here = routing.topology().neighbour(here, port);
    from = port;
  }
  return classes;
}

// Up from x = 3 by 4 and 0 to 1, and then from y = 0; down from y = 0 to 2, and from x = 1 by 0 and
// 4 to 3.
TEST(TwoOppositeTori, HaveDatelinesAtTheFirstLinksOfRings) {
  const Routing routing(both_tori(), RoutingOrder::kAscending);
  EXPECT_EQ(classes_of(routing, 3, 6), (std::vector<int>{0, 0, 1, 1}));
  EXPECT_EQ(classes_of(routing, 0, 2), (std::vector<int>{1, 1}));
  EXPECT_EQ(classes_of(routing, 15 + 1, 15 + 13), (std::vector<int>{0, 0, 0, 1}));
  EXPECT_EQ(classes_of(routing, 15 + 14, 15 + 12), (std::vector<int>{1, 1}));
  EXPECT_EQ(classes_of(routing, 15 + 14, 15 + 4), (std::vector<int>{1, 1}));
  const Routing one(torus(), RoutingOrder::kAscending);
  EXPECT_EQ(classes_of(one, 3, 6), (std::vector<int>{0, 1, 1, 0}));
}

TEST(TwoOppositeTori, AreJoinedByNothing) {
  EXPECT_TRUE(both_tori().in_one_network(0, 14));
  EXPECT_FALSE(both_tori().in_one_network(14, 15));
  EXPECT_TRUE(both_tori().in_one_network(15, 29));
  EXPECT_TRUE(torus().in_one_network(0, 14));
}

TEST(TwoOppositeTori, NeedTwoClassesToBeFreeOfDeadlock) {
  const Routing routing(both_tori(), RoutingOrder::kAscending);
  NetworkConfig config;
  config.vcs = 2;
  EXPECT_TRUE(prove_routing(routing, config).free);
  config.vcs = 1;
  EXPECT_FALSE(prove_routing(routing, config).free);
  // Round the ring of tiles 0 to 4 in the network down.
  std::vector<NodePair> ring;
  for (NodeId tile = 0; tile < 5; ++tile) {
    ring.emplace_back(15 + tile, 15 + (tile + 3) % 5);
  }
  const ProofOptions all_round{nullptr, false, false, &ring};
  EXPECT_FALSE(prove_routing(routing, config, all_round).free);
  ring.pop_back();
  ring.pop_back();
  EXPECT_TRUE(prove_routing(routing, config, all_round).free);
}

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
