#include <cmath>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include "traffic/schedule/random.h"
#include "traffic/steady_state/batch_means.h"

namespace flitcast::test_batch_means {
namespace {

// 1, 2, 3, 4, 5: mean 3, variance 2.5, standard error sqrt(0.5), t(4) = 2.7764.
TEST(BatchMeans, IsTheTextbooksOneForEqualWeights) {
  const BatchEstimate estimate = batch_means({{10, 10}, {20, 10}, {30, 10}, {40, 10}, {50, 10}});
  EXPECT_DOUBLE_EQ(estimate.mean, 3);
  EXPECT_NEAR(estimate.half_width, 2.7764 * std::sqrt(0.5), 1e-4);
  EXPECT_DOUBLE_EQ(estimate.lag_1, 0.4);  // (2 + 0 + 0 + 2) / 10
  EXPECT_FALSE(estimate.correlated());
}

// Sums 2, 9 of weights 1, 2: mean 11/3, deviations −5/3 and 5/3.
TEST(BatchMeans, AllowsForBatchesOfDifferentWeight) {
  const BatchEstimate estimate = batch_means({{2, 1}, {9, 2}});
  EXPECT_DOUBLE_EQ(estimate.mean, 11.0 / 3);
  EXPECT_NEAR(estimate.half_width, 12.7062 * std::sqrt(2.0 * 50 / 9) / 3, 1e-4);
}

TEST(BatchMeans, SayNothingOfOneBatchOrNone) {
  EXPECT_EQ(batch_means({}).half_width, std::numeric_limits<double>::infinity());
  EXPECT_EQ(batch_means({{6, 2}}).half_width, std::numeric_limits<double>::infinity());
  EXPECT_DOUBLE_EQ(batch_means({{6, 2}}).mean, 3);
  EXPECT_TRUE(std::isnan(batch_means({{0, 0}, {0, 0}}).mean));
}

TEST(BatchMeans, AreJoinedWithoutARest) {
  const std::vector<Batch> out = joined({{9, 1}, {1, 1}, {2, 1}, {3, 1}, {4, 1}}, 2);
  ASSERT_EQ(out.size(), 2U);
  EXPECT_EQ(out[0].sum, 12);
  EXPECT_EQ(out[0].weight, 3);
  EXPECT_EQ(out[1].sum, 7);
  EXPECT_EQ(out[1].weight, 2);
  EXPECT_EQ(joined({{9, 1}, {1, 1}, {2, 1}}, 2).size(), 3U);
}

/// x' = φ·x + noise, noise the sum of twelve uniform numbers less 6: mean 0.
std::vector<Batch> autoregressive(double phi, std::size_t count, SplitMix64& random) {
  std::vector<Batch> series;
  double x = 0;
  for (std::size_t i = 0; i < count; ++i) {
    double noise = -6;
    for (int k = 0; k < 12; ++k) {
      noise += static_cast<double>(random.below(1U << 30U)) / static_cast<double>(1U << 30U);
    }
    x = phi * x + noise;
    series.push_back({x + 10, 1});
  }
  return series;
}

/// How many of `runs` intervals have the true mean, 10, in them.
int covered(double phi, std::size_t length, int runs) {
  SplitMix64 random(7);
  int covered = 0;
  for (int run = 0; run < runs; ++run) {
    const BatchEstimate estimate = steady_mean(autoregressive(phi, length, random));
    covered += std::abs(estimate.mean - 10) <= estimate.half_width ? 1 : 0;
  }
  return covered;
}

// AR(1): 95 % of the intervals, less three standard deviations of a binomial of 400.
TEST(SteadyMean, CoversTheMeanOfIndependentObservations) {
  EXPECT_GE(covered(0, 320, 400), 367);
}
TEST(SteadyMean, CoversTheMeanOfCorrelatedOnes) {
  EXPECT_GE(covered(0.8, 3200, 400), 367);
}

// The variance of the mean of n is (1 + φ)/(1 − φ)/n for noise of variance 1 over (1 − φ)²: the
// half-width is 2.0395 times its root with 32 batches.
TEST(SteadyMean, IsAsWideAsTheKnownVarianceSays) {
  SplitMix64 random(3);
  double widths = 0;
  constexpr int kRuns = 50;
  for (int run = 0; run < kRuns; ++run) {
    widths += batch_means(joined(autoregressive(0.5, 3200, random), 32)).half_width / kRuns;
  }
  const double expected = 2.0395 / (1 - 0.5) / std::sqrt(3200.0);
  EXPECT_NEAR(widths, expected, 0.06 * expected);
}

// One in eight is 7, others −1: skewness 2.268 of one and 0.2005 of the mean of 128, so that the
// farther end of Willink's interval is 2.453 standard errors away, where t(31) is 2.0395.
TEST(SteadyMean, IsWiderWhereTheMeanIsSkewed) {
  std::vector<Batch> skewed;
  std::vector<Batch> even;
  for (int i = 0; i < 128; ++i) {
    skewed.push_back({i % 8 == 0 ? 17.0 : 9.0, 1});
    even.push_back({i % 8 < 4 ? 11.0 : 9.0, 1});
  }
  const auto widened = [](const std::vector<Batch>& series) {
    return steady_mean(series).half_width / batch_means(joined(series, 32)).half_width;
  };
  EXPECT_NEAR(widened(skewed), 2.453 / 2.0395, 1e-3);
  EXPECT_DOUBLE_EQ(widened(even), 1);
}

// Sums of ten of AR(1): φ·(1 − φ¹⁰)²/(10·(1 − φ²) − 2·φ·(1 − φ¹⁰)), 0.077 for φ = 0.5.
TEST(Correlation, IsThatOfNeighboursAmongSoManyBatches) {
  SplitMix64 random(3);
  const std::vector<Batch> series = autoregressive(0.5, 20'000, random);
  EXPECT_NEAR(correlation(series, 20'000), 0.5, 0.02);
  EXPECT_NEAR(correlation(series, 2000), 0.077, 0.07);
  EXPECT_EQ(correlation(series, 20'001), 1);
}

TEST(SteadyMean, SaysWhenARunIsTooShort) {
  SplitMix64 random(5);
  EXPECT_TRUE(steady_mean(autoregressive(0.999, 320, random)).correlated());
}

}  // namespace
}  // namespace flitcast::test_batch_means
