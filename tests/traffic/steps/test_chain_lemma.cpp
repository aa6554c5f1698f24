#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "hw/routing/routing.h"
#include "tests/support/schedules/node_path.h"

namespace flitcast::test_chain_lemma {
namespace {

/// Base routes on a network whose nodes stand in a chain, and whether they share links.
class Routes {
 public:
  Routes(const Topology& topology, RoutingOrder order) : routing_(topology, order) {}

  bool share_a_link(NodeId from, NodeId to, NodeId other_from, NodeId other_to) const {
    const auto links = links_of(from, to);
    const auto others = links_of(other_from, other_to);
    return std::any_of(links.begin(), links.end(),
                       [&](const auto& link) { return others.count(link) != 0; });
  }

 private:
  std::set<std::pair<NodeId, NodeId>> links_of(NodeId from, NodeId to) const {
    const std::vector<NodeId> path = route_nodes(routing_, from, to);
    std::set<std::pair<NodeId, NodeId>> links;
    for (std::size_t i = 1; i < path.size(); ++i) {
      links.insert({path[i - 1], path[i]});
    }
    return links;
  }

  Routing routing_;
};

/// Chains of four nodes in which pairs of routes share a link.
struct Shared {
  int chains = 0;
  int outward_inward = 0;  ///< u→v and w→z
  int inward_outward = 0;  ///< v→u and z→w
  int apart = 0;           ///< v→u and w→z
  int together = 0;        ///< u→v and z→w
  int from_end = 0;        ///< u→v and u→z
  int nested = 0;          ///< u→z and v→w
};

/// Over all u, v, w, z in the order of `chain`.
Shared count_shared(const Routes& routes, const std::vector<NodeId>& chain) {
  Shared shared;
  const std::size_t length = chain.size();
  for (std::size_t i = 0; i < length; ++i) {
    for (std::size_t j = i + 1; j < length; ++j) {
      for (std::size_t k = j + 1; k < length; ++k) {
        for (std::size_t l = k + 1; l < length; ++l) {
          const NodeId u = chain[i];
          const NodeId v = chain[j];
          const NodeId w = chain[k];
          const NodeId z = chain[l];
          ++shared.chains;
          shared.outward_inward += routes.share_a_link(u, v, w, z) ? 1 : 0;
          shared.inward_outward += routes.share_a_link(v, u, z, w) ? 1 : 0;
          shared.apart += routes.share_a_link(v, u, w, z) ? 1 : 0;
          shared.together += routes.share_a_link(u, v, z, w) ? 1 : 0;
          shared.from_end += routes.share_a_link(u, v, u, z) ? 1 : 0;
          shared.nested += routes.share_a_link(u, z, v, w) ? 1 : 0;
        }
      }
    }
  }
  return shared;
}

/// Chains of three nodes in which v→u and v→z share a link.
int count_shared_from_the_middle(const Routes& routes, const std::vector<NodeId>& chain) {
  int shared = 0;
  for (std::size_t i = 0; i < chain.size(); ++i) {
    for (std::size_t j = i + 1; j < chain.size(); ++j) {
      for (std::size_t k = j + 1; k < chain.size(); ++k) {
        shared += routes.share_a_link(chain[j], chain[i], chain[j], chain[k]) ? 1 : 0;
      }
    }
  }
  return shared;
}

std::vector<NodeId> by_label(const Topology& topology) {
  std::vector<NodeId> nodes;
  for (NodeId node = 0; node < topology.nodes(); ++node) {
    nodes.push_back(node);
  }
  return nodes;
}

std::vector<NodeId> by_column(const Topology& mesh) {
  std::vector<NodeId> nodes = by_label(mesh);
  std::stable_sort(nodes.begin(), nodes.end(), [&](NodeId a, NodeId b) {
    return mesh.coordinate(a, 0) < mesh.coordinate(b, 0);
  });
  return nodes;
}

void expect_lemma(const Routes& routes, const std::vector<NodeId>& chain) {
  const Shared shared = count_shared(routes, chain);
  EXPECT_EQ(shared.outward_inward, 0);
  EXPECT_EQ(shared.inward_outward, 0);
  EXPECT_EQ(shared.apart, 0);
  EXPECT_EQ(count_shared_from_the_middle(routes, chain), 0);
}

TEST(ChainLemma, M2HoldsForMostSignificantBitFirst) {
  for (std::uint32_t n = 2; n <= 4; ++n) {
    const Topology cube(TopologyKind::kHypercube, {n});
    expect_lemma(Routes(cube, RoutingOrder::kDescending), by_label(cube));
  }
}

TEST(ChainLemma, M2CountsTheChainsOfTheLargerClaims) {
  const Topology cube(TopologyKind::kHypercube, {4});
  const Shared shared = count_shared(Routes(cube, RoutingOrder::kDescending), by_label(cube));
  EXPECT_EQ(shared.chains, 1820);
  EXPECT_EQ(shared.together, 80);
  EXPECT_EQ(shared.from_end, 480);
  EXPECT_EQ(shared.nested, 48);
}

TEST(ChainLemma, M2FailsForLeastSignificantBitFirst) {
  const Topology cube(TopologyKind::kHypercube, {4});
  const Routes routes(cube, RoutingOrder::kAscending);
  EXPECT_EQ(count_shared(routes, by_label(cube)).apart, 80);
  EXPECT_TRUE(routes.share_a_link(0b0010, 0b0000, 0b0011, 0b0100));
}

TEST(ChainLemma, M2HoldsOnMeshesInTheOrderOfRouting) {
  for (const auto& sides : {std::vector<std::uint32_t>{4, 3}, {3, 5}, {2, 2, 3}}) {
    const Topology mesh(TopologyKind::kMesh, sides);
    expect_lemma(Routes(mesh, RoutingOrder::kDescending), by_label(mesh));
  }
  const Topology mesh(TopologyKind::kMesh, {4, 3});
  expect_lemma(Routes(mesh, RoutingOrder::kAscending), by_column(mesh));
}

TEST(ChainLemma, M2FailsOnMeshesInTheOtherOrder) {
  const Topology mesh(TopologyKind::kMesh, {4, 3});
  EXPECT_GT(count_shared(Routes(mesh, RoutingOrder::kAscending), by_label(mesh)).apart, 0);
  EXPECT_GT(count_shared(Routes(mesh, RoutingOrder::kDescending), by_column(mesh)).apart, 0);
}

}  // namespace
}  // namespace flitcast::test_chain_lemma
