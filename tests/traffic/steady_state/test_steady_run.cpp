#include <cmath>
#include <functional>

#include <gtest/gtest.h>

#include "traffic/schedule/random.h"
#include "traffic/steady_state/steady_run.h"

namespace flitcast::test_steady_run {
namespace {

using LatencyAt = std::function<double(Cycle)>;

/// Feeds a run with a packet of one flit a cycle, which arrives at once, of a latency that is drawn
/// from ±50 % of what is said, until it is over.
LoadResult fed(SteadyRun& run, const LatencyAt& latency, bool arrives = true) {
  SplitMix64 random(1);
  for (Cycle cycle = 0; run.stage() != SteadyRun::Stage::kOver; ++cycle) {
    if (run.look_at() == cycle) {
      run.look(cycle);
      continue;
    }
    const double mean = latency(cycle);
    run.windows().create(cycle, 1, 1);
    if (arrives) {
      const double drawn = mean * (0.5 + static_cast<double>(random.below(1001)) / 1000);
      run.windows().arrive(cycle, static_cast<Cycle>(drawn), 1);
    }
  }
  LoadResult result;
  run.report(1, result);
  return result;
}

TEST(SteadyRun, SettlesWhenTheIntervalIsNarrow) {
  SteadyRun run({}, 900, 1, false);
  const LoadResult result = fed(run, [](Cycle) { return 1000; });
  EXPECT_EQ(result.verdict, LoadVerdict::kSettled);
  EXPECT_NEAR(result.latency.mean, 1000, 20);
  EXPECT_LE(result.latency.half_width, 0.01 * result.latency.mean);
  EXPECT_NEAR(result.accepted.mean, 1, 1e-3);
  EXPECT_TRUE(result.transient_over);
  EXPECT_EQ(result.limit, LoadLimit::kNone);
}

// A latency that is drawn from 500 to 1,500 is not known to a ten-thousandth so soon. 20,000 cycles
// are played whatever the most packets are.
TEST(SteadyRun, SaysWhichLimitEndedIt) {
  LoadSettings settings;
  settings.precision = 0.0001;
  settings.most_packets = 30'000;
  SteadyRun by_packets(settings, 900, 1, false);
  LoadResult result = fed(by_packets, [](Cycle) { return 1000; });
  EXPECT_EQ(result.verdict, LoadVerdict::kUnsettled);
  EXPECT_EQ(result.limit, LoadLimit::kPackets);
  EXPECT_EQ(result.measured_to, 30'000);
  settings.most_packets = 1;
  SteadyRun shortest(settings, 900, 1, false);
  EXPECT_EQ(fed(shortest, [](Cycle) { return 1000; }).measured_to, 20'000);
  settings.most_cycles = 10'000;
  SteadyRun by_cycles(settings, 900, 1, false);
  result = fed(by_cycles, [](Cycle) { return 1000; });
  EXPECT_EQ(result.limit, LoadLimit::kCycles);
  EXPECT_EQ(result.measured_to, 10'000);
}

// Latencies of 11 to 33, drawn evenly, have a deviation of 0.29 of their mean: to know that to
// 0.15 % takes 150,000. A run of as many as it says, or that wants what it says, settles.
TEST(SteadyRun, SaysWhatWouldSettleIt) {
  const auto run = [](double precision, double packets) {
    LoadSettings settings;
    settings.precision = precision;
    settings.most_packets = static_cast<std::uint64_t>(packets);
    SteadyRun limited(settings, 20, 1, false);
    return fed(limited, [](Cycle) { return 22; });
  };
  const LoadResult unsettled = run(0.0015, 60'000);
  EXPECT_EQ(unsettled.verdict, LoadVerdict::kUnsettled);
  EXPECT_GT(unsettled.missing.times, 2);
  EXPECT_LT(unsettled.missing.times, 6);
  EXPECT_GT(unsettled.missing.precision, 0.0015);
  const LoadResult longer = run(0.0015, unsettled.missing.times * 60'000);
  EXPECT_EQ(longer.verdict, LoadVerdict::kSettled);
  EXPECT_EQ(longer.missing.times, 0);
  EXPECT_EQ(run(1.25 * unsettled.missing.precision, 60'000).verdict, LoadVerdict::kSettled);
}

// A transient of ten times the latency, of 60,000 cycles, is no part of the mean.
TEST(SteadyRun, LeavesOutTheTransient) {
  LoadSettings settings;
  settings.saturation = 100;
  SteadyRun run(settings, 900, 1, false);
  const LoadResult result = fed(run, [](Cycle now) { return now < 60'000 ? 10'000 : 1000; });
  EXPECT_EQ(result.verdict, LoadVerdict::kSettled);
  EXPECT_GE(result.measured_from, 120'000);
  EXPECT_NEAR(result.latency.mean, 1000, 20);
}

TEST(SteadyRun, IsUnsettledWhereTheLatencyKeepsRising) {
  LoadSettings settings;
  settings.saturation = 1e6;
  settings.most_packets = 100'000;
  SteadyRun run(settings, 100, 1, false);
  const LoadResult result = fed(run, [](Cycle now) { return 100.0 + static_cast<double>(now); });
  EXPECT_EQ(result.verdict, LoadVerdict::kUnsettled);
  EXPECT_FALSE(result.transient_over);
  EXPECT_EQ(result.limit, LoadLimit::kPackets);
  EXPECT_EQ(result.measured_from, 50'000);
  EXPECT_LE(result.measured_to, 100'000);
}

TEST(SteadyRun, IsSaturatedBeyondTheMultipleOfZeroLoad) {
  SteadyRun run({}, 100, 1, false);
  EXPECT_EQ(fed(run, [](Cycle) { return 410; }).verdict, LoadVerdict::kSaturated);
  SteadyRun below({}, 100, 1, false);
  EXPECT_EQ(fed(below, [](Cycle) { return 390; }).verdict, LoadVerdict::kSettled);
}

/// A mean that is drawn anew every thousand cycles, ten windows, from `mean` ± 100 cycles.
LatencyAt in_episodes(double mean) {
  return [mean](Cycle now) {
    SplitMix64 random(static_cast<std::uint64_t>(now / 1000));
    return mean - 100 + static_cast<double>(random.below(201));
  };
}

// 400 batches of eight windows are correlated by 0.4 here: no such precision is wanted, but a run
// of fewer does not know what it has, nor one that knew it at its last look for the first time. It
// says that only more would help.
TEST(SteadyRun, TrustsNoIntervalOfARunThatIsShortBesideItsEpisodes) {
  LoadSettings settings;
  settings.precision = 0.5;
  SteadyRun run(settings, 100, 1, false);
  const LoadResult result = fed(run, in_episodes(200));
  EXPECT_EQ(result.verdict, LoadVerdict::kSettled);
  EXPECT_GT(result.measured_to - result.measured_from, 250'000);
  EXPECT_NEAR(result.latency.mean, 200, 20);
  for (const Cycle most : {60'000, 350'000}) {
    settings.most_cycles = most;
    SteadyRun shorter(settings, 100, 1, false);
    const LoadResult unsettled = fed(shorter, in_episodes(200));
    EXPECT_EQ(unsettled.verdict, LoadVerdict::kUnsettled) << most;
    EXPECT_GT(unsettled.missing.times, 1) << most;
    EXPECT_TRUE(std::isinf(unsettled.missing.precision)) << most;
  }
}

// The mean of n episodes has a standard error of 58/√n cycles: to know 250 to 1 % with 95 %
// confidence takes 2,000 of them, and 350, two thirds of the way from 100 to 400, to 3 % a ninth of
// half as many.
TEST(SteadyRun, NearSaturationIsContentWithLess) {
  LoadSettings settings;
  settings.most_packets = 10'000'000;
  SteadyRun far(settings, 100, 1, false);
  const LoadResult precise = fed(far, in_episodes(250));
  EXPECT_EQ(precise.verdict, LoadVerdict::kSettled);
  EXPECT_LE(precise.latency.half_width, 2.5);
  EXPECT_GT(precise.measured_to, 1'000'000);
  SteadyRun near(settings, 100, 1, false);
  const LoadResult clear = fed(near, in_episodes(350));
  EXPECT_EQ(clear.verdict, LoadVerdict::kSettled);
  EXPECT_GT(clear.latency.half_width, 3.5);
  EXPECT_LE(clear.latency.half_width, 10.5);
  EXPECT_LT(clear.latency.mean + clear.latency.half_width, 400);
  EXPECT_LT(clear.measured_to, 500'000);
}

// Likewise beyond it. What a longer run would have measured, nobody knows.
TEST(SteadyRun, IsSaturatedAsSoonAsItsIntervalIsBeyondTheLimit) {
  SteadyRun run({}, 100, 1, false);
  const LoadResult result = fed(run, in_episodes(450));
  EXPECT_EQ(result.verdict, LoadVerdict::kSaturated);
  EXPECT_EQ(result.limit, LoadLimit::kNone);
  EXPECT_LT(result.measured_to, 200'000);
  EXPECT_TRUE(std::isinf(result.latency.half_width));
  EXPECT_NEAR(result.accepted.mean, 1, 0.01);
}

TEST(SteadyRun, IsStalledWhereNothingArrives) {
  SteadyRun run({}, 10, 1, false);
  const LoadResult result = fed(
      run, [](Cycle) { return 10; }, false);
  EXPECT_EQ(result.verdict, LoadVerdict::kStalled);
  EXPECT_EQ(result.accepted.mean, 0);
  EXPECT_LT(result.measured_to, 5000);
}

TEST(SteadyRun, KeepsAWarmUpAndABatchThatAreGiven) {
  LoadSettings settings;
  settings.warm_up = 123;
  settings.batch = 700;
  SteadyRun run(settings, 900, 1, false);
  const LoadResult result = fed(run, [](Cycle) { return 1000; });
  EXPECT_EQ(result.verdict, LoadVerdict::kSettled);
  EXPECT_EQ(result.measured_from, 123);
  EXPECT_EQ(result.batch, 700);
  EXPECT_EQ((result.measured_to - 123) % 700, 0);
}

}  // namespace
}  // namespace flitcast::test_steady_run
