#include <gtest/gtest.h>

#include "tests/support/rows/played_row.h"

namespace flitcast::test_rows_matvec {
namespace {

std::int64_t log2_of(std::uint32_t side) {
  std::int64_t log = 0;
  for (; side > 1; side /= 2) {
    ++log;
  }
  return log;
}

// log2 a + log2 b rounds; strides 1 + 2 + … are a − 1 and b − 1 links; only reductions add.
TEST(MatrixVectorRow, M18BroadcastsDownTheColumnsAndReducesAlongTheRows) {
  for (std::uint32_t a = 1; a <= 16; a *= 2) {
    for (std::uint32_t b = a == 1 ? 2 : 1; b <= 16; b *= 2) {
      const std::int64_t rounds = log2_of(a) + log2_of(b);
      expect_cost_on("app-matvec", {kMesh, {a, b}}, 1,
                     {rounds, std::int64_t{a} + b - 2, rounds, 0, 0, log2_of(a)});
    }
  }
}

// The figure of 4 x 4 nodes: pieces of the vector go from the first row down, sums from the last
// column to the first.
TEST(MatrixVectorRow, M18OnFourByFourNodes) {
  const Played matvec("app-matvec", kMesh, {4, 4});
  const NodeId first_columns[4][3] = {{0, 8, 2}, {0, 4, 1}, {1, 0, 1}, {2, 0, 2}};
  const std::size_t messages[4] = {4, 8, 8, 4};
  for (std::uint64_t r = 0; r < 4; ++r) {
    const Round round = matvec.round(r);
    EXPECT_EQ(round.size(), messages[r]);
    EXPECT_EQ(round[0].source, first_columns[r][0]);
    EXPECT_EQ(round[0].destinations.back(), first_columns[r][1]);
    EXPECT_EQ(round[0].hops(), first_columns[r][2]);
    EXPECT_EQ(round[0].transfer, r < 2 ? Transfer::kCopy : Transfer::kMoveAndAdd);
    EXPECT_EQ(round[0].blocks[0], make_block(0, r < 2 ? Block::kEveryone : 0));
  }
}

}  // namespace
}  // namespace flitcast::test_rows_matvec
