#include <algorithm>
#include <map>
#include <set>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/rows/mesh_cost.h"
#include "tests/support/schedules/round_contents.h"
#include "traffic/rows/all_to_all/alltoall_mesh_dex.h"

// All-to-all scatter on meshes by direct exchange.

namespace flitcast::test_rows_mesh_dex {
namespace {

constexpr TopologyKind kMesh = TopologyKind::kMesh;
constexpr RoutingOrder kAscending = RoutingOrder::kAscending;

// N − 1 permutations; in those with a change of the highest bit of the longer side its middle links
// carry half a side of worms.
TEST(MeshDirectExchange, A15RawSharesLinks) {
  const char* id = "aas-mesh-dex";
  expect_contended(id, {2, 2}, 3, 0, 1, {3, 4, 3});
  expect_contended(id, {4, 2}, 7, 4, 2, {7, 16, 7});
  expect_contended(id, {2, 4}, 7, 4, 2, {7, 16, 7});
  expect_contended(id, {4, 4}, 15, 12, 2, {15, 48, 15});
  expect_contended(id, {8, 4}, 31, 28, 4, {31, 160, 31});
  expect_contended(id, {1, 16}, 15, 14, 8, {15, 120, 15});
  expect_contended(id, {16, 16}, 255, 252, 8, {255, 3840, 255});
}

// A16, Tvrdík §14 figure "Direct exchange AAS on M(2,4)": of the 7 permutations three share no link
// and four, of jx = 2 and 3, have two messages on the middle links of the rows.
TEST(MeshDirectExchange, A16PermutationsOfTheFigure) {
  const Topology mesh(kMesh, {4, 2});
  std::map<std::uint32_t, std::set<Link>> changes;
  for (NodeId number = 1; number < mesh.nodes(); ++number) {
    const MeshPermutation permutation = mesh_permutation(mesh, number);
    changes[permutation.congestion].emplace(permutation.change_x, permutation.change_y);
  }
  EXPECT_EQ(changes.size(), 2U);
  EXPECT_EQ(changes[1], (std::set<Link>{{1, 0}, {0, 1}, {1, 1}}));
  EXPECT_EQ(changes[2], (std::set<Link>{{2, 0}, {3, 0}, {2, 1}, {3, 1}}));
}

TEST(MeshDirectExchange, A16CongestionIsThatOfTheLinks) {
  for (const Sides& sides : {Sides{4, 2}, Sides{4, 8}, Sides{16, 2}}) {
    const Topology mesh(kMesh, sides);
    for (const RoutingOrder order : kOrders) {
      const Routing routing(mesh, order);
      const Schedule schedule = find_row("aas-mesh-dex").build({mesh, routing, 1, 0, "raw"});
      for (std::uint64_t r = 0; r < schedule.rounds; ++r) {
        int most = 0;
        for (const auto& [link, worms] : worms_on_links(schedule, mesh, r)) {
          most = std::max(most, worms);
        }
        EXPECT_EQ(static_cast<std::uint32_t>(most),
                  mesh_permutation(mesh, static_cast<NodeId>(r + 1)).congestion);
      }
    }
  }
}

// Worms on the links 0 -> 1, 1 -> 2, 2 -> 3 of each row and 0 -> 1 of each column, by hand: jx = 2
// takes 0 -> 2 and 1 -> 3, jx = 3 takes 0 -> 3 and 1 -> 2.
TEST(MeshDirectExchange, A16WormsOnEveryLinkOfEveryPermutation) {
  const Topology mesh(kMesh, {4, 2});
  const Routing routing(mesh, kAscending);
  const Schedule schedule = find_row("aas-mesh-dex").build({mesh, routing, 1, 0, "raw"});
  const std::vector<int> of_row[] = {{0, 0, 0}, {1, 0, 1}, {1, 2, 1}, {1, 2, 1}};
  for (NodeId number = 1; number < 8; ++number) {
    auto worms = worms_on_links(schedule, mesh, number - 1);
    for (NodeId x = 0; x < 4; ++x) {
      for (NodeId y = 0; y < 2 && x < 3; ++y) {
        const NodeId node = x + 4 * y;
        const int there = worms[{node, node + 1}];
        const int back = worms[{node + 1, node}];
        EXPECT_EQ(there, of_row[number % 4][x]) << number << " at " << node;
        EXPECT_EQ(back, there);
      }
      const int up = worms[{x, x + 4}];
      EXPECT_EQ(up, number / 4) << number << " in column " << x;
    }
  }
}

}  // namespace
}  // namespace flitcast::test_rows_mesh_dex
