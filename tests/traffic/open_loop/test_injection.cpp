#include <cmath>
#include <map>
#include <memory>
#include <stdexcept>
#include <vector>

#include <gtest/gtest.h>

#include "traffic/open_loop/geometric_gaps.h"
#include "traffic/open_loop/injection_process.h"

namespace flitcast::test_injection {
namespace {

// Heads or tails: the gap is the number of leading zeros of the draw, and one.
TEST(GeometricGaps, CountTheTrialsToTheFirstSuccess) {
  const GeometricGaps gaps(0.5);
  SplitMix64 random(1);
  SplitMix64 same(1);
  for (int i = 0; i < 1000; ++i) {
    EXPECT_EQ(gaps.draw(random), __builtin_clzll(same.next()) + 1);
  }
}

TEST(GeometricGaps, AreOneWhereEveryTrialSucceeds) {
  const GeometricGaps gaps(1);
  SplitMix64 random(1);
  for (int i = 0; i < 100; ++i) {
    EXPECT_EQ(gaps.draw(random), 1);
  }
}

// Mean 1/p and variance (1 − p)/p²; the smallest p takes several draws.
TEST(GeometricGaps, HaveTheMeanOfTheDistribution) {
  constexpr int kDraws = 40'000;
  for (const double p : {0.9, 0.2, 0.01, 0.00005}) {
    const GeometricGaps gaps(p);
    SplitMix64 random(2);
    double sum = 0;
    double squares = 0;
    for (int i = 0; i < kDraws; ++i) {
      const auto gap = static_cast<double>(gaps.draw(random));
      sum += gap;
      squares += gap * gap;
    }
    const double mean = sum / kDraws;
    const double variance = (1 - p) / (p * p);
    EXPECT_NEAR(mean, 1 / p, 4 * std::sqrt(variance / kDraws)) << p;
    EXPECT_NEAR(squares / kDraws - mean * mean, variance, 0.05 * variance) << p;
  }
}

TEST(GeometricGaps, NeedAProbabilityAboveZero) {
  EXPECT_THROW(GeometricGaps(0), std::invalid_argument);
  EXPECT_THROW(GeometricGaps(1.1), std::invalid_argument);
}

/// Creations of every source before a cycle.
std::vector<std::vector<Cycle>> creations(InjectionProcess& process, std::size_t sources,
                                          Cycle end) {
  std::vector<std::vector<Cycle>> all(sources);
  Cycle last = 0;
  while (process.next() < end) {
    const Cycle at = process.next();
    EXPECT_GE(at, last);
    last = at;
    all[process.take()].push_back(at);
  }
  return all;
}

// 100,000 trials each: no count is off by more than five standard deviations.
TEST(BernoulliInjection, HasTheRateOfEverySource) {
  const std::vector<double> rates = {0.1, 0, 0.02, 0.1};
  SplitMix64 random(1);
  const auto process = make_injection({}, rates, 0, random);
  constexpr Cycle kEnd = 100'000;
  const auto all = creations(*process, rates.size(), kEnd);
  for (std::size_t i = 0; i < rates.size(); ++i) {
    const double mean = rates[i] * kEnd;
    EXPECT_NEAR(static_cast<double>(all[i].size()), mean, 5 * std::sqrt(mean));
  }
}

TEST(BernoulliInjection, CreatesNoTwoPacketsOfASourceInACycle) {
  SplitMix64 random(1);
  const auto process = make_injection({}, {0.9, 0.9}, 0, random);
  for (const std::vector<Cycle>& times : creations(*process, 2, 1000)) {
    for (std::size_t i = 1; i < times.size(); ++i) {
      EXPECT_LT(times[i - 1], times[i]);
    }
  }
}

TEST(BernoulliInjection, CreatesInEveryCycleWhereTheRateIsOne) {
  SplitMix64 random(1);
  const auto process = make_injection({}, {1, 1, 1}, 0, random);
  for (Cycle cycle = 0; cycle < 10; ++cycle) {
    for (NodeId node = 0; node < 3; ++node) {
      EXPECT_EQ(process->next(), cycle);
      EXPECT_EQ(process->take(), node);
    }
  }
}

// On for 20 cycles on average with a packet in every one, off for 180: bursts of consecutive
// cycles of that mean length, and a tenth of all cycles.
TEST(BurstyInjection, IsOnAndOffForTheMeanTimes) {
  LoadSettings settings;
  settings.injection = Injection::kBursty;
  settings.burst_cycles = 20;
  SplitMix64 random(1);
  const auto process = make_injection(settings, {0.1, 0.1}, 1, random);
  constexpr Cycle kEnd = 2'000'000;
  for (const std::vector<Cycle>& times : creations(*process, 2, kEnd)) {
    std::size_t bursts = 1;
    for (std::size_t i = 1; i < times.size(); ++i) {
      bursts += times[i] - times[i - 1] > 1 ? 1 : 0;
    }
    const auto packets = static_cast<double>(times.size());
    EXPECT_NEAR(packets, 0.1 * kEnd, 0.05 * 0.1 * kEnd);
    // One time in 181 that is off has no cycle, and joins two bursts.
    EXPECT_NEAR(packets / static_cast<double>(bursts), 20 * 181.0 / 180, 1);
  }
}

// The rate in a burst is that of the packets: here one in four cycles.
TEST(BurstyInjection, HasTheRateOfItsPeakWhileOn) {
  LoadSettings settings;
  settings.injection = Injection::kBursty;
  settings.burst_cycles = 10'000;
  SplitMix64 random(3);
  const auto process = make_injection(settings, {0.125}, 0.25, random);
  const auto times = creations(*process, 1, 4'000'000).front();
  std::size_t close = 0;  // gaps within bursts
  double sum = 0;
  for (std::size_t i = 1; i < times.size(); ++i) {
    const auto gap = static_cast<double>(times[i] - times[i - 1]);
    close += gap < 100 ? 1 : 0;
    sum += gap < 100 ? gap : 0;
  }
  EXPECT_NEAR(sum / static_cast<double>(close), 4, 0.05);
  EXPECT_NEAR(static_cast<double>(times.size()), 0.125 * 4'000'000, 0.15 * 0.125 * 4'000'000);
}

TEST(BurstyInjection, IsAlwaysOnAtItsPeak) {
  LoadSettings settings;
  settings.injection = Injection::kBursty;
  SplitMix64 random(1);
  const auto process = make_injection(settings, {1}, 1, random);
  for (Cycle cycle = 0; cycle < 1000; ++cycle) {
    EXPECT_EQ(process->next(), cycle);
    process->take();
  }
}

// A period of 2.5 cycles: gaps of 2 and 3 in turn, from a phase of its own for every source.
TEST(PeriodicInjection, KeepsAPeriodThatIsNotWhole) {
  LoadSettings settings;
  settings.injection = Injection::kPeriodic;
  SplitMix64 random(1);
  const auto process = make_injection(settings, {0.4, 0, 0.4}, 0, random);
  const auto all = creations(*process, 3, 1000);
  EXPECT_TRUE(all[1].empty());
  for (const std::size_t node : {0U, 2U}) {
    EXPECT_EQ(all[node].size(), 400U);
    EXPECT_LT(all[node].front(), 3);
    for (std::size_t i = 2; i < all[node].size(); ++i) {
      EXPECT_EQ(all[node][i] - all[node][i - 2], 5);
    }
  }
}

}  // namespace
}  // namespace flitcast::test_injection
