#include <gtest/gtest.h>

#include "tb/config/config_value.h"
#include "tb/explore/sweep/sweep_lists.h"

namespace flitcast::explore::test_sweep_values {
namespace {

using Values = std::vector<std::string>;

std::string refusal(const std::string& text) {
  try {
    parse_sweep_values(text);
  } catch (const ValueError& error) {
    return error.what();
  }
  return "";
}

TEST(SweepValues, HaveDecimalsThatAreExact) {
  EXPECT_EQ(parse_sweep_values("0.05..0.2 +0.05"), (Values{"0.05", "0.1", "0.15", "0.2"}));
  EXPECT_EQ(parse_sweep_values("0.7..1 +0.1"), (Values{"0.7", "0.8", "0.9", "1"}));
  EXPECT_EQ(parse_sweep_values("0.01..0.05 x2"), (Values{"0.01", "0.02", "0.04"}));
  EXPECT_EQ(parse_sweep_values("1.5..3"), (Values{"1.5", "2.5"}));
  EXPECT_EQ(parse_sweep_values("0..0.5 +0.25"), (Values{"0", "0.25", "0.5"}));
  EXPECT_EQ(parse_sweep_values("0.000000001..0.000000003 +0.000000002"),
            (Values{"0.000000001", "0.000000003"}));
  EXPECT_EQ(refusal("0.0000000001..1"), "\"0.0000000001\" has more than 9 decimal places");
  EXPECT_EQ(refusal("0.5..9223372036854775807"),
            "\"0.5..9223372036854775807\" has too large a number");
}

TEST(SweepValues, HaveCommasInParentheses) {
  EXPECT_EQ(parse_sweep_values("(1,2), (3),4"), (Values{"1,2", "3", "4"}));
  EXPECT_EQ(parse_sweep_values("( 1, 2 )"), Values{"1, 2"});
  EXPECT_EQ(parse_sweep_values("(1..3)"), Values{"1..3"});
}

TEST(SweepValues, AreNoRangesWhenTheyAreNames) {
  EXPECT_EQ(parse_sweep_values("../a.csv, b..c"), (Values{"../a.csv", "b..c"}));
}

TEST(SweepValues, ReachTheLargestNumber) {
  EXPECT_EQ(parse_sweep_values("9223372036854775806..9223372036854775807"),
            (Values{"9223372036854775806", "9223372036854775807"}));
  EXPECT_EQ(parse_sweep_values("4611686018427387904..9223372036854775807 x2"),
            Values{"4611686018427387904"});
}

TEST(SweepValues, AreAtMostAMillion) {
  EXPECT_EQ(parse_sweep_values("1..1000000").size(), 1'000'000U);
  EXPECT_EQ(refusal("1..1000000, 5"),
            "has more than 1000000 values; a sweep has at most so many points");
  EXPECT_EQ(refusal("0..9223372036854775807"),
            "has more than 1000000 values; a sweep has at most so many points");
}

TEST(SweepValues, AreRefusedWithWhatWouldBeRight) {
  EXPECT_EQ(refusal(" "), "has no values; give a list, like 1, 2, 4..10");
  EXPECT_EQ(refusal("1,,2"), "\"1,,2\" has an empty place between its commas");
  EXPECT_EQ(refusal("1,"), "\"1,\" has an empty place between its commas");
  EXPECT_EQ(refusal("()"), "\"()\" has an empty place between its commas");
  EXPECT_EQ(refusal("9..4"), "\"9..4\" runs backwards; give the smaller number first");
  EXPECT_EQ(refusal("1..9 +0"), "\"1..9 +0\" gets nowhere; steps are above 0");
  EXPECT_EQ(refusal("0.1..0.5"),
            "\"0.1..0.5\" goes in steps of 1; give smaller ones, FROM..TO +STEP");
  const std::string factors = " gets nowhere; whole factors are 2 or more, and start above 0";
  EXPECT_EQ(refusal("1..9 x1"), "\"1..9 x1\"" + factors);
  EXPECT_EQ(refusal("0..9 x2"), "\"0..9 x2\"" + factors);
  const std::string forms = " is not a range; give FROM..TO, FROM..TO +STEP or FROM..TO xFACTOR";
  for (const char* text : {"1..", "1..a", "1..9 *2", "1..9 x", "1..9 +2 3", "1..9 flits", "1..-9",
                           "1..9 x2x2", "1...9", "0.1..0.9 x1.5", "0.1..0.9 +.1"}) {
    EXPECT_EQ(refusal(text), "\"" + std::string(text) + "\"" + forms);
  }
  EXPECT_EQ(refusal("(1,2"), "\"(1,2\" has no closing parenthesis");
  EXPECT_EQ(refusal("(1,2) 3"), "\"(1,2) 3\" goes on behind its parenthesis; put a comma there");
  EXPECT_EQ(refusal("1..99999999999999999999"), "\"99999999999999999999\" is too large a number");
}

}  // namespace
}  // namespace flitcast::explore::test_sweep_values
