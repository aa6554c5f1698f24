#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "traffic/catalogue/catalogue.h"

// Figures of Grama et al. ch. 4, copied by hand.

namespace flitcast::test_collective_figures {
namespace {

using Messages = std::set<std::string>;

class Collective {
 public:
  Collective(const char* id, TopologyKind kind, std::vector<std::uint32_t> dims, NodeId root = 0,
             std::uint32_t mu = 1)
      : topology_(kind, std::move(dims)),
        routing_(topology_, RoutingOrder::kAscending),
        schedule_(find_row(id).build({topology_, routing_, mu, root})) {}

  std::uint64_t rounds() const { return schedule_.rounds; }

  /// All messages of a round, "0>4".
  Messages messages(std::uint64_t r) const {
    Messages all;
    const Round round = filled(r);
    for (std::size_t i = 0; i < round.size(); ++i) {
      all.insert(std::to_string(round[i].source) + ">" +
                 std::to_string(round[i].destinations.back()));
    }
    return all;
  }

  /// What they carry and do with it: "copy 0->*, 1->*".
  std::string load(std::uint64_t r, NodeId from, NodeId to) const {
    std::string text;
    const Round round = filled(r);
    for (std::size_t i = 0; i < round.size(); ++i) {
      const MessageView m = round[i];
      if (m.source == from && m.destinations.back() == to) {
        text = to_string(schedule_.transfer_of(m));
        std::set<std::string> blocks;
        for (const Block& block : m.blocks) {
          blocks.insert(to_string(block));
        }
        for (const std::string& block : blocks) {
          text += " " + block;
        }
      }
    }
    return text;
  }

 private:
  Round filled(std::uint64_t r) const {
    Round round(topology_);
    schedule_.fill(r, round);
    return round;
  }

  Topology topology_;
  Routing routing_;
  Schedule schedule_;
};

const Messages kHalvingOfEight[] = {{"0>4"}, {"0>2", "4>6"}, {"0>1", "2>3", "4>5", "6>7"}};

// "One-to-all broadcast on an eight-node ring", "… on an eight-node tree": the same pairs.
TEST(Figures, BroadcastOnAnEightNodeRingAndTree) {
  for (const auto& [id, kind, dim] : {std::tuple{"oab-line", TopologyKind::kRing, 8U},
                                      std::tuple{"oab-line", TopologyKind::kLine, 8U},
                                      std::tuple{"oab-tree", TopologyKind::kTree, 3U},
                                      std::tuple{"oab-hc-sbt", TopologyKind::kHypercube, 3U}}) {
    const Collective figure(id, kind, {dim});
    ASSERT_EQ(figure.rounds(), 3U);
    for (std::uint64_t r = 0; r < 3; ++r) {
      EXPECT_EQ(figure.messages(r), kHalvingOfEight[r]) << id;
      EXPECT_EQ(figure.load(r, 0, r == 0 ? 4 : 2 / static_cast<NodeId>(r)), "copy 0->*");
    }
  }
}

TEST(Figures, ReductionOnAnEightNodeRing) {
  for (const auto& [id, kind, dim] : {std::tuple{"aor-line", TopologyKind::kRing, 8U},
                                      std::tuple{"aor-tree", TopologyKind::kTree, 3U},
                                      std::tuple{"aor-hc", TopologyKind::kHypercube, 3U}}) {
    const Collective figure(id, kind, {dim});
    ASSERT_EQ(figure.rounds(), 3U);
    EXPECT_EQ(figure.messages(0), (Messages{"1>0", "3>2", "5>4", "7>6"})) << id;
    EXPECT_EQ(figure.messages(1), (Messages{"2>0", "6>4"})) << id;
    EXPECT_EQ(figure.messages(2), (Messages{"4>0"})) << id;
    EXPECT_EQ(figure.load(2, 4, 0), "move and add 0->*") << id;
  }
}

// The book numbers the nodes column by column.
TEST(Figures, BroadcastOnASixteenNodeMesh) {
  const Collective figure("oab-mesh", TopologyKind::kMesh, {4, 4});
  ASSERT_EQ(figure.rounds(), 4U);
  EXPECT_EQ(figure.messages(0), (Messages{"0>2"}));
  EXPECT_EQ(figure.messages(1), (Messages{"0>1", "2>3"}));
  EXPECT_EQ(figure.messages(2), (Messages{"0>8", "1>9", "2>10", "3>11"}));
  EXPECT_EQ(figure.messages(3),
            (Messages{"0>4", "1>5", "2>6", "3>7", "8>12", "9>13", "10>14", "11>15"}));
}

TEST(Figures, AllToAllBroadcastOnAnEightNodeRing) {
  const Collective figure("aab-ring", TopologyKind::kRing, {8});
  ASSERT_EQ(figure.rounds(), 7U);
  for (NodeId node = 0; node < 8; ++node) {
    for (NodeId r = 0; r < 7; ++r) {
      EXPECT_EQ(figure.load(r, node, (node + 1) % 8),
                "copy " + std::to_string((node + 8 - r) % 8) + "->*");
    }
  }
}

TEST(Figures, AllToAllBroadcastOnANineNodeMesh) {
  const Collective figure("aab-mesh", TopologyKind::kTorus, {3, 3});
  ASSERT_EQ(figure.rounds(), 4U);
  EXPECT_EQ(figure.load(0, 5, 3), "copy 5->*");
  EXPECT_EQ(figure.load(1, 5, 3), "copy 4->*");
  EXPECT_EQ(figure.load(2, 1, 4), "copy 0->* 1->* 2->*");
  EXPECT_EQ(figure.load(2, 8, 2), "copy 6->* 7->* 8->*");
  EXPECT_EQ(figure.load(3, 8, 2), "copy 3->* 4->* 5->*");
}

TEST(Figures, AllToAllBroadcastOnAnEightNodeHypercube) {
  const Collective figure("aab-hc", TopologyKind::kHypercube, {3});
  ASSERT_EQ(figure.rounds(), 3U);
  EXPECT_EQ(figure.load(0, 7, 6), "copy 7->*");
  EXPECT_EQ(figure.load(1, 7, 5), "copy 6->* 7->*");
  EXPECT_EQ(figure.load(2, 7, 3), "copy 4->* 5->* 6->* 7->*");
}

TEST(Figures, AllToAllReductionsAreTheirDuals) {
  const Collective ring("aar-ring", TopologyKind::kRing, {8});
  EXPECT_EQ(ring.load(0, 1, 0), "move and add 0->2");
  EXPECT_EQ(ring.load(6, 1, 0), "move and add 0->0");
  const Collective torus("aar-mesh", TopologyKind::kTorus, {3, 3});
  EXPECT_EQ(torus.load(0, 2, 8), "move and add 0->3 0->4 0->5");
  EXPECT_EQ(torus.load(3, 3, 5), "move and add 0->5");
  const Collective cube("aar-hc", TopologyKind::kHypercube, {3});
  EXPECT_EQ(cube.load(0, 3, 7), "move and add 0->4 0->5 0->6 0->7");
  EXPECT_EQ(cube.load(2, 6, 7), "move and add 0->7");
}

TEST(Figures, CompositesMoveAndThenCopyOrAddAndThenMove) {
  const TopologyKind kind = TopologyKind::kHypercube;
  const Collective broadcast("oab-hc-scatter-allgather", kind, {2}, 0, 4);
  ASSERT_EQ(broadcast.rounds(), 4U);
  EXPECT_EQ(broadcast.load(0, 0, 2), "move 0->*.2 0->*.3");
  EXPECT_EQ(broadcast.load(1, 2, 3), "move 0->*.3");
  EXPECT_EQ(broadcast.load(2, 3, 2), "copy 0->*.3");
  EXPECT_EQ(broadcast.load(3, 3, 1), "copy 0->*.2 0->*.3");
  const Collective reduction("aor-hc-aar-gather", kind, {2}, 0, 4);
  EXPECT_EQ(reduction.load(0, 1, 3), "move and add 0->*.2 0->*.3");
  EXPECT_EQ(reduction.load(1, 2, 3), "move and add 0->*.3");
  EXPECT_EQ(reduction.load(2, 3, 2), "move 0->*.3");
  EXPECT_EQ(reduction.load(3, 2, 0), "move 0->*.2 0->*.3");
  const Collective all_reduce("allreduce-hc-rsag", kind, {2}, 0, 4);
  EXPECT_EQ(all_reduce.load(0, 1, 3), "move and add 0->*.2 0->*.3");
  EXPECT_EQ(all_reduce.load(1, 2, 3), "move and add 0->*.3");
  EXPECT_EQ(all_reduce.load(2, 3, 2), "copy 0->*.3");
  EXPECT_EQ(all_reduce.load(3, 3, 1), "copy 0->*.2 0->*.3");
}

TEST(Figures, VanDeGeijnHalvesSegmentsBehindTheRoot) {
  const Collective ring("oab-vandegeijn", TopologyKind::kRing, {5}, 3, 5);
  ASSERT_EQ(ring.rounds(), 7U);
  EXPECT_EQ(ring.messages(0), (Messages{"3>1"}));
  EXPECT_EQ(ring.load(0, 3, 1), "move 3->*.1 3->*.2");
  EXPECT_EQ(ring.messages(1), (Messages{"3>0", "1>2"}));
  EXPECT_EQ(ring.messages(2), (Messages{"3>4"}));
  EXPECT_EQ(ring.messages(3), (Messages{"0>1", "1>2", "2>3", "3>4", "4>0"}));
  EXPECT_EQ(ring.load(6, 1, 2), "copy 3->*.3");
}

}  // namespace
}  // namespace flitcast::test_collective_figures
