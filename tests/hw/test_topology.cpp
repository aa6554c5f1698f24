#include <set>
#include <stdexcept>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "hw/topology/family.h"
#include "tests/support/networks/connected_ports.h"
#include "tests/support/networks/irregular_network.h"

namespace flitcast::test_topology {
namespace {

std::vector<Topology> samples() {
  return {
      {TopologyKind::kHypercube, {0}},
      {TopologyKind::kHypercube, {1}},
      {TopologyKind::kHypercube, {5}},
      {TopologyKind::kMesh, {1, 1}},
      {TopologyKind::kMesh, {4, 3}},
      {TopologyKind::kMesh, {1, 5}},
      {TopologyKind::kMesh, {2, 3, 4}},
      {TopologyKind::kTorus, {3, 5}},
      {TopologyKind::kTorus, {2, 2}},
      {TopologyKind::kTorus, {4, 2, 3}},
      {TopologyKind::kRing, {2}},
      {TopologyKind::kRing, {3}},
      {TopologyKind::kRing, {8}},
      {TopologyKind::kLine, {1}},
      {TopologyKind::kLine, {6}},
      {TopologyKind::kTree, {0}},
      {TopologyKind::kTree, {1}},
      {TopologyKind::kTree, {5}},
      {TopologyKind::kFatTree, {3, 1}},
      {TopologyKind::kFatTree, {2, 3}},
      {TopologyKind::kFatTree, {4, 2}},
      {TopologyKind::kDirectFatTree, {2, 3}},
      {TopologyKind::kCmesh, {4, 3, 2}},
      {TopologyKind::kFlattenedButterfly, {4, 2}},
      {TopologyKind::kFlattenedButterfly, {3, 3}},
      {TopologyKind::kDragonfly, {1, 2, 1}},
      {TopologyKind::kDragonfly, {2, 4, 2}},
  };
}

TEST(Topology, EveryChannelLeadsBackFromTheEntryPortOfItsNeighbour) {
  for (const Topology& topology : samples()) {
    SCOPED_TRACE(topology.describe());
    for (NodeId node = 0; node < topology.nodes(); ++node) {
      for (int p = 0; p < topology.network_ports(); ++p) {
        const auto port = static_cast<PortId>(p);
        const NodeId neighbour = topology.neighbour(node, port);
        if (neighbour != kNoNode) {
          EXPECT_NE(neighbour, node);
          const PortId entry = topology.entry_port(node, port);
          EXPECT_EQ(topology.neighbour(neighbour, entry), node);
          EXPECT_EQ(topology.entry_port(neighbour, entry), port);
        }
      }
    }
  }
}

TEST(Topology, PortTowardsFindsExactlyTheNeighbours) {
  for (const Topology& topology : samples()) {
    SCOPED_TRACE(topology.describe());
    for (NodeId from = 0; from < topology.nodes(); ++from) {
      std::set<NodeId> found;
      for (NodeId to = 0; to < topology.nodes(); ++to) {
        const PortId port = topology.port_towards(from, to);
        if (port != kNoPort) {
          EXPECT_EQ(topology.neighbour(from, port), to);
          found.insert(to);
        }
      }
      EXPECT_EQ(found.size(), connected_ports(topology, from));
    }
  }
}

TEST(Topology, DegreeIsTheMostConnectedPortsOfAnyProcessor) {
  const std::vector<std::pair<Topology, int>> cases = {
      {{TopologyKind::kHypercube, {0}}, 0},  {{TopologyKind::kHypercube, {5}}, 5},
      {{TopologyKind::kMesh, {4, 3}}, 4},    {{TopologyKind::kMesh, {1, 5}}, 2},
      {{TopologyKind::kTorus, {2, 2}}, 2},   {{TopologyKind::kTorus, {4, 2, 3}}, 5},
      {{TopologyKind::kRing, {2}}, 1},       {{TopologyKind::kRing, {3}}, 2},
      {{TopologyKind::kMesh, {2, 3, 4}}, 5}, {{TopologyKind::kLine, {1}}, 0},
      {{TopologyKind::kTree, {0}}, 0},       {{TopologyKind::kTree, {1}}, 1},
      {{TopologyKind::kTree, {7}}, 1},
  };
  for (const auto& [topology, degree] : cases) {
    EXPECT_EQ(topology.degree(), degree) << topology.describe();
  }
}

TEST(Topology, HypercubePortsFlipTheirBit) {
  const Topology cube(TopologyKind::kHypercube, {4});
  EXPECT_EQ(cube.nodes(), 16U);
  EXPECT_EQ(cube.dimensions(), 4);
  EXPECT_EQ(cube.network_ports(), 4);
  EXPECT_EQ(cube.neighbour(0b0101, 0), 0b0100U);
  EXPECT_EQ(cube.neighbour(0b0101, 3), 0b1101U);
  EXPECT_EQ(cube.neighbour(0, 4), kNoNode);
  EXPECT_EQ(cube.neighbour(16, 0), kNoNode);
  EXPECT_EQ(cube.port_towards(0, 3), kNoPort);
  EXPECT_EQ(cube.port_towards(8, 24), kNoPort);
}

TEST(Topology, GridIdsRunAlongTheFirstDimension) {
  const Topology mesh(TopologyKind::kMesh, {4, 3, 2});
  EXPECT_EQ(mesh.nodes(), 24U);
  const NodeId node = 3 + 4 * (1 + 3 * 1);
  EXPECT_EQ(mesh.coordinate(node, 0), 3U);
  EXPECT_EQ(mesh.coordinate(node, 1), 1U);
  EXPECT_EQ(mesh.coordinate(node, 2), 1U);
  EXPECT_EQ(mesh.with_coordinate(node, 0, 0), 16U);
  EXPECT_EQ(mesh.with_coordinate(node, 2, 0), 7U);
  EXPECT_EQ(mesh.neighbour(16, 0), 17U);
  EXPECT_EQ(mesh.neighbour(16, 3), 12U);
}

TEST(Topology, MeshEndsAtItsEdges) {
  const Topology mesh(TopologyKind::kMesh, {3, 2});
  EXPECT_EQ(mesh.neighbour(0, 1), kNoNode);
  EXPECT_EQ(mesh.neighbour(0, 3), kNoNode);
  EXPECT_EQ(mesh.neighbour(2, 0), kNoNode);
  EXPECT_EQ(mesh.neighbour(5, 2), kNoNode);
  EXPECT_EQ(connected_ports(mesh, 0), 2U);
  EXPECT_EQ(connected_ports(mesh, 1), 3U);
}

TEST(Topology, TorusWrapsAround) {
  const Topology torus(TopologyKind::kTorus, {3, 4});
  EXPECT_EQ(torus.neighbour(2, 0), 0U);
  EXPECT_EQ(torus.neighbour(0, 1), 2U);
  EXPECT_EQ(torus.neighbour(1, 3), 10U);
  EXPECT_TRUE(torus.wraps());
  EXPECT_FALSE(Topology(TopologyKind::kMesh, {3, 4}).wraps());
}

TEST(Topology, ATorusSideOfTwoHasOneChannelPair) {
  const Topology torus(TopologyKind::kTorus, {2, 3});
  EXPECT_EQ(torus.neighbour(0, 0), 1U);
  EXPECT_EQ(torus.neighbour(1, 0), 0U);
  EXPECT_EQ(torus.neighbour(0, 1), kNoNode);
  EXPECT_EQ(torus.entry_port(0, 0), 0);
  EXPECT_EQ(torus.entry_port(0, 2), 3);
}

TEST(Topology, EveryNodeOfAGridOrHypercubeIsAProcessor) {
  for (const Topology& topology : samples()) {
    if (topology.has_coordinates()) {
      EXPECT_EQ(topology.processors(), topology.nodes()) << topology.describe();
      EXPECT_FALSE(topology.has_switches()) << topology.describe();
    }
  }
}

TEST(Topology, RefusesWhatCannotBeBuilt) {
  const std::vector<std::pair<TopologyKind, std::vector<std::uint32_t>>> impossible = {
      {TopologyKind::kHypercube, {17}},   {TopologyKind::kHypercube, {}},
      {TopologyKind::kHypercube, {2, 2}}, {TopologyKind::kMesh, {}},
      {TopologyKind::kMesh, {4, 0}},      {TopologyKind::kTorus, {1, 4}},
      {TopologyKind::kRing, {1}},         {TopologyKind::kRing, {4, 4}},
      {TopologyKind::kLine, {0}},         {TopologyKind::kMesh, {257, 256}},
      {TopologyKind::kLine, {65537}},     {TopologyKind::kMesh, std::vector<std::uint32_t>(17, 1)},
      {TopologyKind::kTree, {16}},        {TopologyKind::kTree, {8, 8}},
      {TopologyKind::kTree, {}},
  };
  for (const auto& [kind, dims] : impossible) {
    EXPECT_THROW(Topology(kind, dims), std::invalid_argument)
        << to_string(kind) << " " << join_dims(dims);
  }
}

TEST(Topology, AcceptsTheLargestNetworks) {
  EXPECT_EQ(Topology(TopologyKind::kHypercube, {16}).nodes(), 65536U);
  EXPECT_EQ(Topology(TopologyKind::kTorus, {256, 256}).nodes(), 65536U);
  EXPECT_EQ(Topology(TopologyKind::kLine, {65536}).coordinate(65535, 0), 65535U);
}

TEST(Topology, DescribesItself) {
  EXPECT_EQ(Topology(TopologyKind::kHypercube, {6}).describe(), "hypercube 6");
  EXPECT_EQ(Topology(TopologyKind::kMesh, {8, 4, 2}).describe(), "mesh 8x4x2");
  EXPECT_EQ(Topology(TopologyKind::kRing, {5}).describe(), "ring 5");
  EXPECT_EQ(Topology(TopologyKind::kTree, {5}).describe(), "tree 5");
}

TEST(TopologyFamilies, AreListedInTheOrderOfTheirKinds) {
  EXPECT_EQ(to_string(TopologyKind::kHypercube), "hypercube");
  EXPECT_EQ(to_string(TopologyKind::kMesh), "mesh");
  EXPECT_EQ(to_string(TopologyKind::kTorus), "torus");
  EXPECT_EQ(to_string(TopologyKind::kRing), "ring");
  EXPECT_EQ(to_string(TopologyKind::kLine), "line");
  EXPECT_EQ(to_string(TopologyKind::kTree), "tree");
  EXPECT_EQ(to_string(TopologyKind::kFatTree), "fat_tree");
  EXPECT_EQ(to_string(TopologyKind::kDirectFatTree), "direct_fat_tree");
  EXPECT_EQ(to_string(TopologyKind::kCmesh), "cmesh");
  EXPECT_EQ(to_string(TopologyKind::kFlattenedButterfly), "flattened_butterfly");
  EXPECT_EQ(to_string(TopologyKind::kDragonfly), "dragonfly");
  EXPECT_EQ(to_string(TopologyKind::kGraph), "graph");
}

TEST(TopologyFamilies, BuildTheirExamples) {
  for (const auto& family : kTopologyFamilies) {
    if (family().from_file) {
      continue;
    }
    const Topology topology(family(), {family().example});
    EXPECT_EQ(topology.describe(), std::string(family().word) + " " + join_dims(family().example));
    EXPECT_GE(topology.processors(), 2U);
  }
}

TEST(TopologyFamilies, KnowWhatTheirNetworksHave) {
  const Topology cube(TopologyKind::kHypercube, {3});
  EXPECT_TRUE(cube.has_coordinates() && cube.has_labels() && !cube.is_grid() && !cube.wraps());
  EXPECT_EQ(cube.sides(), (std::vector<std::uint32_t>{2, 2, 2}));
  const Topology line(TopologyKind::kLine, {3});
  EXPECT_TRUE(line.has_coordinates() && !line.has_labels() && line.is_grid() && !line.wraps());
  const Topology ring(TopologyKind::kRing, {3});
  EXPECT_TRUE(ring.has_coordinates() && !ring.has_labels() && ring.is_grid() && ring.wraps());
  const Topology tree(TopologyKind::kTree, {3});
  EXPECT_TRUE(!tree.has_coordinates() && !tree.has_labels() && !tree.is_grid() && !tree.wraps());
  EXPECT_EQ(tree.tree_depth(), 3U);
  for (const Topology* other : {&cube, &line, &ring}) {
    EXPECT_FALSE(other->tree_depth()) << other->describe();
  }
}

TEST(TopologyFamilies, ANetworkNeedsNothingButItsGraph) {
  const Topology paw = IrregularNetwork::make();
  EXPECT_EQ(paw.describe(), "paw 4");
  EXPECT_EQ(paw.degree(), 3);
  EXPECT_EQ(paw.dimensions(), 0);
  EXPECT_FALSE(paw.has_coordinates() || paw.is_grid() || paw.wraps() || paw.tree_depth());
  EXPECT_EQ(paw.neighbour(2, 2), 3U);
  EXPECT_EQ(paw.entry_port(2, 2), 0);
  EXPECT_EQ(paw.port_towards(3, 2), 0);
  EXPECT_EQ(paw.port_towards(3, 0), kNoPort);
}

}  // namespace
}  // namespace flitcast::test_topology
