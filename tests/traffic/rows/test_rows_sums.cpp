#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/rows/played_row.h"

namespace flitcast::test_rows_sums {
namespace {

// --- prefix sums --------------------------------------------------------------------------------

// Grama et al., the figure of prefix sums on eight nodes: [result] and (message) of every node as
// bit sets of operands, after each of the three steps.
TEST(PrefixRows, G6FigureOnEightNodes) {
  const unsigned results[3][8] = {{0x01, 0x03, 0x04, 0x0C, 0x10, 0x30, 0x40, 0xC0},
                                  {0x01, 0x03, 0x07, 0x0F, 0x10, 0x30, 0x70, 0xF0},
                                  {0x01, 0x03, 0x07, 0x0F, 0x1F, 0x3F, 0x7F, 0xFF}};
  const unsigned messages[3][8] = {{0x03, 0x03, 0x0C, 0x0C, 0x30, 0x30, 0xC0, 0xC0},
                                   {0x0F, 0x0F, 0x0F, 0x0F, 0xF0, 0xF0, 0xF0, 0xF0},
                                   {0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF}};
  const Played prefix("prefix-hc", kCube, {3});
  std::vector<unsigned> result{1, 2, 4, 8, 16, 32, 64, 128};
  std::vector<unsigned> message = result;
  for (std::size_t step = 0; step < 3; ++step) {
    const Round round = prefix.round(step);
    const std::vector<unsigned> sent = message;
    for (std::size_t i = 0; i < round.size(); ++i) {
      const NodeId to = round[i].destinations.back();
      ASSERT_EQ(round[i].blocks.size(), 1U);
      EXPECT_EQ(round[i].blocks[0], make_block(1, Block::kEveryone));
      message[to] |= sent[round[i].source];
      result[to] |= round[i].transfer == Transfer::kAddToBoth ? sent[round[i].source] : 0U;
    }
    EXPECT_EQ(result, std::vector<unsigned>(results[step], results[step] + 8)) << step;
    EXPECT_EQ(message, std::vector<unsigned>(messages[step], messages[step] + 8)) << step;
  }
}

TEST(PrefixRows, BlellochSharesNoLinkOfAnyMeshOfTwoDimensions) {
  for (std::uint32_t a = 1; a <= 9; ++a) {
    for (std::uint32_t b = a == 1 ? 2 : 1; b <= 9; ++b) {
      EXPECT_EQ(Played("prefix-blelloch", kMesh, {a, b}).report().link_contention, 1U)
          << a << "x" << b;
    }
  }
  EXPECT_EQ(Played("prefix-blelloch", kTorus, {5, 6}).busiest(),
            (std::vector<int>{1, 2, 1, 1, 1, 1, 2, 1}));
}

TEST(PrefixRows, AnyNumberOfNodesWillDo) {
  for (const char* id : {"prefix-hillis-steele", "prefix-blelloch", "barrier-dissemination"}) {
    for (const TopologyKind kind : {kLine, kRing}) {
      for (std::uint32_t nodes = 2; nodes <= 40; ++nodes) {
        const Played row(id, kind, {nodes});
        const VerifyReport report = row.report();
        EXPECT_EQ(to_string(report.lockstep_terms), to_string(row.closed_form()))
            << id << " " << nodes;
        EXPECT_LE(row.bound(), report.lockstep_cycles);
      }
    }
  }
}

// --- G14 ----------------------------------------------------------------------------------------

// The figure of eight nodes: 4 messages on the channels in the middle.
TEST(LineRow, G14SharesTheChannelsOfALine) {
  const std::vector<std::vector<int>> figure = {
      {1, 0, 1, 0, 1, 0, 1}, {1, 2, 1, 0, 1, 2, 1}, {1, 2, 3, 4, 3, 2, 1}};
  for (const TopologyKind kind : {kLine, kRing}) {
    const Played row("aab-line-hc", kind, {8});
    EXPECT_EQ(row.upward(), figure);
    EXPECT_EQ(row.downward(), figure);
    EXPECT_TRUE(row.report().dependency_cycle.empty());
  }
}

TEST(LineRow, G14TakesNoLessThanWithoutContention) {
  for (std::uint32_t n = 1; n <= 8; ++n) {
    for (const TopologyKind kind : {kLine, kRing}) {
      const Played row("aab-line-hc", kind, {1U << n});
      const std::int64_t others = (1 << n) - 1;
      const Coefficients expected{n, others, others};
      EXPECT_EQ(to_string(row.closed_form()), to_string(expected));
      EXPECT_EQ(to_string(row.report().lockstep_terms), to_string(expected));
      EXPECT_EQ(row.report().link_contention, 1U << (n - 1));
      EXPECT_LE(row.bound(), expected.cycles(kModels[0], 3));
    }
  }
}

}  // namespace
}  // namespace flitcast::test_rows_sums
