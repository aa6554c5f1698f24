#include <cmath>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/rows/pattern_refusal.h"
#include "traffic/pattern/traffic_pattern.h"

namespace flitcast::test_traffic_patterns {
namespace {

using Dims = std::vector<std::uint32_t>;

std::unique_ptr<TrafficPattern> pattern(const Topology& topology, const std::string& word,
                                        bool self_sends = true) {
  PatternSettings settings;
  settings.word = word;
  settings.self_sends = self_sends;
  settings.hotspots = {0, 2};
  return make_pattern(topology, settings);
}

std::map<NodeId, double> distribution(const TrafficPattern& pattern, NodeId source) {
  std::map<NodeId, double> all;
  pattern.visit(source, [&](NodeId to, double probability) { all[to] += probability; });
  return all;
}

/// Of a permutation.
std::vector<NodeId> destinations(const Topology& topology, const std::string& word) {
  const auto made = pattern(topology, word);
  std::vector<NodeId> to;
  for (NodeId node = 0; node < topology.processors(); ++node) {
    const std::map<NodeId, double> all = distribution(*made, node);
    EXPECT_EQ(all.size(), 1U);
    EXPECT_EQ(all.begin()->second, 1);
    to.push_back(all.begin()->first);
  }
  return to;
}

const Topology& mesh_3x3() {
  static const Topology kMesh(TopologyKind::kMesh, Dims{3, 3});
  return kMesh;
}
const Topology& cube_3() {
  static const Topology kCube(TopologyKind::kHypercube, Dims{3});
  return kCube;
}

// Node = x + 3·y.
TEST(Pattern, TransposeExchangesCoordinates) {
  EXPECT_EQ(destinations(mesh_3x3(), "transpose"),
            (std::vector<NodeId>{0, 3, 6, 1, 4, 7, 2, 5, 8}));
}

// Bits b3 b2 b1 b0 become b1 b0 b3 b2.
TEST(Pattern, TransposeExchangesHalvesOfTheAddressElsewhere) {
  const Topology cube(TopologyKind::kHypercube, Dims{4});
  EXPECT_EQ(destinations(cube, "transpose"),
            (std::vector<NodeId>{0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15}));
}

TEST(Pattern, TransposeByCoordinatesIsThatByBitsWhereBothAre) {
  const Topology mesh(TopologyKind::kMesh, Dims{4, 4});
  const Topology cube(TopologyKind::kHypercube, Dims{4});
  EXPECT_EQ(destinations(mesh, "transpose"), destinations(cube, "transpose"));
}

// The offset is 1 on a side of 3 (and 4), 2 on one of 5, 3 on one of 8.
TEST(Pattern, TornadoGoesNearlyHalfWayRound) {
  EXPECT_EQ(destinations(mesh_3x3(), "tornado"), (std::vector<NodeId>{4, 5, 3, 7, 8, 6, 1, 2, 0}));
  const Topology ring(TopologyKind::kRing, Dims{5});
  EXPECT_EQ(destinations(ring, "tornado"), (std::vector<NodeId>{2, 3, 4, 0, 1}));
  const Topology line(TopologyKind::kLine, Dims{8});
  EXPECT_EQ(destinations(line, "tornado"), (std::vector<NodeId>{3, 4, 5, 6, 7, 0, 1, 2}));
}

TEST(Pattern, ByCoordinatesIsThatOfAMeshOnUnidirectionalTori) {
  const Topology one_way(TopologyKind::kUnidirectionalTorus, {3, 3});
  for (const char* const word : {"tornado", "neighbour", "transpose"}) {
    EXPECT_EQ(destinations(one_way, word), destinations(mesh_3x3(), word)) << word;
  }
}

TEST(Pattern, NeighbourIsOneFurtherInEveryDimension) {
  EXPECT_EQ(destinations(mesh_3x3(), "neighbour"),
            (std::vector<NodeId>{4, 5, 3, 7, 8, 6, 1, 2, 0}));
}

TEST(Pattern, BitsAreComplementedReversedAndRotated) {
  EXPECT_EQ(destinations(cube_3(), "bit_complement"),
            (std::vector<NodeId>{7, 6, 5, 4, 3, 2, 1, 0}));
  EXPECT_EQ(destinations(cube_3(), "bit_reverse"), (std::vector<NodeId>{0, 4, 2, 6, 1, 5, 3, 7}));
  EXPECT_EQ(destinations(cube_3(), "bit_rotation"), (std::vector<NodeId>{0, 4, 1, 5, 2, 6, 3, 7}));
  EXPECT_EQ(destinations(cube_3(), "shuffle"), (std::vector<NodeId>{0, 2, 4, 6, 1, 3, 5, 7}));
}

TEST(Pattern, TwoNodesHaveOneBit) {
  const Topology pair(TopologyKind::kMesh, Dims{2});
  EXPECT_EQ(destinations(pair, "bit_complement"), (std::vector<NodeId>{1, 0}));
  EXPECT_EQ(destinations(pair, "neighbour"), (std::vector<NodeId>{1, 0}));
  for (const char* const word : {"bit_reverse", "bit_rotation", "shuffle"}) {
    EXPECT_EQ(destinations(pair, word), (std::vector<NodeId>{0, 1})) << word;
  }
}

TEST(Pattern, UniformGoesToAllOrAllOthers) {
  const std::map<NodeId, double> all = distribution(*pattern(mesh_3x3(), "uniform"), 4);
  EXPECT_EQ(all.size(), 9U);
  EXPECT_DOUBLE_EQ(all.at(4), 1.0 / 9);
  const std::map<NodeId, double> others = distribution(*pattern(mesh_3x3(), "uniform", false), 4);
  EXPECT_EQ(others.size(), 8U);
  EXPECT_EQ(others.count(4), 0U);
  EXPECT_DOUBLE_EQ(others.at(8), 1.0 / 8);
}

// Half of the packets to nodes 0 and 2, the rest to all 9; from 2 without itself: half to node 0.
TEST(Pattern, HotspotAddsAShareToSomeNodes) {
  const std::map<NodeId, double> all = distribution(*pattern(mesh_3x3(), "hotspot"), 2);
  EXPECT_DOUBLE_EQ(all.at(0), 0.25 + 0.5 / 9);
  EXPECT_DOUBLE_EQ(all.at(2), 0.25 + 0.5 / 9);
  EXPECT_DOUBLE_EQ(all.at(3), 0.5 / 9);
  const std::map<NodeId, double> others = distribution(*pattern(mesh_3x3(), "hotspot", false), 2);
  EXPECT_DOUBLE_EQ(others.at(0), 0.5 + 0.5 / 8);
  EXPECT_EQ(others.count(2), 0U);
}

TEST(Pattern, ANodeThatIsTheOnlyHotSpotSendsToAllOthers) {
  PatternSettings settings;
  settings.word = "hotspot";
  settings.self_sends = false;
  settings.hotspots = {4};
  const auto made = make_pattern(mesh_3x3(), settings);
  EXPECT_DOUBLE_EQ(distribution(*made, 4).at(0), 1.0 / 8);
  EXPECT_DOUBLE_EQ(distribution(*made, 0).at(4), 0.5 + 0.5 / 8);
}

TEST(Pattern, WithoutSelfSendsFixedNodesAreSilent) {
  const auto made = pattern(mesh_3x3(), "transpose", false);
  EXPECT_EQ(made->share(4), 0);
  EXPECT_EQ(made->share(1), 1);
  EXPECT_TRUE(distribution(*made, 4).empty());
}

TEST(Pattern, RandomPermutationIsOneAndHangsOnTheSeed) {
  std::vector<std::vector<NodeId>> drawn;
  for (const std::uint64_t seed : {1U, 1U, 2U}) {
    PatternSettings settings;
    settings.word = "random_permutation";
    settings.seed = seed;
    const auto made = make_pattern(mesh_3x3(), settings);
    std::map<NodeId, int> hits;
    std::vector<NodeId>& to = drawn.emplace_back();
    for (NodeId node = 0; node < 9; ++node) {
      to.push_back(distribution(*made, node).begin()->first);
      ++hits[to.back()];
    }
    EXPECT_EQ(hits.size(), 9U);
  }
  EXPECT_EQ(drawn[0], drawn[1]);
  EXPECT_NE(drawn[0], drawn[2]);
}

/// Draws agree with the distribution: no count is off by more than five standard deviations.
void expect_draws_as_told(const TrafficPattern& made, NodeId source) {
  constexpr int kDraws = 20'000;
  const std::map<NodeId, double> all = distribution(made, source);
  SplitMix64 random(1);
  std::map<NodeId, int> drawn;
  for (int i = 0; i < kDraws; ++i) {
    ++drawn[made.destination(source, random)];
  }
  double sum = 0;
  for (const auto& [node, probability] : all) {
    const double mean = probability * kDraws;
    EXPECT_NEAR(drawn[node], mean, 5 * std::sqrt(mean * (1 - probability)) + 1e-9) << node;
    sum += probability;
  }
  EXPECT_NEAR(sum, 1, 1e-12);
  EXPECT_EQ(drawn.size(), all.size());
}

TEST(Pattern, DrawsAreAsTheDistributionSays) {
  for (const PatternKind& kind : traffic_patterns()) {
    for (const bool self_sends : {true, false}) {
      PatternSettings settings;
      settings.word = kind.word;
      settings.self_sends = self_sends;
      settings.hotspots = {0, 2};
      settings.file = "file";
      settings.text = kind.word == "permutation" ? "0 1\n1 2\n2 3\n3 0\n"
                      : kind.word == "matrix"    ? "1 2 3 4\n0 0 0 1\n1 1 1 0\n5 0 0.5 0\n"
                                                 : "0,1,0,8\n0,1,2,4\n1,3,2,1\n0,1,0,8\n";
      const Topology mesh(TopologyKind::kMesh, Dims{2, 2});
      const Topology line(TopologyKind::kLine, Dims{4});
      const Topology shared(TopologyKind::kCmesh, Dims{2, 1, 2});
      const auto made = make_pattern(kind.word == "tornado"      ? line
                                     : kind.word == "next_group" ? shared
                                                                 : mesh,
                                     settings);
      for (NodeId node = 0; node < 4; ++node) {
        SCOPED_TRACE(std::string(kind.word) + " from " + std::to_string(node));
        if (made->share(node) > 0) {
          expect_draws_as_told(*made, node);
        }
      }
    }
  }
}

TEST(Pattern, IsRefusedWhereItDoesNotFit) {
  const Topology mesh(TopologyKind::kMesh, Dims{6, 4});
  const auto refusal = [&](const Topology& topology, const std::string& word) {
    PatternSettings settings;
    settings.word = word;
    return pattern_refusal(topology, settings);
  };
  EXPECT_EQ(
      refusal(mesh, "transpose"),
      "transpose needs a square mesh or torus, or an even number of address bits; mesh 6x4 is "
      "neither");
  EXPECT_EQ(
      refusal(cube_3(), "transpose"),
      "transpose needs a square mesh or torus, or an even number of address bits; hypercube 3 "
      "is neither");
  EXPECT_EQ(
      refusal(mesh, "shuffle"),
      "shuffle needs a number of processors that is 2 or a higher power of two; mesh 6x4 has 24");
  EXPECT_EQ(refusal(cube_3(), "tornado"),
            "tornado needs a mesh, torus, line or ring with a side of 3 nodes or more; hypercube 3 "
            "is none");
  EXPECT_EQ(refusal(Topology(TopologyKind::kMesh, Dims{2, 2}), "tornado"),
            "tornado needs a mesh, torus, line or ring with a side of 3 nodes or more; mesh 2x2 is "
            "none");
  EXPECT_EQ(refusal(cube_3(), "neighbour"),
            "neighbour needs a mesh, torus, line or ring; hypercube 3 is none");
  EXPECT_EQ(refusal(mesh, "hotspot"), "hotspot needs the nodes that are hot, like 0 or 0, 27");
  EXPECT_EQ(refusal(mesh, "unifrom").substr(0, 48),
            "there is no pattern unifrom; there are uniform, ");
  PatternSettings lonely;
  lonely.self_sends = false;
  EXPECT_EQ(pattern_refusal(Topology(TopologyKind::kMesh, Dims{1}), lonely),
            "with uniform on a mesh 1 and no sends to oneself no node sends anything");
}

TEST(Pattern, HotSpotsAreProcessorsAllDifferent) {
  PatternSettings settings;
  settings.word = "hotspot";
  settings.hotspots = {9};
  EXPECT_EQ(pattern_refusal(mesh_3x3(), settings),
            "hot node 9 is not a processor; they are 0 to 8");
  EXPECT_EQ(pattern_refusal(Topology(TopologyKind::kMesh, {1}), settings),
            "hot node 9 is not a processor; 0 is the only one");
  settings.hotspots = {1, 1};
  EXPECT_EQ(pattern_refusal(mesh_3x3(), settings), "hot node 1 is given twice");
  settings.hotspots = {1};
  settings.hotspot_share = 1.5;
  EXPECT_EQ(pattern_refusal(mesh_3x3(), settings), "the share of the hot nodes is 0 to 1");
}

// Switches of a tree send nothing: 8 leaves.
TEST(Pattern, IsAmongProcessors) {
  const Topology tree(TopologyKind::kTree, Dims{3});
  ASSERT_GT(tree.nodes(), tree.processors());
  EXPECT_EQ(destinations(tree, "bit_complement"), (std::vector<NodeId>{7, 6, 5, 4, 3, 2, 1, 0}));
  EXPECT_EQ(distribution(*pattern(tree, "uniform"), 0).size(), 8U);
}

}  // namespace
}  // namespace flitcast::test_traffic_patterns
