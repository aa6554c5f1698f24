#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "tb/text/text_columns.h"

namespace flitcast::test_text_columns {
namespace {

TEST(Decimal, ShowsFourDigitsAndNoPowersOfTen) {
  EXPECT_EQ(decimal(0), "0");
  EXPECT_EQ(decimal(0.29411), "0.2941");
  EXPECT_EQ(decimal(9999.4), "9999");
  EXPECT_EQ(decimal(9999.6), "10000");
  EXPECT_EQ(decimal(15283.4), "15283");
  EXPECT_EQ(decimal(-15283.4), "-15283");
  EXPECT_EQ(decimal(std::numeric_limits<double>::infinity()), "–");
  EXPECT_EQ(decimal(std::nan("")), "–");
}

TEST(TextColumns, DifferencesHaveAsManyDigitsAsWhatTheyStandBeside) {
  EXPECT_EQ(difference_text(0.477393, 10, 4), "+0.4774 (+4.77 %)");
  EXPECT_EQ(difference_text(-15283.4, 40000, 4), "-15283 (-38.2 %)");
  EXPECT_EQ(difference_text(0.4773931, 0, 6), "+0.477393");
  EXPECT_EQ(difference_text(123456, 1000, 4), "+123456 (+12346 %)");
}

TEST(Aligned, PutsNumbersToTheRightAndLeavesNoBlanksBehind) {
  EXPECT_EQ(aligned({{"name", "n", "last"}, {"é", "10", ""}, {"longer", "9.5", "x"}}),
            "name      n  last\n"
            "é        10\n"
            "longer  9.5  x\n");
}

TEST(Aligned, TakesADashForANumberThatThereIsNot) {
  EXPECT_EQ(aligned({{"n", "word"}, {"100", "–"}, {"–", "a"}}),
            "  n  word\n"
            "100  –\n"
            "  –  a\n");
}

TEST(TextColumns, LinesAreBrokenBelowWhatFollowsTheirLabel) {
  EXPECT_EQ(wrapped("  --jobs=N  one two three four\n", 24),
            "  --jobs=N  one two\n            three four\n");
  EXPECT_EQ(wrapped("one two three", 7), "one two\nthree\n");
  EXPECT_EQ(wrapped("    a longerthanthat b", 8), "    a\n    longerthanthat\n    b\n");
  EXPECT_EQ(wrapped("as it is, whatever", 0), "as it is, whatever");
  EXPECT_EQ(wrapped("μμμ μμμ\n\nμ", 7), "μμμ μμμ\n\nμ\n");
}

TEST(TextColumns, WhatIsCutOffEndsInASign) {
  EXPECT_EQ(cut_off("abcdef", 6), "abcdef");
  EXPECT_EQ(cut_off("abcdef", 5), "abcd…");
  EXPECT_EQ(cut_off("μμμ", 2), "μ…");
  EXPECT_EQ(cut_off("abcdef", 0), "abcdef");
}

}  // namespace
}  // namespace flitcast::test_text_columns
