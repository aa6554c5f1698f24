#include <algorithm>
#include <map>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "hw/routing/routing.h"
#include "hw/routing/routing_policies.h"
#include "tests/support/networks/adaptive_mesh.h"
#include "tests/support/networks/routed_networks.h"

namespace flitcast::test_routing_policies {
namespace {

/// Where a header stands, and how it came there.
struct Stand {
  NodeId node;
  PortId from_port;
  int from_class;
  bool operator<(const Stand& other) const {
    return std::tie(node, from_port, from_class) <
           std::tie(other.node, other.from_port, other.from_class);
  }
};

/// Follows all headers for one destination, whatever they choose.
class Headers {
 public:
  Headers(const Routing& routing, NodeId destination)
      : routing_(routing), destination_(destination) {}

  /// The longest way from where a header stands, in hops.
  int longest_way(const Stand& stand) {
    if (stand.node == routing_.topology().router_of(destination_)) {
      return 0;
    }
    const auto known = ways_.find(stand);
    if (known != ways_.end()) {
      EXPECT_NE(known->second, kUnderWay) << "headers for " << destination_ << " go in a circle";
      return known->second == kUnderWay ? 0 : known->second;
    }
    ways_[stand] = kUnderWay;
    int longest = 0;
    for (const Stand& next : steps(stand)) {
      longest = std::max(longest, 1 + longest_way(next));
    }
    return ways_[stand] = longest;
  }

 private:
  static constexpr int kUnderWay = -1;

  std::vector<Stand> steps(const Stand& stand) const {
    const Topology& topology = routing_.topology();
    RouteCandidates candidates;
    routing_.candidates(stand.node, stand.from_port, stand.from_class, destination_, candidates);
    EXPECT_FALSE(candidates.empty()) << "at " << stand.node << " for " << destination_;
    std::set<std::pair<PortId, int>> ways;
    std::vector<Stand> next;
    for (const auto& [port, vc_class] : candidates) {
      EXPECT_LT(vc_class, routing_.relation().classes());
      EXPECT_TRUE(ways.emplace(port, vc_class).second) << "port " << int{port} << " comes twice";
      const NodeId neighbour = topology.neighbour(stand.node, port);
      EXPECT_NE(neighbour, kNoNode) << "port " << int{port} << " of " << stand.node;
      if (neighbour != kNoNode) {
        next.push_back({neighbour, topology.entry_port(stand.node, port), vc_class});
      }
    }
    return next;
  }

  const Routing& routing_;
  NodeId destination_;
  std::map<Stand, int> ways_;
};

/// Links from `source` to every node.
std::vector<int> distances_from(const Topology& topology, NodeId source) {
  std::vector<int> distances(topology.nodes(), -1);
  std::vector<NodeId> reached{topology.router_of(source)};
  distances[reached.front()] = 0;
  for (std::size_t i = 0; i < reached.size(); ++i) {
    for (int port = 0; port < topology.network_ports(); ++port) {
      const NodeId next = topology.neighbour(reached[i], static_cast<PortId>(port));
      if (next != kNoNode && distances[next] < 0) {
        distances[next] = distances[reached[i]] + 1;
        reached.push_back(next);
      }
    }
  }
  return distances;
}

std::vector<const RoutingPolicy*> policies() {
  std::vector<const RoutingPolicy*> all{&AdaptiveMesh::west_first(), &AdaptiveMesh::any_turn()};
  for (const auto& policy : kRoutingPolicies) {
    all.push_back(&policy());
  }
  return all;
}

std::vector<std::pair<const RoutingPolicy*, const Topology*>> fits(
    const std::vector<Topology>& all) {
  std::vector<std::pair<const RoutingPolicy*, const Topology*>> pairs;
  for (const RoutingPolicy* policy : policies()) {
    const std::size_t before = pairs.size();
    for (const Topology& topology : all) {
      try {
        const Routing routing(topology, RoutingOrder::kAscending, *policy,
                              options_for(*policy, topology));
        pairs.emplace_back(policy, &topology);
      } catch (const std::invalid_argument&) {
      }
    }
    EXPECT_GT(pairs.size(), before) << policy->word << " fits none";
  }
  return pairs;
}

TEST(RoutingPolicies, BringHeadersToTheirDestinationWhateverTheyChooseOnAShortestWayIfTheySaySo) {
  const std::vector<Topology> all = routed_networks();
  for (const auto& [policy, topology] : fits(all)) {
    SCOPED_TRACE(topology->describe() + " " + std::string(policy->word));
    const RoutingOptions options = options_for(*policy, *topology);
    for (const RoutingOrder order : {RoutingOrder::kAscending, RoutingOrder::kDescending}) {
      const Routing routing(*topology, order, *policy, options);
      for (NodeId destination = 0; destination < topology->processors(); ++destination) {
        Headers headers(routing, destination);
        const bool dragonfly = &topology->family() == &dragonfly_family();
        const std::vector<int> distances = distances_from(*topology, destination);
        for (NodeId source = 0; source < topology->processors(); ++source) {
          const NodeId router = topology->router_of(source);
          const int longest = headers.longest_way({router, kNoPort, 0});
          ASSERT_GE(longest, distances[router]);
          // Two links between groups of a dragonfly may be fewer than the three links with one.
          const int most = dragonfly ? 3 : distances[router];
          ASSERT_TRUE(!policy->minimal || longest <= most);
        }
      }
    }
  }
}

TEST(RoutingPolicies, AreKnownByDifferentWords) {
  std::set<std::string_view> words;
  for (const auto& policy : kRoutingPolicies) {
    EXPECT_TRUE(words.insert(policy().word).second) << policy().word;
    EXPECT_FALSE(policy().help.empty()) << policy().word;
  }
}

TEST(RoutingPolicies, SayWhyTheyDoNotFit) {
  const Topology torus(TopologyKind::kTorus, {4, 4});
  try {
    const Routing routing(torus, RoutingOrder::kAscending, AdaptiveMesh::west_first());
    FAIL() << "fits";
  } catch (const std::invalid_argument& error) {
    EXPECT_STREQ(error.what(), "needs a mesh of two dimensions");
  }
}

TEST(RoutingPolicies, WithoutARelationOfTheirOwnHaveHeadersFollowTheBaseRoutes) {
  const Topology mesh(TopologyKind::kMesh, {4, 4});
  for (const auto& policy : kRoutingPolicies) {
    if (policy().make == nullptr) {
      EXPECT_TRUE(Routing(mesh, RoutingOrder::kAscending, policy()).follows_base_routes());
    }
  }
  EXPECT_TRUE(Routing(mesh, RoutingOrder::kAscending, source_policy()).in_headers());
  const Routing adaptive(mesh, RoutingOrder::kDescending, AdaptiveMesh::west_first());
  EXPECT_FALSE(adaptive.follows_base_routes());
  EXPECT_FALSE(adaptive.in_headers());
  EXPECT_EQ(adaptive.next_port(0, 5), 2);  // schedules are laid in the order that was asked for
}

TEST(RoutingClasses, AreOneWhereALinkHasFewerVirtualChannels) {
  const Topology ring(TopologyKind::kRing, {8});
  const Routing routing(ring, RoutingOrder::kAscending);
  EXPECT_EQ(routing.classes_of(1), 1);
  EXPECT_EQ(routing.classes_of(2), 2);
  EXPECT_EQ(routing.classes_of(5), 2);
}

TEST(RouteCandidatesOfAHeader, AreAsManyAsTheLargestRouterHas) {
  RouteCandidates candidates;
  for (std::size_t i = 0; i < RouteCandidates::kMost; ++i) {
    candidates.add({static_cast<PortId>(i / 2), static_cast<std::uint8_t>(i % 2)});
  }
  EXPECT_EQ(candidates.size(), RouteCandidates::kMost);
  EXPECT_EQ(candidates[507].port, 253);
  EXPECT_THROW(candidates.add({0, 0}), std::logic_error);
  candidates.set({7, 1});
  ASSERT_EQ(candidates.size(), 1U);
  EXPECT_EQ(candidates[0].port, 7);
}

}  // namespace
}  // namespace flitcast::test_routing_policies
