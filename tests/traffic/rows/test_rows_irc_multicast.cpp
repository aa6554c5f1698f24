#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/rows/row_cost.h"
#include "tests/support/schedules/handmade_schedule.h"
#include "tests/support/schedules/node_path.h"
#include "tests/support/schedules/node_sets.h"
#include "traffic/row/lower_bound.h"
#include "traffic/schedule/random.h"

namespace flitcast::test_rows_irc_multicast {
namespace {

using Nodes = std::vector<NodeId>;

const Row& leaders() {
  return find_row("mc-mesh-irc-leaders");
}

RowRequest multicast(const Routing& routing, NodeId root, const Nodes& destinations) {
  RowRequest request{routing.topology(), routing, 3, root};
  request.irc = true;
  request.parameters.destinations = destinations;
  return request;
}

std::int64_t ceil_log2(std::size_t n) {
  std::int64_t rounds = 0;
  for (std::size_t reached = 1; reached < n; reached *= 2) {
    ++rounds;
  }
  return rounds;
}

/// Rounds from the number of destinations in every row, on a mesh whose rows have `columns` nodes.
std::int64_t rounds_of(const Nodes& destinations, NodeId columns) {
  std::vector<int> in_row;
  NodeId last_row = kNoNode;
  for (const NodeId node : destinations) {
    if (node / columns != last_row) {
      in_row.push_back(0);
      last_row = node / columns;
    }
    ++in_row.back();
  }
  const bool worms = std::any_of(in_row.begin(), in_row.end(), [](int n) { return n > 1; });
  return ceil_log2(in_row.size() + 1) + (worms ? 1 : 0);
}

/// Nobody relays who is not a destination, all is free of contention, and the formula is what the
/// schedule takes, in every timing.
void expect_relayed_by_destinations(const Topology& mesh, NodeId root, const Nodes& destinations) {
  for (const RoutingOrder order : kOrders) {
    const Routing routing(mesh, order);
    RowRequest request = multicast(routing, root, destinations);
    ASSERT_NO_THROW(check_request(leaders(), request));
    const Schedule schedule = leaders().build(request);
    ASSERT_EQ(schedule.rounds, static_cast<std::uint64_t>(rounds_of(destinations, mesh.side(0))));
    for (std::uint64_t r = 0; r < schedule.rounds; ++r) {
      Round round(mesh);
      schedule.fill(r, round);
      for (std::size_t i = 0; i < round.size(); ++i) {
        ASSERT_TRUE(round[i].source == root ||
                    std::count(destinations.begin(), destinations.end(), round[i].source) == 1);
      }
    }
    for (const TimingModel& model : kModels) {
      request.timing = model;
      const VerifyReport report = verify(schedule, routing, options_of(leaders(), mesh, model));
      ASSERT_EQ(report.link_contention, 1U) << report.first_contention;
      ASSERT_EQ(report.dependency_cycle, "");
      ASSERT_EQ(to_string(*leaders().closed_form(request)), to_string(report.lockstep_terms));
      ASSERT_LE(lower_bound(*leaders().operation, request, model), report.lockstep_cycles);
    }
  }
}

TEST(LeadersRow, M6ServesAllSetsOfSmallMeshes) {
  for (const auto& sides : {Nodes{3, 3}, {2, 4}, {8}, {4, 1}, {1, 4}, {2, 2, 2}}) {
    const Topology mesh(TopologyKind::kMesh, sides);
    const NodeId nodes = mesh.nodes();
    for (NodeId root = 0; root < nodes; ++root) {
      for_each_set(nodes, root, [&](const Nodes& destinations) {
        expect_relayed_by_destinations(mesh, root, destinations);
      });
    }
  }
}

TEST(LeadersRow, M6ServesRandomSetsOfLargerMeshes) {
  SplitMix64 random(3);
  for (const auto& sides : {Nodes{8, 8}, {16, 16}, {5, 9}, {3, 4, 5}, {4, 4, 4}}) {
    const Topology mesh(TopologyKind::kMesh, sides);
    for (int i = 0; i < 40; ++i) {
      const auto root = static_cast<NodeId>(random.below(mesh.nodes()));
      const std::uint64_t density = 1 + random.below(6);
      Nodes destinations;
      for (NodeId node = 0; node < mesh.nodes(); ++node) {
        if (node != root && (random.below(6) < density || node + 2 > mesh.nodes())) {
          destinations.push_back(node);
        }
      }
      if (!destinations.empty()) {
        expect_relayed_by_destinations(mesh, root, destinations);
      }
    }
  }
}

// A worm of seven links for one node against one of four links for four.
TEST(LeadersRow, M6IsAsSlowAsTheTimingMakesIt) {
  const Topology mesh(TopologyKind::kMesh, {8, 2});
  const Routing routing(mesh, RoutingOrder::kAscending);
  RowRequest request = multicast(routing, 0, {1, 2, 3, 4, 5, 8, 15});
  request.timing = {100, 9, 2};
  EXPECT_EQ(*leaders().closed_form(request), (Coefficients{3, 2 + 7, 3, 0}));
  request.timing = {14, 2, 3};
  EXPECT_EQ(*leaders().closed_form(request), (Coefficients{3, 2 + 4, 3, 3}));
  expect_relayed_by_destinations(mesh, 0, request.parameters.destinations);
}

TEST(LeadersRow, M6MeetsTheBoundOfTheSourceWithARoundToSpare) {
  for (std::uint32_t z = 2; z <= 16; ++z) {
    const Topology mesh(TopologyKind::kMesh, {z, z});
    const Routing routing(mesh, RoutingOrder::kAscending);
    Nodes all;
    for (NodeId node = 1; node < mesh.nodes(); ++node) {
      all.push_back(node);
    }
    EXPECT_EQ(leaders().build(multicast(routing, 0, all)).rounds,
              static_cast<std::uint64_t>(ceil_log2(z + 1) + 1));
  }
}

/// Whether the verifier takes a worm from `path.front()` that visits `destinations`, or what is
/// wrong with it apart from leaving somebody out.
bool conforms(const Routing& routing, const Nodes& path, const Nodes& destinations) {
  const HandmadeRounds rounds = {
      {{path, {make_block(path.front(), Block::kEveryone)}, destinations}}};
  Operation multicast =
      operation(operations::multicast(), routing.topology().nodes(), path.front());
  multicast.destinations = destinations;
  std::sort(multicast.destinations.begin(), multicast.destinations.end());
  VerifyOptions options;
  options.model = kModels[0];
  options.irc = true;
  try {
    verify(handmade_schedule(multicast, rounds), routing, options);
    return true;
  } catch (const ScheduleError&) {
    return false;
  }
}

// A worm is routed piece by piece, from each destination to the next. It conforms when the pieces
// together are the route to the last one.
TEST(ConformedPaths, M5AreThoseWhosePiecesMakeTheWholeRoute) {
  const Topology mesh(TopologyKind::kMesh, {3, 3});
  for (const RoutingOrder order : kOrders) {
    const Routing routing(mesh, order);
    int conforming = 0;
    for (NodeId source = 0; source < 9; ++source) {
      for (NodeId first = 0; first < 9; ++first) {
        for (NodeId second = 0; second < 9; ++second) {
          if (source == first || source == second || first == second) {
            continue;
          }
          Nodes pieces = route_nodes(routing, source, first);
          const Nodes rest = route_nodes(routing, first, second);
          pieces.insert(pieces.end(), rest.begin() + 1, rest.end());
          const Nodes whole = route_nodes(routing, source, second);
          EXPECT_EQ(conforms(routing, pieces, {first, second}), pieces == whole)
              << source << " " << first << " " << second;
          conforming += pieces == whole ? 1 : 0;
        }
      }
    }
    // A route of d links has d − 1 nodes on its way; of two, three and four links there are so
    // many.
    EXPECT_EQ(conforming, 28 * 1 + 16 * 2 + 4 * 3);
  }
}

TEST(ConformedPaths, M5OnAMeshTurnFromRowToColumnAndNeverBack) {
  const Topology mesh(TopologyKind::kMesh, {4, 4});
  const Routing routing(mesh, RoutingOrder::kAscending);
  EXPECT_TRUE(conforms(routing, {0, 1, 2, 6, 10}, {1, 6, 10}));
  EXPECT_TRUE(conforms(routing, {0, 1, 2, 6, 10}, {2, 10}));
  EXPECT_FALSE(conforms(routing, {0, 1, 2, 6, 10}, {6, 1, 10}));  // not in the order of the path
  EXPECT_FALSE(conforms(routing, {0, 4, 5, 6, 10}, {4, 10}));     // column before row
  EXPECT_FALSE(conforms(routing, {0, 1, 5, 6}, {1, 5, 6}));       // back to the row
  EXPECT_FALSE(conforms(routing, {1, 2, 3, 2, 6}, {3, 6}));       // not monotone
}

}  // namespace
}  // namespace flitcast::test_rows_irc_multicast
