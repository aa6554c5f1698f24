#include <algorithm>
#include <bitset>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/schedules/node_path.h"
#include "traffic/catalogue/catalogue.h"

namespace flitcast::test_two_rounds {
namespace {

/// Looks through all ways to broadcast on a mesh in two rounds of worms that conform to XY routing,
/// with one port a node.
///
/// The worm of the first round may leave a copy at every node it passes: who knows more can do no
/// less. In the second round every node that has the message sends one worm at most, no two of them
/// over the same link, and everybody else has to be on one of them.
class TwoRounds {
 public:
  TwoRounds(std::uint32_t columns, std::uint32_t rows)
      : mesh_(TopologyKind::kMesh, {columns, rows}), routing_(mesh_, RoutingOrder::kAscending) {
    for (NodeId source = 0; source < mesh_.nodes(); ++source) {
      worms_.emplace_back();
      for (NodeId last = 0; last < mesh_.nodes(); ++last) {
        if (last != source) {
          worms_.back().push_back(worm(source, last));
        }
      }
    }
  }

  bool possible_from(NodeId root) const {
    const Nodes all = (Nodes{1} << mesh_.nodes()) - 1;
    return std::any_of(worms_[root].begin(), worms_[root].end(), [&](const Worm& first) {
      const Nodes informed = first.nodes | Nodes{1} << root;
      return cover(all & ~informed, informed, {});
    });
  }

 private:
  using Nodes = std::uint32_t;
  using Links = std::bitset<128>;
  struct Worm {
    Nodes nodes = 0;  ///< behind its source
    Links links;
  };

  Worm worm(NodeId source, NodeId last) const {
    const std::vector<NodeId> path = route_nodes(routing_, source, last);
    Worm result;
    for (std::size_t i = 1; i < path.size(); ++i) {
      result.nodes |= Nodes{1} << path[i];
      result.links.set(4 * path[i - 1] + mesh_.port_towards(path[i - 1], path[i]));
    }
    return result;
  }

  /// Whether worms from different `senders` over links that are not `used` can pass all `missing`.
  bool cover(Nodes missing, Nodes senders, const Links& used) const {
    if (missing == 0) {
      return true;
    }
    if (!enough(missing, senders, used)) {
      return false;
    }
    const Nodes next = missing & ~(missing - 1);
    for (NodeId sender = 0; sender < mesh_.nodes(); ++sender) {
      if ((senders >> sender & 1U) == 0) {
        continue;
      }
      for (const Worm& worm : worms_[sender]) {
        if ((worm.nodes & next) != 0 && (worm.links & used).none() &&
            cover(missing & ~worm.nodes, senders & ~(Nodes{1} << sender), used | worm.links)) {
          return true;
        }
      }
    }
    return false;
  }

  /// Whether the best worms of all senders pass as many nodes as are missing.
  bool enough(Nodes missing, Nodes senders, const Links& used) const {
    std::size_t most = 0;
    for (NodeId sender = 0; sender < mesh_.nodes(); ++sender) {
      std::size_t best = 0;
      for (const Worm& worm : worms_[sender]) {
        if ((senders >> sender & 1U) != 0 && (worm.links & used).none()) {
          best = std::max(best, std::bitset<32>(worm.nodes & missing).count());
        }
      }
      most += best;
    }
    return most >= std::bitset<32>(missing).count();
  }

  Topology mesh_;
  Routing routing_;
  std::vector<std::vector<Worm>> worms_;  // of every node
};

bool accepted(std::uint32_t columns, std::uint32_t rows, NodeId root) {
  const Topology mesh(TopologyKind::kMesh, {columns, rows});
  const Routing routing(mesh, RoutingOrder::kAscending);
  try {
    check_request(find_row("oab-mesh-irc-2round"), {mesh, routing, 1, root});
    return true;
  } catch (const ParameterError&) {
    return false;
  }
}

TEST(TwoRounds, M9AreImpossibleForTheMiddleOfSomeFlatMeshes) {
  EXPECT_FALSE(TwoRounds(5, 3).possible_from(5 + 2));
  EXPECT_FALSE(TwoRounds(6, 3).possible_from(6 + 2));
  EXPECT_FALSE(TwoRounds(7, 3).possible_from(7 + 2));
  EXPECT_FALSE(TwoRounds(7, 3).possible_from(7 + 3));
  EXPECT_FALSE(TwoRounds(7, 4).possible_from(7 + 3));
}

TEST(TwoRounds, M9AreImpossibleOnlyWhereTheRowRefuses) {
  for (const auto& [columns, rows] :
       {std::pair{3U, 3U}, {4U, 3U}, {5U, 3U}, {6U, 3U}, {3U, 5U}, {4U, 4U}}) {
    const TwoRounds search(columns, rows);
    for (NodeId root = 0; root < columns * rows; ++root) {
      EXPECT_EQ(search.possible_from(root), accepted(columns, rows, root))
          << root << " of " << columns << " x " << rows;
    }
  }
}

// The row's condition is sufficient, not necessary.
TEST(TwoRounds, M9ArePossibleOnLinesAndPairsOfRowsWhereTheRowRefuses) {
  for (const auto& [columns, rows] : {std::pair{5U, 1U}, {7U, 1U}, {5U, 2U}, {6U, 2U}, {7U, 2U}}) {
    const TwoRounds search(columns, rows);
    bool all_accepted = true;
    for (NodeId root = 0; root < columns * rows; ++root) {
      EXPECT_TRUE(search.possible_from(root)) << root << " of " << columns << " x " << rows;
      all_accepted = all_accepted && accepted(columns, rows, root);
    }
    EXPECT_FALSE(all_accepted) << columns << " x " << rows;
  }
}

// The middle of the lowest row has three columns to either side and two rows above it.
TEST(TwoRounds, M9ArePossibleFromTheEdgeOfAFlatMeshWhereTheRowRefuses) {
  EXPECT_TRUE(TwoRounds(7, 3).possible_from(3));
  EXPECT_FALSE(accepted(7, 3, 3));
}

}  // namespace
}  // namespace flitcast::test_two_rounds
