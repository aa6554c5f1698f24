#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/rows/mesh_cost.h"
#include "tests/support/schedules/round_contents.h"

// All-to-all scatter on meshes by binary and quadrant exchange.

namespace flitcast::test_rows_alltoall_mesh {
namespace {

constexpr TopologyKind kMesh = TopologyKind::kMesh;
constexpr RoutingOrder kAscending = RoutingOrder::kAscending;

TEST(MeshExchange, A9TakesTurnsBetweenXAndY) {
  const Topology mesh(kMesh, {8, 2});
  const Routing routing(mesh, kAscending);
  const Schedule schedule = find_row("aas-mesh-bex").build({mesh, routing, 1, 0, "raw"});
  const NodeId partners_of_0[] = {4, 8, 2, 1};
  ASSERT_EQ(schedule.rounds, 4U);
  for (std::uint64_t r = 0; r < 4; ++r) {
    Round round(mesh);
    schedule.fill(r, round);
    EXPECT_EQ(round.size(), 16U);
    EXPECT_EQ(round[0].destinations.back(), partners_of_0[r]);
  }
}

// Without turns: t_s + t_d + (s(L + 1) − 1)·t_m a phase, L = N/2·μ.
TEST(MeshExchange, A9RawPutsAsManyWormsOnTheMiddleLinkAsNodesAreApart) {
  const char* id = "aas-mesh-bex";
  expect_contended(id, {2, 2}, 2, 0, 1, {2, 2, 4, 0, 8});
  expect_contended(id, {4, 4}, 4, 2, 2, {4, 4, 48, 2, 64});
  expect_contended(id, {8, 8}, 6, 4, 4, {6, 6, 448, 8, 384});
  expect_contended(id, {8, 2}, 4, 2, 4, {4, 4, 64, 4, 64});
  expect_contended(id, {1, 16}, 4, 3, 8, {4, 4, 120, 11, 64});
}

TEST(MeshExchange, A9RawHasFewerWormsFartherFromTheMiddle) {
  const Topology mesh(kMesh, {8, 1});
  const Routing routing(mesh, kAscending);
  const Schedule schedule = find_row("aas-mesh-bex").build({mesh, routing, 1, 0, "raw"});
  const std::vector<int> expected[] = {
      {1, 2, 3, 4, 3, 2, 1}, {1, 2, 1, 0, 1, 2, 1}, {1, 0, 1, 0, 1, 0, 1}};
  for (std::uint64_t r = 0; r < 3; ++r) {
    auto worms = worms_on_links(schedule, mesh, r);
    for (NodeId x = 0; x < 7; ++x) {
      const int there = worms[{x, x + 1}];
      const int back = worms[{x + 1, x}];
      EXPECT_EQ(there, expected[r][x]) << "round " << r << ", link " << x;
      EXPECT_EQ(back, there);
    }
  }
}

// Tvrdík §14, QEX figure (b): on M(4,4) two steps of four rectangles, then one of four squares.
TEST(MeshExchange, A10HasTheRectanglesOfTheFigure) {
  const Topology mesh(kMesh, {4, 4});
  const Routing routing(mesh, kAscending);
  const Schedule schedule = find_row("aas-mesh-qex").build({mesh, routing, 1});
  const auto sends = [&](std::uint64_t r) { return sends_of(schedule, mesh, r); };
  using Sends = std::map<NodeId, NodeId>;
  EXPECT_EQ(sends(0),
            (Sends{{0, 2}, {2, 0}, {8, 10}, {10, 8}, {5, 7}, {7, 5}, {13, 15}, {15, 13}}));
  EXPECT_EQ(sends(1),
            (Sends{{0, 8}, {8, 0}, {2, 10}, {10, 2}, {5, 13}, {13, 5}, {7, 15}, {15, 7}}));
  EXPECT_EQ(sends(2),
            (Sends{{0, 10}, {10, 0}, {2, 8}, {8, 2}, {5, 15}, {15, 5}, {7, 13}, {13, 7}}));
  EXPECT_EQ(sends(3),
            (Sends{{1, 3}, {3, 1}, {9, 11}, {11, 9}, {4, 6}, {6, 4}, {12, 14}, {14, 12}}));
  EXPECT_EQ(sends(6).size(), 16U);
  EXPECT_EQ(sends(8).at(5), 0U);
}

// A11: what every corner has for its three partners, sent straight there over one port, takes three
// rounds. All schedules of two rounds, partial permutations of the corners, fall short of it.
TEST(MeshExchange, A11FourCornersNeedThreeRoundsOfDirectMessages) {
  std::vector<std::set<Link>> rounds;
  for (int code = 0; code < 256; ++code) {  // two bits a corner: where it sends, itself = nowhere
    std::set<Link> pairs;
    std::set<NodeId> receivers;
    for (NodeId from = 0; from < 4; ++from) {
      const NodeId to = static_cast<NodeId>(code >> (2 * from)) & 3U;
      if (to != from && receivers.insert(to).second) {
        pairs.emplace(from, to);
      }
    }
    rounds.push_back(pairs);
  }
  std::size_t most = 0;
  for (const auto& first : rounds) {
    for (const auto& second : rounds) {
      std::set<Link> pairs = first;
      pairs.insert(second.begin(), second.end());
      most = std::max(most, pairs.size());
    }
  }
  EXPECT_EQ(most, 8U);  // of 12
}

}  // namespace
}  // namespace flitcast::test_rows_alltoall_mesh
