#include <cstdint>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "hw/routing/selection.h"
#include "tests/support/routed_networks.h"
#include "traffic/schedule/random.h"

namespace flitcast {
namespace {

using Ports = std::vector<PortId>;

Ports drawn(const Routing& routing, NodeId source, NodeId destination, std::uint64_t bits) {
  Ports ports;
  routing.draw()->append_route(source, destination, bits, ports);
  return ports;
}

/// The base route.
Ports base(const Routing& routing, NodeId source, NodeId destination) {
  Ports ports;
  routing.append_ports(source, destination, ports);
  return ports;
}

std::vector<int> classes_along(const Routing& routing, NodeId source, const Ports& ports) {
  const Topology& topology = routing.topology();
  std::vector<int> classes;
  NodeId here = source;
  PortId from_port = kNoPort;
  for (const PortId port : ports) {
    const int before = classes.empty() ? 0 : classes.back();
    classes.push_back(routing.class_on_route(here, from_port, before, port));
    from_port = topology.entry_port(here, port);
    here = topology.neighbour(here, port);
  }
  return classes;
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
  // A route that comes by its destination on the way ends there.
  EXPECT_EQ(drawn(routing, 12, 13, std::uint64_t{15} << 60U), Ports{0});
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

TEST(DrawnRoutes, ChangeTheirClassWithTheFirstPortOutOfOrder) {
  const Topology mesh(TopologyKind::kMesh, {4, 4});
  const Routing routing(mesh, RoutingOrder::kAscending, valiant_policy());
  using Classes = std::vector<int>;
  EXPECT_EQ(classes_along(routing, 0, {0, 0, 2, 2}), (Classes{0, 0, 0, 0}));
  EXPECT_EQ(classes_along(routing, 0, {0, 2, 0, 2}), (Classes{0, 0, 1, 1}));
  EXPECT_EQ(classes_along(routing, 0, {0, 0, 1, 2}), (Classes{0, 0, 1, 1}));  // back
  const Routing y_first(mesh, RoutingOrder::kDescending, valiant_policy());
  EXPECT_EQ(classes_along(y_first, 0, {2, 0, 0, 2}), (Classes{0, 0, 0, 1}));
  const Topology cube(TopologyKind::kHypercube, {3});
  const Routing on_cube(cube, RoutingOrder::kAscending, valiant_policy());
  EXPECT_EQ(classes_along(on_cube, 0, {0, 1, 1, 2}), (Classes{0, 0, 1, 1}));
}

// Round a ring of 4, up from node 2: the link from 3 to 0 is that of the dateline.
TEST(DrawnRoutes, CrossDatelinesInEachOfTheirSets) {
  const Topology torus(TopologyKind::kTorus, {4, 4});
  const Routing routing(torus, RoutingOrder::kAscending, valiant_policy());
  EXPECT_EQ(routing.relation().classes(), 4);
  using Classes = std::vector<int>;
  EXPECT_EQ(classes_along(routing, 2, {0, 0, 2, 0}), (Classes{0, 1, 0, 2}));
  EXPECT_EQ(classes_along(routing, 2, {0, 0, 0, 0, 1}), (Classes{0, 1, 1, 1, 2}));
  EXPECT_EQ(classes_along(routing, 1, {2, 1, 1, 2}), (Classes{0, 2, 3, 2}));
}

TEST(DrawnRoutes, KeepToTheRelationAndArrive) {
  for (const auto* policy : {&valiant_policy(), &romm_policy()}) {
    for (const Topology& topology : routed_networks()) {
      if (!topology.has_coordinates() || topology.nodes() < 2) {
        continue;
      }
      SCOPED_TRACE(topology.describe() + " " + std::string(policy->word));
      for (const RoutingOrder order : {RoutingOrder::kAscending, RoutingOrder::kDescending}) {
        const Routing routing(topology, order, *policy);
        SplitMix64 random(11);
        for (int draw = 0; draw < 300; ++draw) {
          const auto source = static_cast<NodeId>(random.below(topology.nodes()));
          const auto destination = static_cast<NodeId>(random.below(topology.nodes()));
          const Ports ports = drawn(routing, source, destination, random.next());
          const std::vector<int> classes = classes_along(routing, source, ports);
          NodeId here = source;
          PortId from_port = kNoPort;
          RouteCandidates ways;
          for (std::size_t hop = 0; hop < ports.size(); ++hop) {
            ASSERT_NE(here, destination);
            routing.candidates(here, from_port, hop == 0 ? 0 : classes[hop - 1], destination, ways);
            bool is_one = false;
            for (const RouteCandidate& way : ways) {
              is_one = is_one || (way.port == ports[hop] && way.vc_class == classes[hop]);
            }
            ASSERT_TRUE(is_one) << "hop " << hop << " from " << source << " to " << destination;
            from_port = topology.entry_port(here, ports[hop]);
            here = topology.neighbour(here, ports[hop]);
          }
          ASSERT_EQ(here, destination);
          ASSERT_TRUE(!policy->minimal ||
                      ports.size() == base(routing, source, destination).size());
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
    Packet like = packet;
    Ports detour;
    valiant.draw_route(like, detour);
    ASSERT_EQ(packet.direct_hops, direct.size());
    ASSERT_EQ(packet.hops, detour.size());
    Ports both = direct;
    both.insert(both.end(), detour.begin(), detour.end());
    ASSERT_EQ(ports, both);
    ASSERT_EQ(packet.route, ports.data());
    ASSERT_EQ(like.direct_hops, 0);
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
}  // namespace flitcast
