#include <gtest/gtest.h>

#include "tb/explore/points/point_runner.h"
#include "tb/explore/sweep/sweep_runs.h"
#include "tb/explore/sweep/sweep_table.h"

namespace flitcast::explore::test_sweep_text {
namespace {

TEST(CsvField, IsQuotedOnlyWhereItMustBe) {
  EXPECT_EQ(csv_field("1,2"), "\"1,2\"");
  EXPECT_EQ(csv_field("a \"b\""), "\"a \"\"b\"\"\"");
  EXPECT_EQ(csv_field("two\nlines"), "\"two\nlines\"");
  EXPECT_EQ(csv_field("wormhole 8x8;"), "wormhole 8x8;");
  EXPECT_EQ(csv_field(""), "");
  EXPECT_EQ(csv_field({}), "");
  EXPECT_EQ(csv_field(-3), "-3");
  EXPECT_EQ(csv_field(0.1), "0.1");
}

TEST(SweepLine, TellsHowFarASweepIs) {
  EXPECT_EQ(sweep_line({1000, 0, 0, 0}, 0.5), "0/1000 points  0.0/s");
  EXPECT_EQ(sweep_line({1000, 200, 100, 0}, 2), "300/1000 points  50.0/s  14 s left");
  EXPECT_EQ(sweep_line({1000, 0, 312, 2}, 6), "312/1000 points  52.0/s  2 failed  13 s left");
  EXPECT_EQ(sweep_line({7, 0, 7, 0}, 7), "7/7 points  1.0/s  0 s left");
}

TEST(CountStatuses, NamesThoseThatOccur) {
  EXPECT_EQ(count_statuses({PointStatus::kFailed, PointStatus::kDone, PointStatus::kDone}),
            "2 done, 1 failed");
}

}  // namespace
}  // namespace flitcast::explore::test_sweep_text
