#include <queue>
#include <set>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "hw/routing/routing.h"
#include "tests/support/networks/irregular_network.h"
#include "tests/support/schedules/node_path.h"

namespace flitcast::test_routing {
namespace {

using Path = std::vector<NodeId>;

constexpr RoutingOrder kOrders[] = {RoutingOrder::kAscending, RoutingOrder::kDescending};

Path path_of(const Routing& routing, NodeId source, NodeId destination) {
  return route_nodes(routing, source, destination);
}

/// Links from `source` to every node, by breadth-first search over the neighbours.
std::vector<std::size_t> distances_from(const Topology& topology, NodeId source) {
  constexpr std::size_t kUnseen = ~std::size_t{0};
  std::vector<std::size_t> distances(topology.nodes(), kUnseen);
  distances[source] = 0;
  std::queue<NodeId> front;
  front.push(source);
  while (!front.empty()) {
    const NodeId node = front.front();
    front.pop();
    for (int port = 0; port < topology.network_ports(); ++port) {
      const NodeId next = topology.neighbour(node, static_cast<PortId>(port));
      if (next != kNoNode && distances[next] == kUnseen) {
        distances[next] = distances[node] + 1;
        front.push(next);
      }
    }
  }
  return distances;
}

TEST(Routing, TakesShortestPathsOverExistingLinks) {
  const std::vector<Topology> topologies = {
      {TopologyKind::kHypercube, {5}}, {TopologyKind::kMesh, {5, 4}},
      {TopologyKind::kMesh, {1, 6}},   {TopologyKind::kMesh, {3, 2, 4}},
      {TopologyKind::kTorus, {5, 4}},  {TopologyKind::kTorus, {2, 3, 4}},
      {TopologyKind::kRing, {2}},      {TopologyKind::kRing, {7}},
      {TopologyKind::kRing, {8}},      {TopologyKind::kLine, {6}},
      {TopologyKind::kTree, {0}},      {TopologyKind::kTree, {5}},
  };
  for (const Topology& topology : topologies) {
    for (const RoutingOrder order : kOrders) {
      SCOPED_TRACE(topology.describe());
      const Routing routing(topology, order);
      for (NodeId source = 0; source < topology.nodes(); ++source) {
        const std::vector<std::size_t> distances = distances_from(topology, source);
        for (NodeId destination = 0; destination < topology.nodes(); ++destination) {
          const Path path = path_of(routing, source, destination);
          EXPECT_EQ(path.size() - 1, distances[destination]);
          EXPECT_EQ(path.back(), destination);
          for (std::size_t i = 1; i < path.size(); ++i) {
            EXPECT_NE(topology.port_towards(path[i - 1], path[i]), kNoPort);
          }
        }
      }
    }
  }
}

TEST(Routing, CorrectsHypercubeBitsInItsOrder) {
  const Topology cube(TopologyKind::kHypercube, {4});
  EXPECT_EQ(path_of(Routing(cube, RoutingOrder::kAscending), 0b0000, 0b1101),
            (Path{0b0000, 0b0001, 0b0101, 0b1101}));
  EXPECT_EQ(path_of(Routing(cube, RoutingOrder::kDescending), 0b0000, 0b1101),
            (Path{0b0000, 0b1000, 0b1100, 0b1101}));
}

TEST(Routing, CorrectsMeshDimensionsInItsOrder) {
  const Topology mesh(TopologyKind::kMesh, {4, 3});
  EXPECT_EQ(path_of(Routing(mesh, RoutingOrder::kAscending), 11, 1), (Path{11, 10, 9, 5, 1}));
  EXPECT_EQ(path_of(Routing(mesh, RoutingOrder::kDescending), 11, 1), (Path{11, 7, 3, 2, 1}));
}

TEST(Routing, TakesTheShorterSenseOfARing) {
  const Topology ring(TopologyKind::kRing, {5});
  const Routing routing(ring, RoutingOrder::kAscending);
  EXPECT_EQ(path_of(routing, 0, 3), (Path{0, 4, 3}));
  EXPECT_EQ(path_of(routing, 4, 1), (Path{4, 0, 1}));
}

TEST(Routing, GoesUpWhenBothSensesAreEquallyLong) {
  const Topology torus(TopologyKind::kTorus, {4, 4});
  const Routing routing(torus, RoutingOrder::kAscending);
  EXPECT_EQ(path_of(routing, 0, 2), (Path{0, 1, 2}));
  EXPECT_EQ(path_of(routing, 3, 1), (Path{3, 0, 1}));
  EXPECT_EQ(path_of(routing, 12, 4), (Path{12, 0, 4}));
}

Path path_upwards(const Routing& routing, NodeId source, NodeId destination) {
  return route_nodes(routing, source, destination, RingTravel::kUpwards);
}

TEST(Routing, GoesAllTheWayUpARingWhereRoutesOnlyGoUp) {
  const Topology torus(TopologyKind::kTorus, {4, 3});
  const Routing rows_first(torus, RoutingOrder::kAscending);
  EXPECT_EQ(path_upwards(rows_first, 1, 0), (Path{1, 2, 3, 0}));
  EXPECT_EQ(path_upwards(rows_first, 7, 2), (Path{7, 4, 5, 6, 10, 2}));
  EXPECT_EQ(path_upwards(Routing(torus, RoutingOrder::kDescending), 7, 2),
            (Path{7, 11, 3, 0, 1, 2}));
  const Topology pairs(TopologyKind::kTorus, {2, 2});
  EXPECT_EQ(path_upwards(Routing(pairs, RoutingOrder::kAscending), 3, 0), (Path{3, 2, 0}));
}

TEST(Routing, IsMinimalWithoutRingsHoweverTheyAreTaken) {
  const Topology mesh(TopologyKind::kMesh, {4, 3});
  EXPECT_EQ(path_upwards(Routing(mesh, RoutingOrder::kAscending), 11, 1), (Path{11, 10, 9, 5, 1}));
}

/// Up from both ends, over the neighbours, until the two ways meet.
Path path_over_common_ancestor(const Topology& tree, NodeId source, NodeId destination) {
  Path up = {source};
  Path down = {destination};
  while (up.back() != down.back()) {
    up.push_back(tree.neighbour(up.back(), 0));
    down.push_back(tree.neighbour(down.back(), 0));
  }
  up.insert(up.end(), down.rbegin() + 1, down.rend());
  return up;
}

TEST(Routing, ClimbsATreeToTheLowestCommonAncestor) {
  for (std::uint32_t depth = 0; depth <= 6; ++depth) {
    const Topology tree(TopologyKind::kTree, {depth});
    for (const RoutingOrder order : kOrders) {
      const Routing routing(tree, order);
      for (NodeId source = 0; source < tree.processors(); ++source) {
        for (NodeId destination = 0; destination < tree.processors(); ++destination) {
          ASSERT_EQ(path_of(routing, source, destination),
                    path_over_common_ancestor(tree, source, destination));
        }
      }
    }
  }
}

TEST(Routing, CrossesTheLargestTreeOverItsRoot) {
  const Topology tree(TopologyKind::kTree, {15});
  const Routing routing(tree, RoutingOrder::kAscending);
  const Path path = path_of(routing, 0, 32767);
  EXPECT_EQ(path.size(), 31U);
  EXPECT_EQ(path[15], 65534U);
  EXPECT_EQ(path, path_over_common_ancestor(tree, 0, 32767));
}

TEST(FatTreeRouting, TakesShortestPathsBetweenProcessors) {
  for (const auto& [k, n] : {std::pair{5U, 1U}, {2U, 4U}, {4U, 3U}, {8U, 2U}}) {
    const Topology tree(TopologyKind::kFatTree, {k, n});
    SCOPED_TRACE(tree.describe());
    const Routing routing(tree, RoutingOrder::kAscending);
    for (NodeId source = 0; source < tree.processors(); ++source) {
      const std::vector<std::size_t> distances = distances_from(tree, source);
      for (NodeId destination = 0; destination < tree.processors(); ++destination) {
        const Path path = path_of(routing, source, destination);
        ASSERT_EQ(path.size() - 1, distances[destination]);
        ASSERT_EQ(path.back(), destination);
      }
    }
  }
}

// 2-ary 3-tree: processors 0 … 7, below them switches 8 … 11 of level 2, 12 … 15 of level 1 and
// 16 … 19 of level 0. To 5 = 101 the ports are 1 at level 2, 0 at level 1, 1 at level 0.
TEST(FatTreeRouting, ChoosesPortsByTheDigitsOfTheDestination) {
  const Topology tree(TopologyKind::kFatTree, {2, 3});
  const Routing routing(tree, RoutingOrder::kAscending);
  EXPECT_EQ(path_of(routing, 0, 5), (Path{0, 8, 13, 17, 15, 10, 5}));
  EXPECT_EQ(path_of(routing, 3, 5), (Path{3, 9, 13, 17, 15, 10, 5}));
  EXPECT_EQ(path_of(routing, 7, 5), (Path{7, 11, 15, 10, 5}));
  EXPECT_EQ(path_of(routing, 4, 5), (Path{4, 10, 5}));
}

TEST(FatTreeRouting, ACircularShiftHasItsLinksToItself) {
  for (const auto& [k, n] : {std::pair{2U, 4U}, {3U, 3U}, {4U, 2U}}) {
    const Topology tree(TopologyKind::kFatTree, {k, n});
    const Routing routing(tree, RoutingOrder::kAscending);
    for (NodeId shift = 1; shift < tree.processors(); ++shift) {
      std::set<std::pair<NodeId, NodeId>> links;
      for (NodeId source = 0; source < tree.processors(); ++source) {
        const Path path = path_of(routing, source, (source + shift) % tree.processors());
        for (std::size_t i = 1; i < path.size(); ++i) {
          ASSERT_TRUE(links.emplace(path[i - 1], path[i]).second)
              << tree.describe() << " shift " << shift << " from " << source;
        }
      }
    }
  }
}

TEST(Routing, GoesTheWayOfAFamilyWithoutCoordinates) {
  const Topology paw = IrregularNetwork::make();
  for (const RoutingOrder order : kOrders) {
    const Routing routing(paw, order);
    EXPECT_EQ(path_of(routing, 0, 3), (Path{0, 2, 3}));
    EXPECT_EQ(path_of(routing, 3, 1), (Path{3, 2, 1}));
    EXPECT_EQ(path_upwards(routing, 1, 0), (Path{1, 0}));
    EXPECT_EQ(routing.relation().classes(), 1);
    EXPECT_EQ(routing.class_on_route(0, kNoPort, 0, 1), 0);
  }
}

TEST(Routing, AppendsBehindWhatIsThere) {
  const Topology line(TopologyKind::kLine, {4});
  const Routing routing(line, RoutingOrder::kAscending);
  std::vector<PortId> ports = {9, 8};
  routing.append_ports(3, 1, ports);
  EXPECT_EQ(ports, (std::vector<PortId>{9, 8, 1, 1}));
  routing.append_ports(1, 1, ports);
  EXPECT_EQ(ports.size(), 4U);
}

/// Class of every channel of the route.
std::vector<int> classes_of(const Routing& routing, const Path& path) {
  const Topology& topology = routing.topology();
  std::vector<int> classes;
  PortId input = kNoPort;
  int at = 0;
  for (std::size_t i = 1; i < path.size(); ++i) {
    const PortId output = topology.port_towards(path[i - 1], path[i]);
    at = routing.class_on_route(path[i - 1], input, at, output);
    classes.push_back(at);
    input = topology.entry_port(path[i - 1], output);
  }
  return classes;
}

/// A worm that begins there is in the upper class at once.
bool crosses_dateline(const Routing& routing, NodeId here, PortId port) {
  return routing.class_on_route(here, kNoPort, 0, port) == 1;
}

TEST(Datelines, LieOnTheWrapLinksOfToriAndRings) {
  const Topology torus(TopologyKind::kTorus, {4, 3});
  const Routing routing(torus, RoutingOrder::kAscending);
  EXPECT_EQ(routing.relation().classes(), 2);
  for (NodeId node = 0; node < 12; ++node) {
    const NodeId x = node % 4;
    const NodeId y = node / 4;
    EXPECT_EQ(crosses_dateline(routing, node, 0), x == 3);
    EXPECT_EQ(crosses_dateline(routing, node, 1), x == 0);
    EXPECT_EQ(crosses_dateline(routing, node, 2), y == 2);
    EXPECT_EQ(crosses_dateline(routing, node, 3), y == 0);
  }
}

TEST(Datelines, AreAbsentWithoutWrapLinks) {
  for (const Topology& topology :
       {Topology{TopologyKind::kMesh, {4, 4}}, Topology{TopologyKind::kHypercube, {4}}}) {
    const Routing routing(topology, RoutingOrder::kAscending);
    EXPECT_EQ(routing.relation().classes(), 1);
    for (NodeId node = 0; node < topology.nodes(); ++node) {
      for (PortId port = 0; port < topology.network_ports(); ++port) {
        EXPECT_FALSE(crosses_dateline(routing, node, port));
        EXPECT_EQ(routing.class_on_route(node, port, 0, port), 0);
      }
    }
  }
}

TEST(Datelines, ASideOfTwoNeedsNone) {
  const Topology torus(TopologyKind::kTorus, {2, 3});
  const Routing routing(torus, RoutingOrder::kAscending);
  EXPECT_FALSE(crosses_dateline(routing, 0, 0));
  EXPECT_FALSE(crosses_dateline(routing, 1, 0));
  EXPECT_TRUE(crosses_dateline(routing, 0, 3));
}

TEST(Datelines, TheChannelThatCrossesIsTheFirstOfClassOne) {
  const Topology ring(TopologyKind::kRing, {8});
  const Routing routing(ring, RoutingOrder::kAscending);
  EXPECT_EQ(classes_of(routing, {5, 6, 7, 0, 1}), (std::vector<int>{0, 0, 1, 1}));
  EXPECT_EQ(classes_of(routing, {1, 0, 7, 6}), (std::vector<int>{0, 1, 1}));
  EXPECT_EQ(classes_of(routing, {7, 0}), (std::vector<int>{1}));
  EXPECT_EQ(classes_of(routing, {2, 3, 4}), (std::vector<int>{0, 0}));
}

TEST(Datelines, EveryDimensionStartsInClassZero) {
  const Topology torus(TopologyKind::kTorus, {4, 4});
  const Routing routing(torus, RoutingOrder::kAscending);
  // (3,1) -> (0,1) crosses in x, goes on to (1,1), then up y and across: (1,2), (1,3), (1,0).
  EXPECT_EQ(classes_of(routing, {7, 4, 5, 9, 13, 1}), (std::vector<int>{1, 1, 0, 0, 1}));
}

TEST(Datelines, AWormFromTheNodeStartsInClassZero) {
  const Topology ring(TopologyKind::kRing, {5});
  const Routing routing(ring, RoutingOrder::kAscending);
  const PortId local = 2;
  EXPECT_EQ(routing.class_on_route(1, kNoPort, 1, 0), 0);
  EXPECT_EQ(routing.class_on_route(1, local, 1, 0), 0);
  EXPECT_EQ(routing.class_on_route(4, local, 0, 0), 1);
}

}  // namespace
}  // namespace flitcast::test_routing
