#include <bitset>
#include <set>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/schedules/node_path.h"
#include "traffic/catalogue/catalogue.h"

// Tables and figures of the sources, copied by hand.

namespace flitcast::test_schedule_figures {
namespace {

using Path = std::vector<NodeId>;
using Packets = std::set<std::pair<NodeId, NodeId>>;

class Figure {
 public:
  Figure(const char* id, TopologyKind kind, std::vector<std::uint32_t> dims, NodeId root = 0,
         const char* variant = "")
      : topology_(kind, std::move(dims)),
        routing_(topology_, RoutingOrder::kAscending),
        schedule_(find_row(id).build({topology_, routing_, 1, root, variant})) {}

  std::uint64_t rounds() const { return schedule_.rounds; }

  Round round(std::uint64_t r) const {
    Round round(topology_);
    schedule_.fill(r, round);
    return round;
  }

  /// Paths of all messages of a round.
  std::set<Path> paths(std::uint64_t r) const {
    std::set<Path> all;
    const Round messages = round(r);
    for (std::size_t i = 0; i < messages.size(); ++i) {
      all.insert(nodes_of(messages[i]));
    }
    return all;
  }

  /// The packets {origin, final} that `from` sends to `to` in a round.
  Packets packets(std::uint64_t r, NodeId from, NodeId to) const {
    Packets all;
    const Round messages = round(r);
    for (std::size_t i = 0; i < messages.size(); ++i) {
      if (messages[i].source == from && messages[i].destinations.back() == to) {
        for (const Block& block : messages[i].blocks) {
          all.emplace(static_cast<NodeId>(block.origin), static_cast<NodeId>(block.final));
        }
      }
    }
    return all;
  }

  /// What every node copies after each of the rounds, flits.
  std::vector<std::uint64_t> copies() const {
    std::vector<std::uint64_t> all;
    for (std::uint64_t r = 0; r < rounds(); ++r) {
      all.push_back(round(r).copy_flits());
    }
    return all;
  }

 private:
  Topology topology_;
  Routing routing_;
  Schedule schedule_;
};

// Tvrdík §14, "Optimal scheduling table for AAS in all-port full-duplex SF Q_4".
constexpr const char* kSchedulingTable[8][4] = {
    {"0011", "0110", "1100", "1000"}, {"0001", "0111", "1110", "1010"},
    {"0111", "0010", "1101", "1100"}, {"0101", "0011", "1111", "1110"},
    {"1011", "1110", "0100", "1001"}, {"1001", "1111", "0110", "1011"},
    {"1111", "1010", "0101", "1101"}, {"1101", "1011", "0111", "1111"},
};

TEST(Figures, AllPortExchangeFollowsThePrintedSchedulingTable) {
  const Figure figure("aas-hc-allport-sf", TopologyKind::kHypercube, {4});
  ASSERT_EQ(figure.rounds(), 8U);
  for (std::uint64_t r = 0; r < 8; ++r) {
    const Round round = figure.round(r);
    ASSERT_EQ(round.size(), 64U);
    for (std::size_t i = 0; i < round.size(); ++i) {
      const MessageView m = round[i];
      const auto dimension =
          static_cast<std::size_t>(__builtin_ctz(m.source ^ m.destinations.back()));
      const auto address = static_cast<unsigned>(m.blocks[0].origin ^ m.blocks[0].final);
      EXPECT_EQ(std::bitset<4>(address).to_string(), kSchedulingTable[r][dimension])
          << "round " << r << ", dimension " << dimension;
    }
  }
}

TEST(Figures, StandardExchangeOfThreeDimensionsAscending) {  // Grama et al., Fig. 4.20
  const Figure figure("aas-hc-sex", TopologyKind::kHypercube, {3}, 0, "ascending");
  ASSERT_EQ(figure.rounds(), 3U);
  EXPECT_EQ(figure.packets(0, 0, 1), (Packets{{0, 1}, {0, 3}, {0, 5}, {0, 7}}));
  EXPECT_EQ(figure.packets(1, 0, 2), (Packets{{0, 2}, {0, 6}, {1, 2}, {1, 6}}));
  EXPECT_EQ(figure.packets(2, 0, 4), (Packets{{0, 4}, {1, 4}, {2, 4}, {3, 4}}));
  EXPECT_EQ(figure.packets(1, 7, 5), (Packets{{7, 5}, {7, 1}, {6, 5}, {6, 1}}));
}

TEST(Figures, StandardExchangeOfThreeDimensionsDescending) {  // Tvrdík §14, first figure
  const Figure figure("aas-hc-sex", TopologyKind::kHypercube, {3});
  EXPECT_EQ(figure.packets(0, 0, 4), (Packets{{0, 4}, {0, 5}, {0, 6}, {0, 7}}));
  EXPECT_EQ(figure.packets(1, 0, 2), (Packets{{0, 2}, {0, 3}, {4, 2}, {4, 3}}));
  EXPECT_EQ(figure.packets(2, 0, 1), (Packets{{0, 1}, {2, 1}, {4, 1}, {6, 1}}));
}

TEST(Figures, DirectExchangeOfThreeDimensions) {  // Grama et al., Fig. 4.21
  const Figure figure("aas-hc-dex", TopologyKind::kHypercube, {3});
  ASSERT_EQ(figure.rounds(), 7U);
  EXPECT_EQ(figure.paths(0),
            (std::set<Path>{{0, 1}, {1, 0}, {2, 3}, {3, 2}, {4, 5}, {5, 4}, {6, 7}, {7, 6}}));
  EXPECT_EQ(
      figure.paths(4),
      (std::set<Path>{
          {0, 1, 5}, {1, 0, 4}, {2, 3, 7}, {3, 2, 6}, {4, 5, 1}, {5, 4, 0}, {6, 7, 3}, {7, 6, 2}}));
  EXPECT_EQ(figure.paths(6).count({0, 1, 3, 7}), 1U);
  EXPECT_EQ(figure.packets(6, 5, 2), (Packets{{5, 2}}));
}

TEST(Figures, PipelineOfSixNodes) {  // Grama et al., Fig. 4.18
  const Figure figure("aas-ring-1port", TopologyKind::kRing, {6});
  ASSERT_EQ(figure.rounds(), 5U);
  EXPECT_EQ(figure.packets(0, 0, 1), (Packets{{0, 1}, {0, 2}, {0, 3}, {0, 4}, {0, 5}}));
  EXPECT_EQ(figure.packets(1, 0, 1), (Packets{{5, 1}, {5, 2}, {5, 3}, {5, 4}}));
  EXPECT_EQ(figure.packets(4, 0, 1), (Packets{{2, 1}}));
  EXPECT_EQ(figure.packets(2, 5, 0), (Packets{{3, 0}, {3, 1}, {3, 2}}));
}

TEST(Figures, PipelineOfOnePortUsesOneSenseOnly) {  // Tvrdík §14, T(8)
  const Figure figure("aas-ring-1port", TopologyKind::kRing, {8});
  for (std::uint64_t r = 0; r < figure.rounds(); ++r) {
    EXPECT_EQ(figure.paths(r),
              (std::set<Path>{{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 5}, {5, 6}, {6, 7}, {7, 0}}));
  }
}

TEST(Figures, PipelinesOfThreeByThreeNodes) {  // Grama et al., Fig. 4.19
  const Figure figure("aas-torus-nd-sf", TopologyKind::kTorus, {3, 3});
  ASSERT_EQ(figure.rounds(), 4U);
  EXPECT_EQ(figure.packets(0, 0, 1), (Packets{{0, 1}, {0, 4}, {0, 7}, {0, 2}, {0, 5}, {0, 8}}));
  EXPECT_EQ(figure.packets(0, 5, 3), (Packets{{5, 0}, {5, 3}, {5, 6}, {5, 1}, {5, 4}, {5, 7}}));
  EXPECT_EQ(figure.packets(1, 0, 1), (Packets{{2, 1}, {2, 4}, {2, 7}}));
  EXPECT_EQ(figure.packets(2, 0, 3), (Packets{{0, 3}, {1, 3}, {2, 3}, {0, 6}, {1, 6}, {2, 6}}));
  EXPECT_EQ(figure.packets(3, 0, 3), (Packets{{6, 3}, {7, 3}, {8, 3}}));
  EXPECT_EQ(figure.packets(3, 8, 2), (Packets{{3, 2}, {4, 2}, {5, 2}}));
}

TEST(Figures, PipelinesOfAMeshCloseTheirLinesByWorms) {
  const Figure figure("aas-mesh-nd-wh-ring", TopologyKind::kMesh, {3, 2});
  ASSERT_EQ(figure.rounds(), 3U);
  for (const std::uint64_t round : {0U, 1U}) {
    EXPECT_EQ(figure.paths(round),
              (std::set<Path>{{0, 1}, {1, 2}, {2, 1, 0}, {3, 4}, {4, 5}, {5, 4, 3}}));
  }
  EXPECT_EQ(figure.paths(2), (std::set<Path>{{0, 3}, {1, 4}, {2, 5}, {3, 0}, {4, 1}, {5, 2}}));
  EXPECT_EQ(figure.packets(0, 2, 0), (Packets{{2, 0}, {2, 3}, {2, 1}, {2, 4}}));
  EXPECT_EQ(figure.packets(1, 2, 0), (Packets{{1, 0}, {1, 3}}));
  EXPECT_EQ(figure.packets(2, 4, 1), (Packets{{3, 1}, {4, 1}, {5, 1}}));
}

TEST(Figures, NodesPutTheirPacketsInOrderBetweenPhases) {
  const Figure torus("aas-torus-nd-sf", TopologyKind::kTorus, {3, 4});
  const std::vector<std::uint64_t> torus_copies = {0, 12, 0, 0, 0};
  const Figure mesh("aas-mesh-nd-wh-ring", TopologyKind::kMesh, {2, 1, 3, 1});
  const std::vector<std::uint64_t> mesh_copies = {6, 0, 0};
  const Figure cube("aas-hc-sex", TopologyKind::kHypercube, {3});
  const std::vector<std::uint64_t> cube_copies = {8, 8, 8};
  EXPECT_EQ(torus.copies(), torus_copies);
  EXPECT_EQ(mesh.copies(), mesh_copies);
  EXPECT_EQ(cube.copies(), cube_copies);
}

TEST(Figures, TwoPipelinesShareTheDistances) {
  const Figure odd("aas-ring-allport", TopologyKind::kRing, {5});
  EXPECT_EQ(odd.packets(0, 0, 1), (Packets{{0, 1}, {0, 2}}));
  EXPECT_EQ(odd.packets(0, 0, 4), (Packets{{0, 4}, {0, 3}}));
  EXPECT_EQ(odd.packets(1, 0, 4), (Packets{{1, 4}}));
  const Figure even("aas-ring-allport", TopologyKind::kRing, {6});
  EXPECT_EQ(even.packets(0, 0, 1), (Packets{{0, 1}, {0, 2}, {0, 3}}));
  EXPECT_EQ(even.packets(0, 0, 5), (Packets{{0, 5}, {0, 4}}));
  EXPECT_EQ(even.packets(2, 0, 5), Packets{});
}

TEST(Figures, ScatterTreeOfThreeDimensions) {  // Tvrdík §12, labels (k)[ij]
  const Figure figure("oas-hc-sbt", TopologyKind::kHypercube, {3});
  ASSERT_EQ(figure.rounds(), 3U);
  EXPECT_EQ(figure.packets(0, 0, 4), (Packets{{0, 4}, {0, 5}, {0, 6}, {0, 7}}));
  EXPECT_EQ(figure.packets(1, 0, 2), (Packets{{0, 2}, {0, 3}}));
  EXPECT_EQ(figure.packets(1, 4, 6), (Packets{{0, 6}, {0, 7}}));
  EXPECT_EQ(figure.packets(2, 6, 7), (Packets{{0, 7}}));
  EXPECT_EQ(figure.paths(2), (std::set<Path>{{0, 1}, {2, 3}, {4, 5}, {6, 7}}));
}

TEST(Figures, BroadcastTreeOfThreeDimensions) {  // Grama et al. ch. 4
  const Figure down("oab-hc-sbt", TopologyKind::kHypercube, {3});
  EXPECT_EQ(down.paths(0), (std::set<Path>{{0, 4}}));
  EXPECT_EQ(down.paths(1), (std::set<Path>{{0, 2}, {4, 6}}));
  EXPECT_EQ(down.paths(2), (std::set<Path>{{0, 1}, {2, 3}, {4, 5}, {6, 7}}));
  const Figure up("oab-hc-sbt", TopologyKind::kHypercube, {3}, 6, "ascending");
  EXPECT_EQ(up.paths(0), (std::set<Path>{{6, 7}}));
  EXPECT_EQ(up.paths(1), (std::set<Path>{{6, 4}, {7, 5}}));
  EXPECT_EQ(up.paths(2), (std::set<Path>{{6, 2}, {7, 3}, {4, 0}, {5, 1}}));
}

// Grama et al. ch. 4, one-to-all broadcast on the balanced binary tree of eight processors: 14 over
// 12, 13 over 8 … 11 over the leaves.
TEST(Figures, BroadcastOnTheTreeOfEightLeaves) {
  const Figure figure("oab-tree", TopologyKind::kTree, {3});
  ASSERT_EQ(figure.rounds(), 3U);
  EXPECT_EQ(figure.paths(0), (std::set<Path>{{0, 8, 12, 14, 13, 10, 4}}));
  EXPECT_EQ(figure.paths(1), (std::set<Path>{{0, 8, 12, 9, 2}, {4, 10, 13, 11, 6}}));
  EXPECT_EQ(figure.paths(2), (std::set<Path>{{0, 8, 1}, {2, 9, 3}, {4, 10, 5}, {6, 11, 7}}));
  const Figure translated("oab-tree", TopologyKind::kTree, {3}, 6);
  EXPECT_EQ(translated.paths(0), (std::set<Path>{{6, 11, 13, 14, 12, 9, 2}}));
  EXPECT_EQ(translated.paths(1), (std::set<Path>{{6, 11, 13, 10, 4}, {2, 9, 12, 8, 0}}));
}

// Tvrdík §12, "One-to-all broadcast schemes for 2D meshes with IRC", (a) and (b), on M(4,3):
//   8 9 10 11
//   4 5  6  7
//   0 1  2  3
constexpr TopologyKind kMesh = TopologyKind::kMesh;

TEST(Figures, CornerBroadcastByColumnAndRows) {
  const Figure figure("oab-mesh-irc-corner", kMesh, {4, 3});
  EXPECT_EQ(figure.paths(0), (std::set<Path>{{0, 4, 8}}));
  EXPECT_EQ(figure.paths(1), (std::set<Path>{{0, 1, 2, 3}, {4, 5, 6, 7}, {8, 9, 10, 11}}));
}

TEST(Figures, CornerBroadcastByRowAndColumnThenColumns) {
  const Figure figure("oab-mesh-irc-corner", kMesh, {4, 3}, 0, "RC-C");
  EXPECT_EQ(figure.paths(0), (std::set<Path>{{0, 1, 2, 3, 7, 11}}));
  EXPECT_EQ(figure.paths(1), (std::set<Path>{{0, 4, 8}, {1, 5, 9}, {2, 6, 10}}));
  const Figure opposite("oab-mesh-irc-corner", kMesh, {4, 3}, 11, "RC-C");
  EXPECT_EQ(opposite.paths(0), (std::set<Path>{{11, 10, 9, 8, 4, 0}}));
  EXPECT_EQ(opposite.paths(1), (std::set<Path>{{11, 7, 3}, {10, 6, 2}, {9, 5, 1}}));
}

TEST(Figures, CornerBroadcastByRowAndColumnThenRows) {
  const Figure figure("oab-mesh-irc-corner", kMesh, {4, 3}, 3, "RC-R");
  EXPECT_EQ(figure.paths(0), (std::set<Path>{{3, 2, 1, 0, 4, 8}}));
  EXPECT_EQ(figure.paths(1), (std::set<Path>{{4, 5, 6, 7}, {8, 9, 10, 11}}));
}

TEST(Figures, CornerBroadcastWormsAreAbsorbedByAllTheirNodes) {
  for (const char* variant : {"C-R", "RC-C", "RC-R"}) {
    const Figure figure("oab-mesh-irc-corner", kMesh, {4, 3}, 0, variant);
    for (std::uint64_t r = 0; r < figure.rounds(); ++r) {
      const Round round = figure.round(r);
      for (std::size_t i = 0; i < round.size(); ++i) {
        const MessageView m = round[i];
        Path passed = nodes_of(m);
        passed.erase(passed.begin());
        EXPECT_EQ(passed, Path(m.destinations.begin(), m.destinations.end()));
      }
    }
  }
}

}  // namespace
}  // namespace flitcast::test_schedule_figures
