#include <vector>

#include <gtest/gtest.h>

#include "traffic/schedule/random.h"
#include "traffic/steady_state/mser.h"

namespace flitcast::test_mser {
namespace {

std::vector<double> noise(std::size_t count, SplitMix64& random) {
  std::vector<double> series(count);
  for (double& value : series) {
    value = static_cast<double>(random.below(1000)) / 1000;
  }
  return series;
}

TEST(Mser5, CutsOffAFirstPartThatIsHigher) {
  SplitMix64 random(1);
  std::vector<double> series = noise(200, random);
  for (std::size_t i = 0; i < 40; ++i) {
    series[i] += 10;
  }
  EXPECT_EQ(mser_5(series), 40U);
}

// Ten means of five by hand: 9, then 1 and 2 in turn. With all of them the squared deviations are
// 53.6 in 100; without the first there are 5 ones and 4 twos, 20/9 in 81.
TEST(Mser5, CutsTheFirstOfTenMeans) {
  std::vector<double> series(5, 9.0);
  for (int i = 0; i < 9; ++i) {
    series.insert(series.end(), 5, i % 2 == 0 ? 1.0 : 2.0);
  }
  EXPECT_EQ(mser_5(series), 5U);
}

TEST(Mser5, KeepsASeriesWithoutTransient) {
  EXPECT_EQ(mser_5(std::vector<double>(100, 3.0)), 0U);
}

TEST(Mser5, WantsMoreOfASeriesThatRises) {
  std::vector<double> series(200);
  for (std::size_t i = 0; i < series.size(); ++i) {
    series[i] = static_cast<double>(i * i);
  }
  EXPECT_FALSE(mser_5(series));
}

TEST(Mser5, WantsTenMeans) {
  EXPECT_FALSE(mser_5(std::vector<double>(49, 1.0)));
  EXPECT_TRUE(mser_5(std::vector<double>(50, 1.0)));
}

// The last few means may lie close together by chance, which is no reason to cut what is before.
TEST(Mser5, HardlyEverWantsMoreOfNoise) {
  SplitMix64 random(2);
  int settled = 0;
  for (int i = 0; i < 200; ++i) {
    settled += mser_5(noise(250, random)) ? 1 : 0;
  }
  EXPECT_GE(settled, 180);
}

}  // namespace
}  // namespace flitcast::test_mser
