// What the command lines of flitcast show and list do not tell:
// tests/program/command_lines/schedules_shown.txt.

#include <algorithm>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tb/show/row_listing.h"
#include "tb/show/schedule_writers.h"
#include "tb/text/text_columns.h"
#include "traffic/rows/all_to_all/alltoall_hypercube_allport.h"

namespace flitcast::show::test_show {
namespace {

TEST(RowListing, IsNoWiderThanTheTerminal) {
  const std::vector<const Row*> rows = chosen_rows({});
  for (const std::size_t width : {80U, 100U, 132U}) {
    for (const std::string& text : {list_rows(rows, width), list_rows_long(rows, width)}) {
      std::istringstream lines(text);
      for (std::string line; std::getline(lines, line);) {
        EXPECT_LE(text_width(line), width) << line;
      }
    }
  }
}

TEST(ScheduleJson, LongSchedulesComeInPieces) {
  const Draft draft(parse_config(
      "[topology]\nkind = hypercube\ndims = 7\n[traffic]\nalgorithm = aas-hc-dex\n", "x.ini"));
  std::size_t longest = 0;
  std::string text;
  write_schedule_json(draft, {}, [&](const std::string& piece) {
    longest = std::max(longest, piece.size());
    text += piece;
  });
  EXPECT_GT(text.size(), 1U << 20);
  EXPECT_LT(longest, 1U << 17);
  const auto json = nlohmann::json::parse(text);
  ASSERT_EQ(json["rounds"].size(), 127U);
  EXPECT_EQ(json["rounds"][126][127]["id"], 127 * 128 - 1);
}

// The conditions of the source: (a) what goes along dimension j has bit j; (b) a round sends
// different addresses along different dimensions; (c) every address has one round in the column of
// each of its bits.
TEST(AllportTable, MeetsTheConditionsOfItsSource) {
  for (int n = 1; n <= 10; ++n) {
    const std::uint64_t rounds = std::uint64_t{1} << (n - 1);
    std::vector<std::set<NodeId>> columns(static_cast<std::size_t>(n));
    for (std::uint64_t round = 0; round < rounds; ++round) {
      std::set<NodeId> row;
      for (int j = 0; j < n; ++j) {
        const NodeId r = allport_table_entry(n, round, j);
        EXPECT_LT(r, NodeId{1} << n);
        EXPECT_EQ(r >> j & 1U, 1U) << "(a) n = " << n << ", round " << round << ", j = " << j;
        row.insert(r);
        columns[static_cast<std::size_t>(j)].insert(r);
      }
      EXPECT_EQ(row.size(), static_cast<std::size_t>(n)) << "(b) n = " << n << ", round " << round;
    }
    for (const std::set<NodeId>& column : columns) {
      EXPECT_EQ(column.size(), rounds) << "(c) n = " << n;
    }
  }
}

}  // namespace
}  // namespace flitcast::show::test_show
