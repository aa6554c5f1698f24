#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "hw/routing/routing.h"
#include "hw/routing/routing_policies.h"

namespace flitcast::test_turns {
namespace {

constexpr const char* kDirections = "EWNS";  // by port

/// A header on its way.
struct Header {
  NodeId here;
  PortId from_port = kNoPort;
  int from_class = 0;
};

/// Calls visit(header, way, next) for every step that headers for `destination` may take, from
/// `header` on, once for every way that leads there.
template <typename Visit>
void follow(const Routing& routing, const Header& header, NodeId destination, Visit&& visit) {
  if (header.here == destination) {
    return;
  }
  RouteCandidates ways;
  routing.candidates(header.here, header.from_port, header.from_class, destination, ways);
  for (const RouteCandidate& way : ways) {
    const Topology& topology = routing.topology();
    const Header next{topology.neighbour(header.here, way.port),
                      topology.entry_port(header.here, way.port), way.vc_class};
    visit(header, way, next);
    follow(routing, next, destination, visit);
  }
}

/// The turns of all headers on a mesh of two dimensions, "EN" being from east to north, in the
/// columns of a parity.
std::set<std::string> turns(const Routing& routing, std::uint32_t parity) {
  const Topology& mesh = routing.topology();
  std::set<std::string> turns;
  for (NodeId source = 0; source < mesh.nodes(); ++source) {
    for (NodeId destination = 0; destination < mesh.nodes(); ++destination) {
      follow(routing, {source}, destination, [&](const Header& at, RouteCandidate way, Header) {
        if (at.from_port != kNoPort && mesh.coordinate(at.here, 0) % 2 == parity &&
            at.from_port / 2 != way.port / 2) {
          turns.insert({kDirections[at.from_port ^ 1U], kDirections[way.port]});
        }
      });
    }
  }
  return turns;
}

/// Different ways, as ports, from one node to another.
std::size_t ways(const Routing& routing, NodeId source, NodeId destination) {
  std::set<std::vector<PortId>> found;
  std::vector<std::pair<Header, std::vector<PortId>>> under_way{{{source}, {}}};
  while (!under_way.empty()) {
    const auto [header, ports] = under_way.back();
    under_way.pop_back();
    if (header.here == destination) {
      found.insert(ports);
      continue;
    }
    RouteCandidates candidates;
    routing.candidates(header.here, header.from_port, header.from_class, destination, candidates);
    for (const RouteCandidate& way : candidates) {
      const Topology& topology = routing.topology();
      std::vector<PortId> longer = ports;
      longer.push_back(way.port);
      under_way.push_back({{topology.neighbour(header.here, way.port),
                            topology.entry_port(header.here, way.port), way.vc_class},
                           longer});
    }
  }
  return found.size();
}

class Turns : public testing::Test {
 protected:
  using Set = std::set<std::string>;
  static constexpr std::uint32_t kEven = 0;
  static constexpr std::uint32_t kOdd = 1;

  /// Node (x, y).
  static NodeId at(NodeId x, NodeId y) { return 4 * y + x; }
  Routing routing(const RoutingPolicy& policy) const {
    return {mesh_, RoutingOrder::kAscending, policy};
  }

  Topology mesh_{TopologyKind::kMesh, {4, 4}};
};

// Figures 5 to 9 of Glass and Ni: two of the eight turns are forbidden, and all others occur.
TEST_F(Turns, OfTheTurnModelsAreAllButTwo) {
  for (const std::uint32_t parity : {kEven, kOdd}) {
    EXPECT_EQ(turns(routing(west_first_policy()), parity),
              (Set{"EN", "ES", "WN", "WS", "NE", "SE"}));
    EXPECT_EQ(turns(routing(north_last_policy()), parity),
              (Set{"EN", "ES", "WN", "WS", "SE", "SW"}));
  }
  Set negative_first = turns(routing(negative_first_policy()), kEven);
  negative_first.merge(turns(routing(negative_first_policy()), kOdd));
  EXPECT_EQ(negative_first, (Set{"EN", "WN", "WS", "NE", "SE", "SW"}));
}

// Rules 1 and 2 of Chiu. The first and the last column lack the turns that would lead out of the
// mesh, but others of their parity have them.
TEST_F(Turns, OfOddEvenDependOnTheColumn) {
  const Set even = turns(routing(odd_even_policy()), kEven);
  const Set odd = turns(routing(odd_even_policy()), kOdd);
  EXPECT_EQ(even, (Set{"WN", "WS", "NE", "SE", "NW", "SW"}));
  EXPECT_EQ(odd, (Set{"EN", "ES", "WN", "WS", "NE", "SE"}));
}

TEST_F(Turns, OfDimensionOrderAreFromOneDimensionToTheNext) {
  RoutingOptions options;
  options.dimensions = {1, 0};
  const Routing y_first(mesh_, RoutingOrder::kAscending, any_order_policy(), options);
  EXPECT_EQ(turns(y_first, kEven), (Set{"NE", "NW", "SE", "SW"}));
}

// From the middle of a mesh of 4x4: 6 ways of two steps in each of two dimensions, or one.
TEST_F(Turns, LeaveTheNumbersOfWaysThatTheSourceSays) {
  const NodeId low = at(0, 0);
  const NodeId high = at(2, 2);
  const NodeId right = at(2, 0);
  const NodeId left = at(0, 2);
  const auto counts = [&](const RoutingPolicy& policy) {
    const Routing r = routing(policy);
    return std::vector<std::size_t>{ways(r, low, high), ways(r, high, low), ways(r, right, left),
                                    ways(r, left, right)};
  };
  using Counts = std::vector<std::size_t>;
  EXPECT_EQ(counts(west_first_policy()), (Counts{6, 1, 1, 6}));
  EXPECT_EQ(counts(north_last_policy()), (Counts{1, 6, 1, 6}));
  EXPECT_EQ(counts(negative_first_policy()), (Counts{6, 6, 1, 1}));
  EXPECT_EQ(counts(adaptive_policy()), (Counts{6, 6, 6, 6}));
  EXPECT_EQ(counts(o1turn_policy()), (Counts{2, 2, 2, 2}));
  EXPECT_EQ(counts(romm_policy()), (Counts{5, 5, 5, 5}));
}

TEST_F(Turns, OfOddEvenLeaveTheWaysThatTheColumnsAllow) {
  const Routing odd_even = routing(odd_even_policy());
  // East: up where it starts or in an odd column; not in the even column of the destination.
  EXPECT_EQ(ways(odd_even, at(0, 0), at(3, 1)), 3U);  // in columns 0, 1 and 3
  EXPECT_EQ(ways(odd_even, at(0, 0), at(2, 1)), 2U);  // in columns 0 and 1
  EXPECT_EQ(ways(odd_even, at(1, 0), at(2, 1)), 1U);
  // West: up in even columns, and in that of the destination.
  EXPECT_EQ(ways(odd_even, at(3, 0), at(0, 1)), 2U);  // in columns 2 and 0
  EXPECT_EQ(ways(odd_even, at(2, 0), at(1, 1)), 2U);
  EXPECT_EQ(ways(odd_even, at(3, 0), at(1, 2)), 3U);  // columns 2 and 1: 2+0, 1+1 or 0+2 steps
  EXPECT_EQ(ways(odd_even, at(2, 0), at(2, 3)), 1U);
}

TEST(TurnsOnMeshesOfThreeDimensions, OfTheTurnModelsAreTheAnalogues) {
  const Topology mesh(TopologyKind::kMesh, {3, 3, 3});
  const NodeId centre = 13;
  const auto first_ways = [&](const RoutingPolicy& policy, NodeId destination) {
    RouteCandidates ways;
    Routing(mesh, RoutingOrder::kAscending, policy)
        .candidates(centre, kNoPort, 0, destination, ways);
    std::set<int> ports;
    for (const RouteCandidate& way : ways) {
      ports.insert(way.port);
    }
    return ports;
  };
  using Ports = std::set<int>;
  // Down dimensions 0 and 1 before everything else; down dimension 2 is one of the others.
  EXPECT_EQ(first_ways(west_first_policy(), 0), (Ports{1, 3}));
  EXPECT_EQ(first_ways(west_first_policy(), 2), (Ports{3}));        // +x, -y, -z
  EXPECT_EQ(first_ways(west_first_policy(), 8), (Ports{0, 2, 5}));  // +x, +y, -z
  // Up dimensions 1 and 2 after everything else.
  EXPECT_EQ(first_ways(north_last_policy(), 26), (Ports{0}));
  EXPECT_EQ(first_ways(north_last_policy(), 25), (Ports{2, 4}));
  EXPECT_EQ(first_ways(north_last_policy(), 2), (Ports{0, 3, 5}));
  EXPECT_EQ(first_ways(negative_first_policy(), 18), (Ports{1, 3}));  // -x, -y, +z
  EXPECT_EQ(first_ways(negative_first_policy(), 26), (Ports{0, 2, 4}));
}

// Section 5 of Glass and Ni: h1! times h0! ways, by the bits to be cleared and to be set.
TEST(TurnsOnHypercubes, OfPCubeClearBitsBeforeTheySetOthers) {
  const Topology cube(TopologyKind::kHypercube, {5});
  const Routing p_cube(cube, RoutingOrder::kAscending, p_cube_policy());
  EXPECT_EQ(ways(p_cube, 0b00111, 0b11000), 6U * 2U);
  EXPECT_EQ(ways(p_cube, 0b00000, 0b01111), 24U);
  EXPECT_EQ(ways(p_cube, 0b11111, 0b00000), 120U);
  EXPECT_EQ(ways(p_cube, 0b10101, 0b01101), 1U);
  const Routing adaptive(cube, RoutingOrder::kAscending, adaptive_policy());
  EXPECT_EQ(ways(adaptive, 0b00111, 0b11000), 120U);
}

// Half-way round a ring both ways are as short.
TEST(TurnsOnTori, OfTheAdaptivePolicyAreAll) {
  const Topology torus(TopologyKind::kTorus, {4, 5});
  const Routing adaptive(torus, RoutingOrder::kAscending, adaptive_policy());
  EXPECT_EQ(ways(adaptive, 0, 2), 2U);
  EXPECT_EQ(ways(adaptive, 0, 2 + 2 * 4), 2U * 6U);
  EXPECT_EQ(ways(adaptive, 0, 3 + 3 * 4), 3U);  // one step down x, two down y
}

TEST(TurnsOnFatTrees, GoUpByAnyPortAndDownTheOnlyWay) {
  const Topology tree(TopologyKind::kFatTree, {3, 3});
  const Routing routing(tree, RoutingOrder::kAscending, adaptive_up_policy());
  EXPECT_EQ(ways(routing, 0, 1), 1U);   // by the switch that both are at
  EXPECT_EQ(ways(routing, 0, 3), 3U);   // one level up
  EXPECT_EQ(ways(routing, 0, 26), 9U);  // two
}

}  // namespace
}  // namespace flitcast::test_turns
