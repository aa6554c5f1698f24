#include <cstdint>
#include <set>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "hw/routing/routing.h"
#include "hw/routing/routing_policies.h"

namespace flitcast::test_ring_rules {
namespace {

constexpr PortId kUp = 0;
constexpr PortId kDown = 1;

RoutingOptions rules(Ties ties, Datelines datelines) {
  RoutingOptions options;
  options.ties = ties;
  options.datelines = datelines;
  return options;
}

Routing routed(const Topology& topology, Ties ties, Datelines datelines) {
  return {topology, RoutingOrder::kAscending, ascending_policy(), rules(ties, datelines)};
}

std::vector<int> first_ports(const Routing& routing, NodeId source, NodeId destination) {
  RouteCandidates ways;
  routing.candidates(source, kNoPort, 0, destination, ways);
  std::vector<int> ports;
  for (const RouteCandidate& way : ways) {
    ports.push_back(way.port);
  }
  return ports;
}

TEST(Ties, AreBothWaysRoundARingWhereTheyAreDrawn) {
  const Topology torus(TopologyKind::kTorus, {8, 6});
  const Routing drawn = routed(torus, Ties::kDrawn, Datelines::kCrossing);
  using Ports = std::vector<int>;
  EXPECT_TRUE(drawn.takes_one());
  EXPECT_EQ(first_ports(drawn, 1, 5), (Ports{0, 1}));          // 4 links along x
  EXPECT_EQ(first_ports(drawn, 1, 4), (Ports{0}));             // 3
  EXPECT_EQ(first_ports(drawn, 1, 6), (Ports{1}));             // 3 down
  EXPECT_EQ(first_ports(drawn, 1, 1 + 3 * 8), (Ports{2, 3}));  // along y
  EXPECT_EQ(first_ports(drawn, 1, 5 + 3 * 8), (Ports{0, 1}));  // first along x
  const Routing up = routed(torus, Ties::kUp, Datelines::kEntering);
  EXPECT_FALSE(up.takes_one());
  EXPECT_EQ(first_ports(up, 1, 5), (Ports{0}));
}

TEST(Ties, AreNoneOnOddRingsOrPairsAndMeshes) {
  for (const auto& [kind, dims] :
       {std::pair{TopologyKind::kTorus, std::vector<std::uint32_t>{5, 2}},
        std::pair{TopologyKind::kMesh, std::vector<std::uint32_t>{4, 4}},
        std::pair{TopologyKind::kHypercube, std::vector<std::uint32_t>{4}}}) {
    const Topology topology(kind, dims);
    const Routing routing = routed(topology, Ties::kDrawn, Datelines::kEntering);
    EXPECT_FALSE(routing.takes_one()) << topology.describe();
    for (NodeId destination = 1; destination < topology.nodes(); ++destination) {
      EXPECT_EQ(first_ports(routing, 0, destination).size(), 1U) << topology.describe();
    }
  }
}

/// A ring's channels, as node and port, that worms take in each class when they go `first` from
/// somewhere and on as the relation has it.
struct OnARing {
  std::set<std::pair<NodeId, PortId>> of_class[2];
};

/// Goes every way on a ring, and expects worms to keep the class in which they enter it: 1 if they
/// will take the wrap link.
OnARing follow_all(const Routing& routing) {
  const Topology& ring = routing.topology();
  const NodeId last = ring.nodes() - 1;
  OnARing taken;
  for (NodeId source = 0; source <= last; ++source) {
    for (NodeId destination = 0; destination <= last; ++destination) {
      if (source == destination) {
        continue;
      }
      for (const int first : first_ports(routing, source, destination)) {
        const auto port = static_cast<PortId>(first);
        const bool wraps = last > 1 && (port == kUp ? destination < source : destination > source);
        NodeId here = source;
        PortId from_port = kNoPort;
        int vc_class = 0;
        while (here != destination) {
          RouteCandidates ways;
          routing.candidates(here, from_port, vc_class, destination, ways);
          const RouteCandidate& way = ways[ways.size() > 1 && ways[1].port == port ? 1 : 0];
          EXPECT_EQ(way.port, port) << source << " to " << destination << " at " << here;
          EXPECT_EQ(way.vc_class, wraps ? 1 : 0) << source << " to " << destination;
          taken.of_class[way.vc_class].insert({here, port});
          vc_class = way.vc_class;
          from_port = ring.entry_port(here, port);
          here = ring.neighbour(here, port);
        }
      }
    }
  }
  return taken;
}

// Class 0 has all but the wrap link. Worms of class 1 come to that from up to half of the ring
// before it, and go on for less than half of it.
TEST(DatelinesOnEntering, LeaveALinkOfEveryRingToEachClass) {
  for (std::uint32_t side = 2; side <= 9; ++side) {
    const Topology ring(TopologyKind::kRing, {side});
    const OnARing taken = follow_all(routed(ring, Ties::kDrawn, Datelines::kEntering));
    for (const auto& [port, wrap] :
         {std::pair{kUp, side - 1}, std::pair{kDown, std::uint32_t{0}}}) {
      if (ring.neighbour(0, port) == kNoNode) {
        continue;  // a side of 2 has one pair of channels, and needs no class
      }
      const std::uint32_t before = side / 2 - 1;
      const std::uint32_t after = side / 2 - 1;
      for (NodeId at = 0; at < side; ++at) {
        const std::uint32_t to_wrap = port == kUp ? wrap - at : at;  // links
        const bool one = side > 2 && (to_wrap <= before || side - to_wrap <= after);
        EXPECT_EQ(taken.of_class[1].count({at, port}) > 0, one) << side << ": " << at;
        EXPECT_EQ(taken.of_class[0].count({at, port}) > 0, side == 2 || at != wrap)
            << side << ": " << at;
      }
    }
  }
}

TEST(DatelinesOnEntering, LeaveRoutesOfSchedulesTheirRule) {
  const Topology torus(TopologyKind::kTorus, {4, 4});
  const Routing entering = routed(torus, Ties::kUp, Datelines::kEntering);
  const Routing base(torus, RoutingOrder::kAscending);
  for (NodeId here = 0; here < 16; ++here) {
    for (PortId port = 0; port < 4; ++port) {
      for (const int from_class : {0, 1}) {
        for (const PortId from : {kNoPort, static_cast<PortId>(port ^ 1U)}) {
          EXPECT_EQ(entering.class_on_route(here, from, from_class, port),
                    base.class_on_route(here, from, from_class, port));
        }
      }
    }
  }
  EXPECT_TRUE(entering.in_headers());
  EXPECT_TRUE(entering.keeps_base_order());
  EXPECT_FALSE(entering.follows_base_routes());
  EXPECT_TRUE(base.follows_base_routes());
}

TEST(RingRules, LeaveMeshesAsTheyAre) {
  const Topology mesh(TopologyKind::kMesh, {4, 4});
  const Routing routing = routed(mesh, Ties::kDrawn, Datelines::kEntering);
  EXPECT_TRUE(routing.follows_base_routes());
  EXPECT_FALSE(routing.in_headers());
}

TEST(RingRules, LetEscapesGoEitherWayWhereTiesAreDrawn) {
  const Topology torus(TopologyKind::kTorus, {4, 4});
  const Routing adaptive(torus, RoutingOrder::kAscending, adaptive_policy(),
                         rules(Ties::kDrawn, Datelines::kEntering));
  RouteCandidates ways;
  adaptive.candidates(1, kNoPort, 0, 3, ways);
  ASSERT_EQ(ways.size(), 4U);
  EXPECT_EQ(ways[2].port, kUp);
  EXPECT_EQ(ways[2].vc_class, 1);  // comes to no wrap link
  EXPECT_EQ(ways[3].port, kDown);
  EXPECT_EQ(ways[3].vc_class, 0);  // by way of node 0
}

}  // namespace
}  // namespace flitcast::test_ring_rules
