#include <stdexcept>

#include <gtest/gtest.h>

#include "traffic/theory/ratio.h"

namespace flitcast::test_ratio {
namespace {

void expect_parts(const Ratio& ratio, std::int64_t numerator, std::int64_t denominator) {
  EXPECT_EQ(ratio.numerator(), numerator);
  EXPECT_EQ(ratio.denominator(), denominator);
}

TEST(Ratio, IsInLowestTermsWithAPositiveDenominator) {
  expect_parts({6, 4}, 3, 2);
  expect_parts({6, -4}, -3, 2);
  expect_parts({0, -7}, 0, 1);
  EXPECT_THROW(Ratio(1, 0), std::domain_error);
}

TEST(Ratio, CalculatesExactly) {
  expect_parts(Ratio(1, 6) + Ratio(1, 10), 4, 15);
  expect_parts(Ratio(1, 6) - Ratio(2, 3), -1, 2);
  expect_parts(Ratio(4, 9) * Ratio(3, 8), 1, 6);
  expect_parts(Ratio(4, 9) / Ratio(-2, 3), -2, 3);
}

TEST(Ratio, BecomesANumber) {
  EXPECT_EQ(Ratio(-7, 2).truncated(), -3);
  EXPECT_EQ(Ratio(-7, 2).as_double(), -3.5);
}

}  // namespace
}  // namespace flitcast::test_ratio
