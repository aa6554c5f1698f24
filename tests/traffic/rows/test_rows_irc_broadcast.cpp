#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/rows/row_cost.h"

namespace flitcast::test_rows_irc_broadcast {
namespace {

using Sides = std::vector<std::uint32_t>;

/// Calls check(a, b, x, y) for all nodes (x, y) of all meshes up to 6 x 6 but the single node.
template <typename Check>
void for_each_node(std::int64_t smallest, Check&& check) {
  for (std::int64_t a = smallest; a <= 6; ++a) {
    for (std::int64_t b = smallest; b <= 6; ++b) {
      for (std::int64_t y = 0; y < b; ++y) {
        for (std::int64_t x = 0; x < a && a * b > 1; ++x) {
          check(a, b, x, y);
        }
      }
    }
  }
}

void expect_from(const std::string& id, TopologyKind kind, std::int64_t a, std::int64_t b,
                 std::int64_t root, const Coefficients& expected, const std::string& variant = "") {
  const Topology grid(kind, {static_cast<std::uint32_t>(a), static_cast<std::uint32_t>(b)});
  const Routing routing(grid, RoutingOrder::kAscending);
  expect_cost(id, {grid, routing, 3, static_cast<NodeId>(root), variant}, expected);
}

void expect_on_mesh(const std::string& id, const Sides& sides, NodeId root,
                    const Coefficients& expected, const std::string& variant = "") {
  expect_from(id, TopologyKind::kMesh, sides[0], sides[1], root, expected, variant);
}

// From all four corners, or fewer where they coincide; on a single line it is one worm.
TEST(BroadcastRows, M7HoldsFromTheCornersOfSmallMeshes) {
  for (std::int64_t a = 1; a <= 7; ++a) {
    for (std::int64_t b = a == 1 ? 2 : 1; b <= 7; ++b) {
      const std::int64_t rounds = a == 1 || b == 1 ? 1 : 2;
      for (const std::int64_t root : {std::int64_t{0}, a - 1, a * (b - 1), a * b - 1}) {
        const auto expect = [&](const char* variant, std::int64_t hops) {
          const std::int64_t links = rounds == 1 ? a + b - 2 : hops;
          expect_from("oab-mesh-irc-corner", TopologyKind::kMesh, a, b, root,
                      {rounds, links, rounds, links - rounds}, variant);
        };
        expect("C-R", a + b - 2);
        expect("RC-C", a + 2 * b - 3);
        expect("RC-R", 2 * a + b - 3);
      }
    }
  }
}

TEST(BroadcastRows, M8HoldsForAllRootsOfSmallMeshes) {
  for_each_node(2, [](std::int64_t a, std::int64_t b, std::int64_t x, std::int64_t y) {
    const std::int64_t to_side_x = 2 * x >= a ? a - 1 - x : x;
    const std::int64_t to_side_y = 2 * y >= b ? b - 1 - y : y;
    const std::int64_t to_corner = to_side_x + to_side_y;
    const std::int64_t unicast = to_corner > 0 ? 1 : 0;
    const std::int64_t in_column = unicast == 1 && to_side_x == 0 ? 1 : 0;
    const std::int64_t in_row = unicast == 1 && to_side_y == 0 ? 1 : 0;
    const std::int64_t only_column = a == 2 ? in_column : 0;
    const auto expect = [&](const char* variant, std::int64_t hops, std::int64_t passed) {
      expect_from("oab-mesh-irc-3round", TopologyKind::kMesh, a, b, x + a * y,
                  {2 + unicast, to_corner + hops, 2 + unicast, hops - 2 - passed}, variant);
    };
    expect("C-R", a + b - 2, in_column);
    expect("RC-C", a + 2 * b - 3, in_row + only_column);
    expect("RC-R", 2 * a + b - 3, in_row);
  });
}

TEST(BroadcastRows, M8OnASingleLineIsOneWormBehindTheUnicast) {
  for (const char* variant : {"C-R", "RC-C", "RC-R"}) {
    for (const Sides& sides : {Sides{6, 1}, Sides{1, 6}}) {
      expect_on_mesh("oab-mesh-irc-3round", sides, 2, {2, 2 + 5, 2, 3}, variant);
      expect_on_mesh("oab-mesh-irc-3round", sides, 4, {2, 1 + 5, 2, 3}, variant);
      expect_on_mesh("oab-mesh-irc-3round", sides, 5, {1, 5, 1, 4}, variant);
    }
  }
}

/// The shortest ways over the four corners whose side has a row for every column behind the root;
/// −1 where no corner does.
std::int64_t two_round_hops(std::int64_t a, std::int64_t b, std::int64_t x, std::int64_t y) {
  std::int64_t best = -1;
  for (const std::int64_t left : {x, a - 1 - x}) {
    for (const std::int64_t up : {y, b - 1 - y}) {
      const std::int64_t first = a - 1 - left + up;
      const std::int64_t across = up > 0 ? a - 1 : 0;
      const std::int64_t second = left > 0 ? a + b - 2 : std::max(across, b - 1 - up);
      if (up >= left && (best < 0 || first + second < best)) {
        best = first + second;
      }
    }
  }
  return best;
}

TEST(BroadcastRows, M9HoldsForAllRootsOfSmallMeshesThatHaveARowPerColumn) {
  const Row& row = find_row("oab-mesh-irc-2round");
  for_each_node(1, [&](std::int64_t a, std::int64_t b, std::int64_t x, std::int64_t y) {
    const std::int64_t hops = two_round_hops(a, b, x, y);
    if (hops < 0) {
      const Topology mesh(TopologyKind::kMesh,
                          {static_cast<std::uint32_t>(a), static_cast<std::uint32_t>(b)});
      const Routing routing(mesh, RoutingOrder::kAscending);
      EXPECT_THROW(check_request(row, {mesh, routing, 1, static_cast<NodeId>(x + a * y)}),
                   ParameterError);
      EXPECT_GT((a - 1) / 2, b / 2);
      return;
    }
    const bool end_of_line = hops == std::max(a, b) - 1 && (a == 1 || b == 1) &&
                             (x == 0 || x == a - 1) && (y == 0 || y == b - 1);
    const std::int64_t rounds = end_of_line ? 1 : 2;
    expect_from("oab-mesh-irc-2round", TopologyKind::kMesh, a, b, x + a * y,
                {rounds, hops, rounds, hops - rounds});
  });
}

TEST(BroadcastRows, M9TakesAllRootsWhereTheMeshIsHighEnough) {
  for (std::int64_t a = 1; a <= 9; ++a) {
    for (std::int64_t b = 1; b <= 9; ++b) {
      bool all = true;
      for (std::int64_t x = 0; x < a; ++x) {
        for (std::int64_t y = 0; y < b; ++y) {
          all = all && two_round_hops(a, b, x, y) >= 0;
        }
      }
      EXPECT_EQ(all, (a - 1) / 2 <= b / 2) << a << " x " << b;
      EXPECT_TRUE(all || a > b + 1);
    }
  }
}

TEST(BroadcastRows, M10HoldsForAllRootsOfACuboid) {
  const Topology mesh(TopologyKind::kMesh, {3, 4, 5});
  const Routing routing(mesh, RoutingOrder::kAscending);
  for (NodeId root = 0; root < mesh.nodes(); ++root) {
    const std::int64_t to_x[] = {0, 1, 0};
    const std::int64_t to_y[] = {0, 1, 1, 0};
    const std::int64_t to_z[] = {0, 1, 2, 1, 0};
    const std::int64_t in_plane = to_x[root % 3] + to_y[root / 3 % 4];
    const std::int64_t to_corner = in_plane + to_z[root / 12];
    const std::int64_t rounds = to_corner > 0 ? 4 : 3;
    const std::int64_t passed = in_plane == 0 && to_corner > 0 ? 1 : 0;
    expect_cost("oab-mesh-nd-irc", {mesh, routing, 3, root},
                {rounds, to_corner + 9, rounds, 6 - passed});
  }
}

TEST(BroadcastRows, M11GoesRoundTheRingsBothWaysOrOnlyUp) {
  for (std::int64_t a = 2; a <= 6; ++a) {
    for (std::int64_t b = 2; b <= 6; ++b) {
      for (const std::int64_t root : {std::int64_t{0}, a - 1, a * b / 2, a * b - 1}) {
        const std::int64_t half = a / 2 + b / 2;
        const std::int64_t whole = a + b - 2;
        for (const char* variant : {"", "allport"}) {
          expect_from("oab-torus2d-irc", TopologyKind::kTorus, a, b, root, {2, half, 2, half - 2},
                      variant);
        }
        expect_from("oab-torus2d-irc", TopologyKind::kTorus, a, b, root, {2, whole, 2, whole - 2},
                    "unidirectional");
      }
    }
  }
  expect_from("oab-torus2d-irc", TopologyKind::kTorus, 16, 16, 200, {2, 16, 2, 14});
}

TEST(BroadcastRows, M11NeedsRingsThatGoUpForItsOnePort) {
  const Topology torus(TopologyKind::kTorus, {5, 4});
  const Routing routing(torus, RoutingOrder::kAscending);
  const Row& row = find_row("oab-torus2d-irc");
  EXPECT_EQ(row.model_of("unidirectional").ports, 1);
  EXPECT_EQ(row.model_of("allport").ports, RowModel::kAllPorts);
  Schedule schedule = row.build({torus, routing, 1, 0, "unidirectional"});
  VerifyOptions options = options_of(row, torus, kModels[0]);
  options.ports = 1;
  EXPECT_EQ(verify(schedule, routing, options).max_hops, 4U);
  schedule.rings = RingTravel::kMinimal;
  try {
    verify(schedule, routing, options);
    ADD_FAILURE() << "a worm round a whole ring is no minimal route";
  } catch (const ScheduleError& error) {
    EXPECT_STREQ(
        error.what(),
        "round 0: message 0->4 (block 0->*) takes link 0->1, which is not on its base route");
  }
}

TEST(BroadcastRows, M19SendsBothWaysAtOnce) {
  for_each_node(1, [](std::int64_t a, std::int64_t b, std::int64_t x, std::int64_t y) {
    const std::int64_t along_row = std::max(x, a - 1 - x);
    const std::int64_t along_column = std::max(y, b - 1 - y);
    const std::int64_t rounds = a == 1 || b == 1 ? 1 : 2;
    const std::int64_t hops = std::max(along_row, along_column) + (rounds == 2 ? along_column : 0);
    expect_from("oab-mesh-irc-allport", TopologyKind::kMesh, a, b, x + a * y,
                {rounds, hops, rounds, hops - rounds});
  });
  expect_on_mesh("oab-mesh-irc-allport", {5, 3}, 7, {2, 2 + 1, 2, 1});
  expect_on_mesh("oab-mesh-irc-allport", {16, 16}, 0, {2, 30, 2, 28});
}

}  // namespace
}  // namespace flitcast::test_rows_irc_broadcast
