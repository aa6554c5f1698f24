#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/rows/played_row.h"
#include "tests/support/schedules/node_path.h"

namespace flitcast::test_rows_shifts {
namespace {

TEST(ShiftRows, G10GoesTheShorterWayRoundTheRing) {
  for (std::uint32_t nodes = 2; nodes <= 13; ++nodes) {
    for (NodeId q = 1; q < nodes; ++q) {
      const std::int64_t rounds = std::min(q, nodes - q);
      expect_cost_on("cshift-ring", {kRing, {nodes}}, q, {rounds, rounds, rounds});
      expect_cost_on("cshift-ring", {kTorus, {nodes}}, q, {rounds, rounds, rounds});
    }
  }
}

/// min(c, w−c) + [c≠0] + min(r, h−r), and never more than w + 1 on a square.
void expect_mesh_shift(std::uint32_t w, std::uint32_t h) {
  for (NodeId q = 1; q < w * h; ++q) {
    const NodeId c = q % w;
    const NodeId r = q / w;
    const std::int64_t rounds = std::min(c, w - c) + (c == 0 ? 0 : 1) + std::min(r, h - r);
    expect_cost_on("cshift-mesh", {kTorus, {w, h}}, q, {rounds, rounds, rounds});
    EXPECT_TRUE(w != h || rounds <= w + (w % 2 == 0 ? 1 : 0));
  }
}

TEST(ShiftRows, G11ShiftsRowsCompensatesAndShiftsColumns) {
  expect_mesh_shift(4, 4);
  expect_mesh_shift(5, 5);
  expect_mesh_shift(2, 2);
  expect_mesh_shift(3, 4);
  expect_mesh_shift(5, 2);
  expect_cost_on("cshift-mesh", {kTorus, {16, 16}}, 136, {17, 17, 17});
}

TEST(ShiftRows, G11Circular5ShiftOn4x4) {
  const std::vector<std::vector<NodeId>> figure = {
      {3, 0, 1, 2, 7, 4, 5, 6, 11, 8, 9, 10, 15, 12, 13, 14},
      {15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14},
      {11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10}};
  EXPECT_EQ(Played("cshift-mesh", kTorus, {4, 4}, 5).holdings(), figure);
}

TEST(ShiftRows, G12TakesTwoRoundsForEveryBitButTheLowest) {
  for (std::uint32_t n = 1; n <= 6; ++n) {
    for (NodeId q = 1; q < 1U << n; ++q) {
      std::int64_t rounds = 0;
      for (NodeId b = 0; b < n; ++b) {
        rounds += (q >> b & 1U) != 0 ? (b == 0 ? 1 : 2) : 0;
      }
      for (const char* variant : {"", "high-first", "low-first"}) {
        expect_cost_on("cshift-hc-gray", {kCube, {n}}, q, {rounds, rounds, rounds}, variant);
      }
    }
  }
  expect_cost_on("cshift-hc-gray", {kCube, {10}}, 1023, {19, 19, 19});
}

// The ring is 0 1 3 2 6 7 5 4. A shift by 4 of it flips bits 2 and 1 of all nodes.
TEST(ShiftRows, G12Circular5ShiftOnEightNodes) {
  const std::vector<NodeId> after_4 = {6, 7, 4, 5, 2, 3, 0, 1};
  const std::vector<NodeId> after_5 = {2, 6, 5, 7, 3, 1, 4, 0};
  const auto high_first = Played("cshift-hc-gray", kCube, {3}, 5, "high-first").holdings();
  const auto low_first = Played("cshift-hc-gray", kCube, {3}, 5, "low-first").holdings();
  EXPECT_EQ(high_first,
            (std::vector<std::vector<NodeId>>{{4, 5, 6, 7, 0, 1, 2, 3}, after_4, after_5}));
  EXPECT_EQ(low_first,
            (std::vector<std::vector<NodeId>>{{2, 3, 0, 1, 6, 7, 4, 5}, after_4, after_5}));
}

TEST(ShiftRows, G13TakesOneRoundForEveryDistance) {
  for (std::uint32_t n = 1; n <= 8; ++n) {
    for (NodeId q = 1; q < 1U << n; ++q) {
      std::int64_t hops = n;
      for (NodeId rest = q; rest % 2 == 0; rest /= 2) {
        --hops;
      }
      expect_cost_on("cshift-hc-ecube", {kCube, {n}}, q, {1, hops, 1});
    }
  }
  expect_cost_on("cshift-hc-ecube", {kCube, {10}}, 96, {1, 5, 1});
}

TEST(ShiftRows, G13Circular1ShiftOnEightNodes) {
  using Path = std::vector<NodeId>;
  const Path paths[] = {{0, 1}, {1, 0, 2}, {2, 3}, {3, 2, 0, 4},
                        {4, 5}, {5, 4, 6}, {6, 7}, {7, 6, 4, 0}};
  const Played played("cshift-hc-ecube", kCube, {3}, 1);
  const Round round = played.round(0);
  ASSERT_EQ(round.size(), 8U);
  for (std::size_t i = 0; i < 8; ++i) {
    EXPECT_EQ(nodes_of(round[i]), paths[i]);
  }
}

}  // namespace
}  // namespace flitcast::test_rows_shifts
