#include <cstdint>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "hw/routing/selection.h"
#include "tests/support/networks/routed_networks.h"
#include "traffic/schedule/random.h"

namespace flitcast::test_drawn_routes {
namespace {

using Ports = std::vector<PortId>;

struct Drawn {
  Ports ports;
  Ports classes;
  std::size_t direct;
};

Drawn way(const Routing& routing, NodeId source, NodeId destination, std::uint64_t bits) {
  Drawn drawn;
  drawn.direct =
      routing.draw()->append_route(source, destination, bits, drawn.ports, drawn.classes);
  return drawn;
}

Ports drawn(const Routing& routing, NodeId source, NodeId destination, std::uint64_t bits) {
  return way(routing, source, destination, bits).ports;
}

/// The base route.
Ports base(const Routing& routing, NodeId source, NodeId destination) {
  Ports ports;
  routing.append_ports(source, destination, ports);
  return ports;
}

RoutingOptions entering() {
  RoutingOptions options;
  options.datelines = Datelines::kEntering;
  return options;
}

// The first 4 of the 64 bits are the node by way of which a route leads on 16 nodes.
TEST(DrawnRoutes, OfValiantLeadByWayOfEveryNode) {
  const Topology mesh(TopologyKind::kMesh, {4, 4});
  const Routing routing(mesh, RoutingOrder::kAscending, valiant_policy());
  for (NodeId midpoint = 0; midpoint < 16; ++midpoint) {
    Ports expected = base(routing, 4, midpoint);
    const Ports rest = base(routing, midpoint, 13);
    expected.insert(expected.end(), rest.begin(), rest.end());
    EXPECT_EQ(drawn(routing, 4, 13, std::uint64_t{midpoint} << 60U), expected) << midpoint;
  }
  // All the way to node 15, though that leads by the destination.
  EXPECT_EQ(drawn(routing, 12, 13, std::uint64_t{15} << 60U), (Ports{0, 0, 0, 1, 1}));
  EXPECT_EQ(drawn(routing, 12, 12, std::uint64_t{15} << 60U), Ports{});
}

// x right twice and y up twice, by way of 9 nodes: xxyy, yxxy, yyxx, xyxy, xyyx.
TEST(DrawnRoutes, OfRommAreShortestWaysByEveryNodeOnOne) {
  const Topology mesh(TopologyKind::kMesh, {4, 4});
  const Routing routing(mesh, RoutingOrder::kAscending, romm_policy());
  std::set<Ports> routes;
  SplitMix64 random(5);
  for (int draw = 0; draw < 200; ++draw) {
    routes.insert(drawn(routing, 0, 10, random.next()));
  }
  EXPECT_EQ(routes, (std::set<Ports>{
                        {0, 0, 2, 2}, {2, 0, 0, 2}, {2, 2, 0, 0}, {0, 2, 0, 2}, {0, 2, 2, 0}}));
}

// From node 0 to node 10 of a mesh by way of each node, which the first four bits name.
TEST(DrawnRoutes, ChangeTheirSetOfClassesAtTheMidpoint) {
  const Topology mesh(TopologyKind::kMesh, {4, 4});
  const Routing routing(mesh, RoutingOrder::kAscending, valiant_policy());
  for (NodeId midpoint = 0; midpoint < 16; ++midpoint) {
    const Drawn route = way(routing, 0, 10, std::uint64_t{midpoint} << 60U);
    Ports expected(base(routing, 0, midpoint).size(), 0);
    expected.resize(route.ports.size(), 1);
    EXPECT_EQ(route.classes, expected) << midpoint;
  }
}

// On a torus of 4 by 4, of 1 and 6: by way of 3, along the wrap links to 0 and 4.
TEST(DrawnRoutes, KeepToDatelinesInEachOfTheirSets) {
  const Topology torus(TopologyKind::kTorus, {4, 4});
  const std::uint64_t by_3 = std::uint64_t{3} << 60U;
  const Routing crossing(torus, RoutingOrder::kAscending, valiant_policy());
  EXPECT_EQ(crossing.relation().classes(), 4);
  EXPECT_EQ(drawn(crossing, 1, 5, by_3), (Ports{0, 0, 0, 0, 2}));  // ties go up
  EXPECT_EQ(way(crossing, 1, 5, by_3).classes, (Ports{0, 0, 3, 3, 2}));
  EXPECT_EQ(way(crossing, 2, 5, by_3).classes, (Ports{0, 3, 3, 2}));
  EXPECT_EQ(way(crossing, 5, 2, by_3).classes, (Ports{0, 0, 0, 2}));
  const Routing on_entering(torus, RoutingOrder::kAscending, valiant_policy(), entering());
  EXPECT_EQ(way(on_entering, 1, 5, by_3).classes, (Ports{0, 0, 3, 3, 2}));
  // From 2 to 0, and on to 1: the first phase will come to the wrap link.
  EXPECT_EQ(way(on_entering, 2, 1, 0).ports, (Ports{0, 0, 0}));
  EXPECT_EQ(way(on_entering, 2, 1, 0).classes, (Ports{1, 1, 2}));
  EXPECT_EQ(way(crossing, 2, 1, 0).classes, (Ports{0, 1, 2}));
}

// Half of the packets to the node opposite go up, in either phase and dimension.
TEST(DrawnRoutes, GoEitherWayRoundARingWhereTiesAreDrawn) {
  const Topology torus(TopologyKind::kTorus, {6, 6});
  RoutingOptions options;
  options.ties = Ties::kDrawn;
  constexpr int kDraws = 4000;
  constexpr double kDeviations = 5 * 0.5 * 63.2;  // of a binomial distribution
  for (const auto* policy : {&romm_policy(), &ugal_policy()}) {
    const Routing routing(torus, RoutingOrder::kAscending, *policy, options);
    SplitMix64 random(3);
    int up[2] = {0, 0};
    for (int draw = 0; draw < kDraws; ++draw) {
      const Drawn route = way(routing, 0, 3 + 3 * 6, random.next());
      const std::size_t direct = route.direct > 0 ? route.direct : route.ports.size();
      ASSERT_EQ(direct, 6U);
      std::set<PortId> ports(route.ports.begin(),
                             route.ports.begin() + static_cast<std::ptrdiff_t>(direct));
      up[0] += static_cast<int>(ports.count(0));
      up[1] += static_cast<int>(ports.count(2));
    }
    EXPECT_NEAR(up[0], kDraws / 2, kDeviations) << policy->word;
    EXPECT_NEAR(up[1], kDraws / 2, kDeviations) << policy->word;
  }
}

void expect_kept(const Routing& routing, NodeId source, NodeId destination, const Drawn& route,
                 std::size_t begin, std::size_t end) {
  const Topology& topology = routing.topology();
  NodeId here = topology.router_of(source);
  PortId from_port = kNoPort;
  int from_class = 0;
  RouteCandidates ways;
  for (std::size_t hop = begin; hop < end; ++hop) {
    routing.candidates(here, from_port, from_class, destination, ways);
    bool is_one = false;
    for (const RouteCandidate& way : ways) {
      is_one = is_one || (way.port == route.ports[hop] && way.vc_class == route.classes[hop]);
    }
    ASSERT_TRUE(is_one) << "hop " << hop << " from " << source << " to " << destination;
    from_port = topology.entry_port(here, route.ports[hop]);
    from_class = route.classes[hop];
    here = topology.neighbour(here, route.ports[hop]);
  }
  ASSERT_EQ(here, topology.router_of(destination));
}

TEST(DrawnRoutes, KeepToTheRelationAndArrive) {
  for (const auto* policy : {&valiant_policy(), &romm_policy(), &ugal_policy()}) {
    for (const Topology& topology : routed_networks()) {
      const Routing plain(topology, RoutingOrder::kAscending);
      const bool detours = plain.base().midpoints() > 0 && policy != &romm_policy();
      if ((!topology.has_coordinates() && !detours) || topology.nodes() < 2) {
        continue;
      }
      SCOPED_TRACE(topology.describe() + " " + std::string(policy->word));
      for (int rules = 0; rules < 8; ++rules) {
        RoutingOptions options;
        options.ties = (rules & 1) != 0 ? Ties::kDrawn : Ties::kUp;
        options.datelines = (rules & 2) != 0 ? Datelines::kEntering : Datelines::kCrossing;
        const auto order = (rules & 4) != 0 ? RoutingOrder::kDescending : RoutingOrder::kAscending;
        const Routing routing(topology, order, *policy, options);
        SplitMix64 random(11);
        for (int draw = 0; draw < 300; ++draw) {
          const auto source = static_cast<NodeId>(random.below(topology.processors()));
          const auto destination = static_cast<NodeId>(random.below(topology.processors()));
          const Drawn route = way(routing, source, destination, random.next());
          ASSERT_EQ(route.ports.size(), route.classes.size());
          if (route.direct > 0) {
            expect_kept(routing, source, destination, route, 0, route.direct);
          }
          expect_kept(routing, source, destination, route, route.direct, route.ports.size());
          ASSERT_TRUE(!policy->minimal ||
                      route.ports.size() == base(routing, source, destination).size());
        }
      }
    }
  }
}

// The base route, and behind it what valiant draws.
TEST(DrawnRoutes, OfUgalAreTwo) {
  const Topology torus(TopologyKind::kTorus, {4, 5});
  const Routing routing(torus, RoutingOrder::kAscending, ugal_policy());
  const Routing valiant(torus, RoutingOrder::kAscending, valiant_policy());
  const NodeId destination = 18;
  for (std::uint64_t id = 0; id < 50; ++id) {
    Packet packet;
    packet.source = 3;
    packet.destinations = &destination;
    packet.destination_count = 1;
    packet.id = id;
    Ports ports;
    routing.draw_route(packet, ports);
    const Ports direct = base(routing, 3, destination);
    const Drawn detour = way(valiant, 3, destination, mixed(routing.seed(), id, 3));
    ASSERT_EQ(packet.direct_hops, direct.size());
    ASSERT_EQ(packet.hops, detour.ports.size());
    ASSERT_EQ(packet.classes_at, direct.size() + detour.ports.size());
    Ports both = direct;
    both.insert(both.end(), detour.ports.begin(), detour.ports.end());
    const auto at = ports.begin() + static_cast<std::ptrdiff_t>(packet.classes_at);
    ASSERT_EQ(Ports(ports.begin(), at), both);
    ASSERT_EQ(Ports(at + static_cast<std::ptrdiff_t>(direct.size()), ports.end()), detour.classes);
    ASSERT_EQ(packet.route, ports.data());
  }
}

TEST(DimensionOrder, IsToldAsAPermutation) {
  const Topology mesh(TopologyKind::kMesh, {4, 4, 4});
  for (const auto& dimensions :
       std::vector<std::vector<std::uint32_t>>{{}, {0, 1}, {0, 1, 1}, {1, 2, 3}, {0, 1, 2, 3}}) {
    RoutingOptions options;
    options.dimensions = dimensions;
    try {
      const Routing routing(mesh, RoutingOrder::kAscending, any_order_policy(), options);
      FAIL() << "taken";
    } catch (const std::invalid_argument& error) {
      EXPECT_STREQ(error.what(),
                   "needs each of the dimensions 0 to 2 once in router.dimension_order");
    }
  }
  RoutingOptions options;
  options.dimensions = {1, 2, 0};
  const Routing routing(mesh, RoutingOrder::kAscending, any_order_policy(), options);
  RouteCandidates ways;
  routing.candidates(0, kNoPort, 0, 63, ways);
  ASSERT_EQ(ways.size(), 1U);
  EXPECT_EQ(ways[0].port, 2);
}

}  // namespace
}  // namespace flitcast::test_drawn_routes
