#include <set>

#include <gtest/gtest.h>

#include "tests/support/hops/hop_networks.h"
#include "traffic/satisfiability/hop_symmetry.h"

namespace flitcast::test_hop_symmetry {
namespace {

/// The node that each is like.
std::vector<NodeId> kinds_of(const HopInstance& instance) {
  std::vector<NodeId> kinds;
  const auto images = symmetry_of(instance);
  for (NodeId node = 0; images && node < instance.demand.nodes; ++node) {
    const HopImage& image = (*images)[node];
    EXPECT_EQ(image.nodes[node], image.like);
    EXPECT_EQ(std::set<NodeId>(image.nodes.begin(), image.nodes.end()).size(),
              instance.demand.nodes);
    for (std::size_t link = 0; link < instance.links.size(); ++link) {
      const HopLink& from = instance.links[link];
      const HopLink& to = instance.links[image.links[link]];
      EXPECT_EQ(image.nodes[from.from], to.from);
      EXPECT_EQ(image.nodes[from.to], to.to);
      EXPECT_EQ(from.chunks, to.chunks);
    }
    kinds.push_back(image.like);
  }
  return kinds;
}

TEST(HopSymmetry, TellsWhichNodesAreAlike) {
  EXPECT_EQ(kinds_of(hop_instance(DemandKind::kAllGather, 5, line_links(5))),
            (std::vector<NodeId>{0, 1, 2, 1, 0}));
  EXPECT_EQ(kinds_of(hop_instance(DemandKind::kAllGather, 5, ring_links(5))),
            std::vector<NodeId>(5, 0));
  // By trying all permutations.
  EXPECT_EQ(kinds_of(dgx1_all_gather(1)), (std::vector<NodeId>{0, 1, 0, 1, 0, 1, 0, 1}));
}

TEST(HopSymmetry, SeesOneWayAndUnequalLinks) {
  // A ring in one direction; one in which a link carries more.
  EXPECT_EQ(kinds_of(hop_instance(DemandKind::kAllGather, 3, {{0, 1}, {1, 2}, {2, 0}})),
            std::vector<NodeId>(3, 0));
  EXPECT_TRUE(
      kinds_of(hop_instance(DemandKind::kAllGather, 3, {{0, 1, 2}, {1, 2}, {2, 0}})).empty());
}

TEST(HopSymmetry, IsNoneWhereNodesHaveOtherParts) {
  EXPECT_FALSE(symmetry_of(hop_instance(DemandKind::kBroadcast, 5, ring_links(5))));
  EXPECT_FALSE(symmetry_of(hop_instance(DemandKind::kAllGather, 1, {})));
  EXPECT_FALSE(symmetry_of(hop_instance(DemandKind::kAllGather, 3, {{0, 1}, {1, 0}})));
}

}  // namespace
}  // namespace flitcast::test_hop_symmetry
