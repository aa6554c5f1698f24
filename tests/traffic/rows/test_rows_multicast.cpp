#include <algorithm>
#include <deque>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/rows/row_cost.h"
#include "tests/support/schedules/node_path.h"
#include "tests/support/schedules/node_sets.h"
#include "traffic/schedule/random.h"

namespace flitcast::test_rows_multicast {
namespace {

using Nodes = std::vector<NodeId>;

std::int64_t ceil_log2(std::size_t n) {
  std::int64_t rounds = 0;
  for (std::size_t reached = 1; reached < n; reached *= 2) {
    ++rounds;
  }
  return rounds;
}

/// Coordinates in the order in which routes take the dimensions, of a cube's nodes relative to the
/// source.
std::vector<std::uint32_t> key_of(const Routing& routing, NodeId source, NodeId node) {
  const Topology& topology = routing.topology();
  std::vector<std::uint32_t> key;
  NodeId rest = topology.has_labels() ? node ^ source : node;
  for (int d = 0; d < topology.dimensions(); ++d) {
    key.push_back(rest % topology.side(d));
    rest /= topology.side(d);
  }
  if (routing.order() == RoutingOrder::kDescending) {
    std::reverse(key.begin(), key.end());
  }
  return key;
}

std::int64_t links_between(const Routing& routing, NodeId a, NodeId b) {
  return static_cast<std::int64_t>(route_nodes(routing, a, b).size()) - 1;
}

/// Plays the chain multicast with lists of nodes: the cost of its rounds.
Coefficients played_chain(const Routing& routing, NodeId source, Nodes nodes, bool floor) {
  nodes.push_back(source);
  std::sort(nodes.begin(), nodes.end(), [&](NodeId a, NodeId b) {
    return key_of(routing, source, a) < key_of(routing, source, b);
  });
  Coefficients cost;
  std::deque<std::pair<Nodes, NodeId>> parts{{nodes, source}};
  while (
      std::any_of(parts.begin(), parts.end(), [](const auto& p) { return p.first.size() > 1; })) {
    std::int64_t longest = 0;
    for (std::size_t left = parts.size(); left > 0; --left) {
      const auto [part, holder] = parts.front();
      parts.pop_front();
      if (part.size() == 1) {
        continue;
      }
      const auto lower =
          static_cast<std::ptrdiff_t>(floor ? part.size() / 2 : (part.size() + 1) / 2);
      const Nodes below(part.begin(), part.begin() + lower);
      const Nodes above(part.begin() + lower, part.end());
      const bool is_below = std::find(below.begin(), below.end(), holder) != below.end();
      const NodeId receiver = is_below ? above.front() : below.back();
      longest = std::max(longest, links_between(routing, holder, receiver));
      parts.emplace_back(below, is_below ? holder : receiver);
      parts.emplace_back(above, is_below ? receiver : holder);
    }
    cost += {1, longest, 1};
  }
  return cost;
}

RowRequest multicast(const Routing& routing, NodeId root, const Nodes& destinations,
                     const std::string& variant = "") {
  RowRequest request{routing.topology(), routing, 3, root, variant};
  request.parameters.destinations = destinations;
  return request;
}

/// Both splits, in both orders of routing.
void expect_chain(const std::string& id, const Topology& topology, NodeId root,
                  const Nodes& destinations) {
  for (const RoutingOrder order : kOrders) {
    const Routing routing(topology, order);
    for (const char* variant : {"ceil", "floor"}) {
      const Coefficients cost =
          played_chain(routing, root, destinations, std::string(variant) == "floor");
      ASSERT_EQ(cost.t_s, ceil_log2(destinations.size() + 1));
      expect_cost(id, multicast(routing, root, destinations, variant), cost);
    }
  }
}

Nodes random_set(const Topology& topology, NodeId root, SplitMix64& random) {
  Nodes destinations;
  const std::uint64_t density = 1 + random.below(8);
  for (NodeId node = 0; node < topology.nodes(); ++node) {
    if (node != root && random.below(8) < density) {
      destinations.push_back(node);
    }
  }
  return destinations.empty() ? Nodes{root == 0 ? 1U : 0U} : destinations;
}

TEST(MulticastRows, M1ServesAllSetsOfASmallCube) {
  const Topology cube(TopologyKind::kHypercube, {3});
  for (NodeId root = 0; root < cube.nodes(); ++root) {
    for_each_set(cube.nodes(), root,
                 [&](const Nodes& set) { expect_chain("mc-hc-chain", cube, root, set); });
  }
}

TEST(MulticastRows, M1ServesAllSetsOfTheFourCubeInItsOwnOrder) {
  const Topology cube(TopologyKind::kHypercube, {4});
  const Routing routing(cube, find_row("mc-hc-chain").model.order);
  ASSERT_EQ(routing.order(), RoutingOrder::kDescending);
  const Row& row = find_row("mc-hc-chain");
  for_each_set(cube.nodes(), 0, [&](const Nodes& set) {
    const Schedule schedule = row.build(multicast(routing, 0, set));
    const VerifyReport report = verify(schedule, routing, options_of(row, cube, kModels[0]));
    ASSERT_EQ(report.link_contention, 1U) << report.first_contention;
    ASSERT_EQ(report.lockstep_terms, *row.closed_form(multicast(routing, 0, set)));
  });
}

TEST(MulticastRows, M1InformsEverybodyInLargeCubes) {
  const Topology cube(TopologyKind::kHypercube, {10});
  const Routing routing(cube, RoutingOrder::kDescending);
  Nodes all;
  for (NodeId node = 0; node < cube.nodes(); ++node) {
    if (node != 699) {
      all.push_back(node);
    }
  }
  // The binomial tree: every message goes one hop.
  expect_cost("mc-hc-chain", multicast(routing, 699, all), {10, 10, 10});
}

/// "0>10 0>4 …", round by round.
std::string messages_of(const Schedule& schedule, const Topology& topology) {
  std::string text;
  for (std::uint64_t r = 0; r < schedule.rounds; ++r) {
    Round round(topology);
    schedule.fill(r, round);
    for (std::size_t i = 0; i < round.size(); ++i) {
      text += std::to_string(round[i].source) + ">" + std::to_string(round[i].destinations.back()) +
              " ";
    }
    text += "| ";
  }
  return text;
}

TEST(MulticastRows, M3IsTheExampleOfTheSource) {
  const Topology cube(TopologyKind::kHypercube, {4});
  const Routing routing(cube, RoutingOrder::kDescending);
  const RowRequest request =
      multicast(routing, 0, {0b0001, 0b0100, 0b0111, 0b1010, 0b1011, 0b1100});
  EXPECT_EQ(messages_of(find_row("mc-hc-chain").build(request), cube),
            "0>10 | 0>4 10>12 | 0>1 4>7 10>11 | ");
  expect_cost("mc-hc-chain", request, {3, 2 + 2 + 2, 3});
}

TEST(MulticastRows, M4ServesAllSetsOfSmallMeshes) {
  for (const auto& sides : {Nodes{2, 3}, {3, 2}, {1, 6}, {2, 2, 2}}) {
    const Topology mesh(TopologyKind::kMesh, sides);
    for (NodeId root = 0; root < mesh.nodes(); ++root) {
      for_each_set(mesh.nodes(), root,
                   [&](const Nodes& set) { expect_chain("mc-mesh-chain", mesh, root, set); });
    }
  }
}

TEST(MulticastRows, M4ServesAllSetsOfTheMeshOfNine) {
  const Topology mesh(TopologyKind::kMesh, {3, 3});
  for (const NodeId root : {0U, 1U, 4U, 5U}) {
    for_each_set(mesh.nodes(), root,
                 [&](const Nodes& set) { expect_chain("mc-mesh-chain", mesh, root, set); });
  }
}

TEST(MulticastRows, M4ServesRandomSetsOfLargerMeshes) {
  SplitMix64 random(7);
  for (const auto& sides : {Nodes{8, 8}, {16, 4}, {3, 4, 5}, {7, 5}}) {
    const Topology mesh(TopologyKind::kMesh, sides);
    for (int i = 0; i < 40; ++i) {
      const auto root = static_cast<NodeId>(random.below(mesh.nodes()));
      expect_chain("mc-mesh-chain", mesh, root, random_set(mesh, root, random));
    }
  }
  const Topology line(TopologyKind::kLine, {13});
  for (NodeId root = 0; root < line.nodes(); ++root) {
    expect_chain("mc-mesh-chain", line, root, random_set(line, root, random));
  }
}

TEST(MulticastRows, M4SendsFromInsideTheChain) {
  const Topology mesh(TopologyKind::kMesh, {4, 4});
  const Routing routing(mesh, RoutingOrder::kAscending);
  // By columns 12, 5, 2, 11: the source is the third; both halves go on from inside outwards.
  const RowRequest request = multicast(routing, 2, {5, 11, 12});
  EXPECT_EQ(messages_of(find_row("mc-mesh-chain").build(request), mesh), "2>5 | 5>12 2>11 | ");
  expect_cost("mc-mesh-chain", request, {2, 2 + 3, 2});
}

}  // namespace
}  // namespace flitcast::test_rows_multicast
