#include <algorithm>
#include <numeric>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>

#include <gtest/gtest.h>

#include "traffic/program/placement.h"

namespace flitcast::test_placement {
namespace {

using Sides = std::vector<std::uint32_t>;

Placement all_ranks(PlacementMap map, const Topology& topology, std::uint64_t seed = 1) {
  return place_ranks(map, topology.processors(), topology, seed);
}

std::string refusal(PlacementMap map, const Topology& topology) {
  try {
    all_ranks(map, topology);
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "";
}

bool holds_every_node_once(const Placement& nodes, const Topology& topology) {
  return std::set<NodeId>(nodes.begin(), nodes.end()).size() == topology.processors() &&
         *std::max_element(nodes.begin(), nodes.end()) == topology.processors() - 1;
}

/// Pairs of ranks that follow each other and are not neighbours.
std::size_t jumps(const Placement& nodes, const Topology& topology) {
  std::size_t count = 0;
  for (std::size_t r = 1; r < nodes.size(); ++r) {
    count += topology.port_towards(nodes[r - 1], nodes[r]) == kNoPort ? 1 : 0;
  }
  return count;
}

TEST(Placement, OfTheIdentityIsTheNumberOfTheRank) {
  const Topology tree(TopologyKind::kFatTree, {2, 3});
  EXPECT_EQ(place_ranks(PlacementMap::kIdentity, 3, tree, 1), (Placement{0, 1, 2}));
}

TEST(Placement, OfTheGrayCodeIsThatOfHypercubes) {
  const Topology cube(TopologyKind::kHypercube, {3});
  EXPECT_EQ(all_ranks(PlacementMap::kGray, cube), (Placement{0, 1, 3, 2, 6, 7, 5, 4}));
  EXPECT_EQ(all_ranks(PlacementMap::kSnake, cube), all_ranks(PlacementMap::kGray, cube));
  const Topology large(TopologyKind::kHypercube, {10});
  const Placement nodes = all_ranks(PlacementMap::kGray, large);
  for (NodeId r = 0; r < 1024; ++r) {
    EXPECT_EQ(nodes[r], r ^ r / 2);
  }
}

// Rows of a mesh to the right, and back.
TEST(Placement, OfTheSnakeTurnsAtEveryEnd) {
  const Topology mesh(TopologyKind::kMesh, {3, 4});
  EXPECT_EQ(all_ranks(PlacementMap::kSnake, mesh),
            (Placement{0, 1, 2, 5, 4, 3, 6, 7, 8, 11, 10, 9}));
}

TEST(Placement, OfTheSnakeNeverJumps) {
  for (const Sides& sides :
       {Sides{1}, Sides{7}, Sides{5, 3}, Sides{2, 3, 4}, Sides{3, 3, 3, 3}, Sides{1, 6, 1, 5}}) {
    const Topology mesh(TopologyKind::kMesh, sides);
    const Placement nodes = all_ranks(PlacementMap::kSnake, mesh);
    EXPECT_TRUE(holds_every_node_once(nodes, mesh));
    EXPECT_EQ(jumps(nodes, mesh), 0U) << join_dims(sides);
  }
}

// Of equal sides of powers of two the curve goes from neighbour to neighbour, and each of its
// quarters, and of these, fills a square; likewise in other dimensions.
TEST(Placement, OfTheHilbertCurveFillsCubeByCube) {
  for (const Sides& sides : {Sides{16}, Sides{16, 16}, Sides{8, 8, 8}, Sides{4, 4, 4, 4, 4}}) {
    const Topology torus(TopologyKind::kTorus, sides);
    const Topology mesh(TopologyKind::kMesh, sides);
    const Placement nodes = all_ranks(PlacementMap::kHilbert, torus);
    EXPECT_TRUE(holds_every_node_once(nodes, torus));
    EXPECT_EQ(jumps(nodes, mesh), 0U) << join_dims(sides);
    for (std::uint32_t part = 2; part < sides[0]; part *= 2) {
      std::size_t size = 1;
      for (std::size_t d = 0; d < sides.size(); ++d) {
        size *= part;
      }
      for (std::size_t r = 0; r < nodes.size(); ++r) {
        for (int d = 0; d < mesh.dimensions(); ++d) {
          EXPECT_EQ(mesh.coordinate(nodes[r], d) / part,
                    mesh.coordinate(nodes[r / size * size], d) / part);
        }
      }
    }
  }
}

TEST(Placement, OfTheHilbertCurveOfTwoDimensionsIsAHorseshoe) {
  const Topology mesh(TopologyKind::kMesh, {2, 2});
  EXPECT_EQ(all_ranks(PlacementMap::kHilbert, mesh), (Placement{0, 1, 3, 2}));
  const Topology cube(TopologyKind::kHypercube, {5});
  EXPECT_EQ(all_ranks(PlacementMap::kHilbert, cube), all_ranks(PlacementMap::kGray, cube));
}

// What is outside is skipped: the order is that of the square around, however unequal the sides.
TEST(Placement, OfTheHilbertCurveTakesAnySides) {
  const Topology square(TopologyKind::kMesh, {8, 8});
  const Topology part(TopologyKind::kMesh, {5, 7});
  Placement wanted;
  for (const NodeId node : all_ranks(PlacementMap::kHilbert, square)) {
    if (node % 8 < 5 && node / 8 < 7) {
      wanted.push_back(node % 8 + 5 * (node / 8));
    }
  }
  EXPECT_EQ(all_ranks(PlacementMap::kHilbert, part), wanted);
  for (const Sides& sides : {Sides{1}, Sides{1, 1}, Sides{3, 1000}, Sides{2, 3, 5, 7}}) {
    const Topology mesh(TopologyKind::kMesh, sides);
    EXPECT_TRUE(holds_every_node_once(all_ranks(PlacementMap::kHilbert, mesh), mesh));
  }
  const Topology line(TopologyKind::kMesh, {1, 9, 1});
  EXPECT_EQ(jumps(all_ranks(PlacementMap::kHilbert, line), line), 0U);
}

TEST(Placement, AtRandomIsThatOfTheSeed) {
  const Topology mesh(TopologyKind::kMesh, {9, 9});
  const Placement nodes = all_ranks(PlacementMap::kRandom, mesh, 7);
  EXPECT_TRUE(holds_every_node_once(nodes, mesh));
  EXPECT_EQ(nodes, all_ranks(PlacementMap::kRandom, mesh, 7));
  EXPECT_NE(nodes, all_ranks(PlacementMap::kRandom, mesh, 8));
  EXPECT_GT(jumps(nodes, mesh), 40U);
}

TEST(Placement, OfFewerRanksIsTheBeginningOfAll) {
  const Topology mesh(TopologyKind::kMesh, {4, 4});
  for (const PlacementMap map : {PlacementMap::kIdentity, PlacementMap::kSnake,
                                 PlacementMap::kHilbert, PlacementMap::kRandom}) {
    Placement nodes = all_ranks(map, mesh);
    nodes.resize(5);
    EXPECT_EQ(place_ranks(map, 5, mesh, 1), nodes);
  }
}

TEST(Placement, IsRefusedWhereTheNetworkHasNotWhatItGoesBy) {
  const Topology tree(TopologyKind::kFatTree, {2, 3});
  EXPECT_EQ(refusal(PlacementMap::kIdentity, tree), "");
  EXPECT_EQ(refusal(PlacementMap::kRandom, tree), "");
  for (const PlacementMap map :
       {PlacementMap::kGray, PlacementMap::kSnake, PlacementMap::kHilbert}) {
    EXPECT_EQ(refusal(map, tree), "goes by coordinates, and a " + tree.describe() +
                                      " has none; give identity, random or a file");
  }
  EXPECT_EQ(refusal(PlacementMap::kGray, Topology(TopologyKind::kTorus, {4, 4})),
            "is for hypercubes; the Gray code of a torus 4x4 is snake");
}

}  // namespace
}  // namespace flitcast::test_placement
