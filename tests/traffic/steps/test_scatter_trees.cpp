#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/schedules/node_path.h"
#include "traffic/catalogue/catalogue.h"
#include "traffic/steps/necklace_partition.h"

// The trees that one-to-all scatter sends over, and what the rows refuse.

namespace flitcast::test_scatter_trees {
namespace {

NodeId turned_left(NodeId node, int n) {
  const NodeId top = NodeId{1} << (n - 1);
  return (node & top) != 0 ? (node ^ top) * 2 + 1 : node * 2;
}

std::set<NodeId> necklace_of(NodeId node, int n) {
  std::set<NodeId> members;
  while (members.insert(node).second) {
    node = turned_left(node, n);
  }
  return members;
}

class Necklaces : public testing::TestWithParam<int> {};

TEST_P(Necklaces, FillTheTableInOrderOfWeightAndSmallestMember) {
  const int n = GetParam();
  const NecklacePartition partition = necklace_partition(n);
  const std::size_t nodes = std::size_t{1} << n;
  ASSERT_EQ(partition.table.size(), nodes - 1);
  EXPECT_EQ(std::set<NodeId>(partition.table.begin(), partition.table.end()).size(), nodes - 1);
  std::pair<int, NodeId> last{0, 0};
  for (std::size_t i = 0; i < partition.table.size();) {
    const std::set<NodeId> members = necklace_of(partition.table[i], n);
    const std::pair<int, NodeId> key{__builtin_popcount(*members.begin()), *members.begin()};
    EXPECT_LT(last, key);
    last = key;
    for (std::size_t k = 1; k < members.size(); ++k) {
      ASSERT_EQ(partition.table[i + k], turned_left(partition.table[i + k - 1], n));
    }
    i += members.size();
  }
}

TEST_P(Necklaces, ParentsAreFullNecklacesOfTheSameColumnWithOneBitLess) {
  const int n = GetParam();
  const NecklacePartition partition = necklace_partition(n);
  const auto width = static_cast<std::size_t>(n);
  std::map<NodeId, std::size_t> column;
  for (std::size_t i = 0; i < partition.table.size(); ++i) {
    const NodeId node = partition.table[i];
    const NodeId parent = partition.parent[node];
    column[node] = i % width;
    ASSERT_EQ(node & parent, parent);
    ASSERT_EQ(__builtin_popcount(node ^ parent), 1);
    if (parent == 0) {
      EXPECT_EQ(node, NodeId{1} << i);
    } else {
      ASSERT_EQ(column.at(parent), i % width);
      ASSERT_EQ(necklace_of(parent, n).size(), width);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Dimensions, Necklaces, testing::Range(1, 17));

std::string binary(NodeId node, int n) {
  std::string text;
  for (int bit = n - 1; bit >= 0; --bit) {
    text += (node >> bit & 1U) != 0 ? '1' : '0';
  }
  return text;
}

// The source turns the necklace of 011111 by one place less, which hangs 111110 on 111100; by its
// own rule it is 111101 that hangs there. All others are as the source has them.
TEST(NecklacePartition, OfQ6IsThatOfTheSource) {
  const std::vector<std::string> printed = {
      "000001", "000010", "000100", "001000", "010000", "100000",  //
      "000011", "000110", "001100", "011000", "110000", "100001",  //
      "000101", "001010", "010100", "101000", "010001", "100010",  //
      "001001", "010010", "100100", "111000", "110001", "100011",  //
      "000111", "001110", "011100", "011001", "110010", "100101",  //
      "001011", "010110", "101100", "101001", "010011", "100110",  //
      "001101", "011010", "110100", "101010", "010101", "100111",  //
      "001111", "011110", "111100", "111001", "110011", "101110",  //
      "011101", "111010", "110101", "101011", "010111", "101101",  //
      "011011", "110110", "111101", "111011", "110111", "101111",  //
      "011111", "111110", "111111"};
  const NecklacePartition partition = necklace_partition(6);
  std::vector<std::string> table;
  for (const NodeId node : partition.table) {
    table.push_back(binary(node, 6));
  }
  EXPECT_EQ(table, printed);
  EXPECT_EQ(binary(partition.parent[0b111101], 6), "111100");
}

/// Sizes of the subtrees by the node next to the root, and whether every node is reached by one way
/// only. Worms' paths are the tree's.
class WormTree {
 public:
  WormTree(const std::string& id, const RowRequest& request) {
    const Schedule schedule = find_row(id).build(request);
    for (std::uint64_t r = 0; r < schedule.rounds; ++r) {
      Round round(request.topology);
      schedule.fill(r, round);
      for (std::size_t i = 0; i < round.size(); ++i) {
        add(nodes_of(round[i]), r);
      }
    }
  }

  const std::map<NodeId, std::size_t>& sizes() const { return sizes_; }
  bool is_tree() const { return tree_; }
  bool farthest_first() const { return farthest_first_; }

 private:
  void add(const std::vector<NodeId>& path, std::uint64_t round) {
    for (std::size_t hop = 1; hop < path.size(); ++hop) {
      const auto [entry, fresh] = parents_.emplace(path[hop], path[hop - 1]);
      tree_ = tree_ && (fresh || entry->second == path[hop - 1]);
    }
    const std::size_t packets = sizes_[path[1]]++;
    std::size_t& hops = last_hops_.emplace(path[1], path.size()).first->second;
    farthest_first_ = farthest_first_ && packets == round && path.size() <= hops;
    hops = path.size();
  }

  std::map<NodeId, std::size_t> sizes_;
  std::map<NodeId, std::size_t> last_hops_;
  std::map<NodeId, NodeId> parents_;
  bool tree_ = true;
  bool farthest_first_ = true;
};

std::vector<std::size_t> sorted_sizes(const WormTree& tree) {
  std::vector<std::size_t> sizes;
  for (const auto& [neighbour, size] : tree.sizes()) {
    sizes.push_back(size);
  }
  std::sort(sizes.begin(), sizes.end());
  return sizes;
}

WormTree worms_of(const std::string& id, const Topology& topology, NodeId root) {
  const Routing routing(topology, RoutingOrder::kAscending);
  RowRequest request{topology, routing, 1, root};
  request.ports = topology.degree();
  return {id, request};
}

TEST(ScatterTree, OfQ4HasSubtreesOf4443) {
  for (NodeId root = 0; root < 16; ++root) {
    const WormTree tree = worms_of("oas-hc-necklace", {TopologyKind::kHypercube, {4}}, root);
    EXPECT_EQ(sorted_sizes(tree), (std::vector<std::size_t>{3, 4, 4, 4}));
    EXPECT_TRUE(tree.is_tree());
    EXPECT_TRUE(tree.farthest_first());
  }
}

TEST(ScatterTree, OfASquareTorusIsAPinwheel) {
  for (std::size_t z = 3; z <= 10; ++z) {
    const auto side = static_cast<std::uint32_t>(z);
    const std::size_t h = z / 2;
    const std::size_t arm = z % 2 == 0 ? h * h : h * (h + 1);
    for (NodeId root = 0; root < side * side; ++root) {
      const WormTree tree =
          worms_of("oas-torus2d-balanced", {TopologyKind::kTorus, {side, side}}, root);
      EXPECT_EQ(sorted_sizes(tree),
                (std::vector<std::size_t>{z % 2 == 0 ? arm - 1 : arm, arm, arm, arm}));
      EXPECT_TRUE(tree.is_tree());
      EXPECT_TRUE(tree.farthest_first());
    }
  }
}

}  // namespace
}  // namespace flitcast::test_scatter_trees
