// Binary trees and fat trees: how their nodes and ports are numbered.

#include <cstdint>
#include <stdexcept>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "hw/topology/topology.h"
#include "tests/support/networks/connected_ports.h"

namespace flitcast::test_trees {
namespace {

TEST(BinaryTree, LeavesComeFirstAndTheRootLast) {
  const Topology tree(TopologyKind::kTree, {2});  // 6 over 4, 5 over 0 1, 2 3
  EXPECT_EQ(tree.nodes(), 7U);
  EXPECT_EQ(tree.processors(), 4U);
  EXPECT_TRUE(tree.has_switches());
  EXPECT_EQ(tree.network_ports(), 3);
  const NodeId parents[] = {4, 4, 5, 5, 6, 6, kNoNode};
  const NodeId left[] = {kNoNode, kNoNode, kNoNode, kNoNode, 0, 2, 4};
  const NodeId right[] = {kNoNode, kNoNode, kNoNode, kNoNode, 1, 3, 5};
  for (NodeId node = 0; node < 7; ++node) {
    EXPECT_EQ(tree.neighbour(node, 0), parents[node]) << node;
    EXPECT_EQ(tree.neighbour(node, 1), left[node]) << node;
    EXPECT_EQ(tree.neighbour(node, 2), right[node]) << node;
    EXPECT_EQ(tree.neighbour(node, 3), kNoNode) << node;
  }
  EXPECT_EQ(tree.neighbour(7, 0), kNoNode);
  EXPECT_EQ(tree.entry_port(0, 0), 1);
  EXPECT_EQ(tree.entry_port(3, 0), 2);
  EXPECT_EQ(tree.entry_port(4, 0), 1);
  EXPECT_EQ(tree.entry_port(5, 0), 2);
  EXPECT_EQ(tree.entry_port(6, 1), 0);
  EXPECT_EQ(tree.entry_port(6, 2), 0);
}

TEST(BinaryTree, MayBeAPointOrAPair) {
  const Topology point(TopologyKind::kTree, {0});
  EXPECT_EQ(point.nodes(), 1U);
  EXPECT_EQ(point.processors(), 1U);
  EXPECT_FALSE(point.has_switches());
  EXPECT_EQ(connected_ports(point, 0), 0U);
  const Topology pair(TopologyKind::kTree, {1});
  EXPECT_EQ(pair.nodes(), 3U);
  EXPECT_EQ(pair.processors(), 2U);
  EXPECT_EQ(pair.neighbour(0, 0), 2U);
  EXPECT_EQ(pair.neighbour(1, 0), 2U);
  EXPECT_EQ(pair.neighbour(2, 0), kNoNode);
  EXPECT_EQ(pair.port_towards(2, 0), 1);
  EXPECT_EQ(pair.port_towards(2, 1), 2);
  EXPECT_EQ(pair.port_towards(0, 1), kNoPort);
}

TEST(BinaryTree, IsNumberedLevelByLevel) {
  const Topology tree(TopologyKind::kTree, {15});
  ASSERT_EQ(tree.nodes(), 65535U);
  EXPECT_EQ(tree.processors(), 32768U);
  NodeId level = 0;
  for (NodeId width = 32768; width > 1; width /= 2) {
    const NodeId above = level + width;
    for (NodeId place = 0; place < width; ++place) {
      ASSERT_EQ(tree.neighbour(level + place, 0), above + place / 2);
      const auto port = static_cast<PortId>(1 + place % 2);
      ASSERT_EQ(tree.neighbour(above + place / 2, port), level + place);
      ASSERT_EQ(tree.entry_port(level + place, 0), port);
    }
    level = above;
  }
  EXPECT_EQ(level, 65534U);
  EXPECT_EQ(tree.neighbour(level, 0), kNoNode);
}

TEST(BinaryTree, HasNoCoordinates) {
  EXPECT_EQ(Topology(TopologyKind::kTree, {4}).dimensions(), 0);
  EXPECT_FALSE(Topology(TopologyKind::kTree, {4}).wraps());
}

/// A node of a k-ary n-tree as its definition has it: n digits of a processor, whose level is n, or
/// n − 1 digits of a switch.
struct Place {
  std::uint32_t level;
  std::vector<NodeId> digits;
};

Place place_in_fat_tree(NodeId k, std::uint32_t n, NodeId node) {
  NodeId processors = 1;
  for (std::uint32_t i = 0; i < n; ++i) {
    processors *= k;
  }
  Place place{n, {}};
  NodeId number = node;
  std::size_t count = n;
  if (node >= processors) {
    const NodeId in_level = processors / k;
    place.level = n - 1 - (node - processors) / in_level;
    number = (node - processors) % in_level;
    count = n - 1;
  }
  for (; count > 0; --count) {
    place.digits.insert(place.digits.begin(), number % k);
    number /= k;
  }
  return place;
}

/// Petrini and Vanneschi's rule for the lower one of two nodes and the switch above it.
bool linked_in_fat_tree(std::uint32_t n, const Place& lower, const Place& upper) {
  if (lower.level != upper.level + 1) {
    return false;
  }
  for (std::uint32_t i = 0; i + 1 < n; ++i) {
    const bool free = lower.level < n && i == upper.level;
    if (!free && lower.digits[i] != upper.digits[i]) {
      return false;
    }
  }
  return true;
}

TEST(FatTree, LinksNodesWhoseDigitsAgree) {
  for (const auto& [k, n] : {std::pair{2U, 1U}, {2U, 4U}, {3U, 2U}, {4U, 3U}, {16U, 2U}}) {
    const Topology tree(TopologyKind::kFatTree, {k, n});
    SCOPED_TRACE(tree.describe());
    ASSERT_EQ(tree.nodes(), tree.processors() + n * tree.processors() / k);
    for (NodeId a = 0; a < tree.nodes(); ++a) {
      const Place lower = place_in_fat_tree(k, n, a);
      for (NodeId b = a + 1; b < tree.nodes(); ++b) {
        const Place upper = place_in_fat_tree(k, n, b);
        const PortId up = tree.port_towards(a, b);
        ASSERT_EQ(up != kNoPort, linked_in_fat_tree(n, lower, upper)) << a << " " << b;
        if (up == kNoPort) {
          continue;
        }
        const PortId down = tree.port_towards(b, a);
        const NodeId step = lower.level == n ? 0 : upper.digits[upper.level];
        ASSERT_EQ(up, step) << a << " " << b;
        ASSERT_EQ(down, k + lower.digits[upper.level]) << a << " " << b;
      }
    }
  }
}

TEST(FatTree, HasOnePortAProcessorAndEverySwitchTwiceItsArity) {
  const Topology tree(TopologyKind::kFatTree, {4, 3});
  EXPECT_EQ(tree.describe(), "fat_tree 4x3");
  EXPECT_EQ(tree.processors(), 64U);
  EXPECT_EQ(tree.nodes(), 64U + 3 * 16);
  EXPECT_EQ(tree.network_ports(), 8);
  EXPECT_EQ(tree.degree(), 1);
  EXPECT_TRUE(tree.has_switches());
  EXPECT_FALSE(tree.has_coordinates() || tree.wraps() || tree.tree_depth());
  for (NodeId node = 0; node < tree.nodes(); ++node) {
    const bool top = node >= 64 + 2 * 16;
    EXPECT_EQ(connected_ports(tree, node), node < 64 ? 1U : top ? 4U : 8U) << node;
  }
}

TEST(FatTree, AcceptsTheLargestAndRefusesWhatIsLarger) {
  EXPECT_EQ(Topology(TopologyKind::kFatTree, {2, 13}).nodes(), 8192U + 13 * 4096);
  EXPECT_EQ(Topology(TopologyKind::kFatTree, {16, 3}).nodes(), 4096U + 3 * 256);
  EXPECT_EQ(Topology(TopologyKind::kFatTree, {126, 2}).nodes(), 15876U + 2 * 126);  // 252 ports
  const std::vector<std::vector<std::uint32_t>> impossible = {
      {2, 14}, {16, 4}, {4}, {1, 3}, {127, 2}, {4, 0}, {2, 2, 2}, {}, {2, 4000000000}};
  for (const std::vector<std::uint32_t>& dims : impossible) {
    EXPECT_THROW(Topology(TopologyKind::kFatTree, dims), std::invalid_argument) << join_dims(dims);
  }
}

}  // namespace
}  // namespace flitcast::test_trees
