#include <algorithm>
#include <cstdint>
#include <deque>
#include <numeric>
#include <vector>

#include <gtest/gtest.h>

#include "hw/fast/worm_dates.h"
#include "tests/hw/fast/drawn_plan.h"
#include "tests/hw/fast/laid_trail.h"
#include "tests/hw/fast/worm_plan.h"

namespace flitcast::test_worm_dates {
namespace {

std::uint32_t flits_of(const WormPlan& plan) {
  return static_cast<std::uint32_t>(plan.arrives.size());
}

// Whether flits wait for credits of others of the worm.
bool waits_for_own_credits(const WormPlan& plan) {
  for (std::size_t hop = 1; hop < plan.hops.size(); ++hop) {
    if (flits_of(plan) > plan.hops[hop - 1].first + plan.links[hop].buffer) {
      return true;
    }
  }
  return false;
}

void expect_dates(const WormPlan& plan, WormDates& dates) {
  const FlitDates due(plan);
  const LaidTrail laid(plan, due);
  const std::uint32_t flits = flits_of(plan);
  dates.compute(laid.trail(), flits, due.left(0, 0));
  ASSERT_EQ(dates.head(), due.left(0, 0));
  for (std::size_t hop = 0; hop < plan.hops.size(); ++hop) {
    ASSERT_EQ(dates.tail(hop), due.tail(hop)) << "hop " << hop;
    ASSERT_EQ(dates.waited(hop), due.waited(hop)) << "hop " << hop;
    if (plan.hops[hop].copies) {
      ASSERT_EQ(dates.copied(hop), due.copied(hop, flits - 1)) << "hop " << hop;
    }
    const std::uint32_t buffer = plan.links[hop + 1].buffer;
    const std::uint32_t kept = flits > buffer ? flits - buffer : 0;
    for (std::uint32_t k = std::max(plan.hops[hop].first, kept); k < flits; ++k) {
      ASSERT_EQ(dates.left(hop, k), due.left(hop, k)) << "hop " << hop << ", flit " << k;
    }
  }
}

/// How many of the drawn worms came to which steady state.
struct Modes {
  int even = 0;
  int steady = 0;    // uneven at first, never without room
  int periodic = 0;  // slower than the links, as their credits allow, for many buffers' time
  int copies_lag = 0;

  void count(const WormPlan& plan) {
    const FlitDates due(plan);
    const std::uint32_t flits = flits_of(plan);
    const bool long_rest = flits - plan.sent > 20;
    if (due.even()) {
      ++even;
    } else if (!waits_for_own_credits(plan)) {
      steady += long_rest ? 1 : 0;
    } else {
      const std::uint32_t buffer = plan.links[1].buffer;
      Cycle slowest = 1;
      for (const WormPlan::Link& link : plan.links) {
        slowest = std::max(slowest, link.interval);
      }
      const Cycle last = due.tail(0) - due.left(0, flits - 1 - std::min(buffer, flits - 1));
      const bool slow = last > slowest * Cycle{buffer};
      periodic += (flits - plan.sent) / buffer > 8 && slow ? 1 : 0;
    }
    for (std::size_t hop = 1; hop < plan.hops.size(); ++hop) {
      const bool lags = due.copied(hop, flits - 1) > due.arrived(hop, flits - 1);
      copies_lag += plan.hops[hop].copies && lags ? 1 : 0;
    }
  }
};

TEST(WormDates, AreThoseOfTheFlitsOneByOne) {
  const std::uint64_t worms = from_environment("FLITCAST_WORMS", 6000);
  const std::uint64_t first = from_environment("FLITCAST_WORMS_SEED", 1);
  Modes modes;
  WormDates dates;
  for (std::uint64_t seed = first; seed < first + worms; ++seed) {
    const WormPlan plan = PlanDrawer(seed).plan();
    modes.count(plan);
    expect_dates(plan, dates);
    if (HasFatalFailure()) {
      FAIL() << "seed " << seed;
    }
  }
  const auto enough = static_cast<int>(worms / 60);
  EXPECT_GT(modes.even, enough);
  EXPECT_GT(modes.steady, enough);
  EXPECT_GT(modes.periodic, enough);
  EXPECT_GT(modes.copies_lag, enough);
}

/// A worm of `flits` flits that its source hands over from cycle 9 on, one a cycle, `sent` of them
/// so far; hop i has sent first[i].
WormPlan from_source(std::uint32_t flits, std::uint32_t sent,
                     const std::vector<std::uint32_t>& first) {
  WormPlan plan;
  plan.arrives.resize(flits);
  std::iota(plan.arrives.begin(), plan.arrives.end(), Cycle{9});
  plan.sent = sent;
  for (const std::uint32_t count : first) {
    plan.hops.emplace_back().first = count;
  }
  plan.links.resize(first.size() + 1);
  return plan;
}

/// The dates of a worm whose state a plan describes.
class PlannedDates : public testing::Test {
 protected:
  void compute(const WormPlan& plan, Cycle now) {
    plan_ = plan;
    due_.emplace_back(plan_);
    laid_.emplace_back(plan_, due_.back());
    dates_.compute(laid_.back().trail(), flits_of(plan), now);
  }

  WormPlan plan_;
  std::deque<FlitDates> due_;
  std::deque<LaidTrail> laid_;
  WormDates dates_;
};

// Two hops without contention: the header is at hop 1 at 9, at hop 0 at 10; a flit a cycle.
TEST_F(PlannedDates, AFreeWormPassesAFlitACycle) {
  WormPlan plan = from_source(100, 30, {0, 1});
  plan.links[1].buffer = 2;
  compute(plan, 10);
  EXPECT_EQ(dates_.head(), 10);
  EXPECT_EQ(dates_.tail(0), 10 + 99);
  EXPECT_EQ(dates_.tail(1), 9 + 99);
  EXPECT_EQ(dates_.waited(1), 0);
  EXPECT_EQ(dates_.left(0, 98), 108);
}

// One slot between two hops: the header leaves it at 10, its credit is back at 11, where flit 1 has
// stood since 10; it leaves hop 0 at 12. So every flit comes two cycles after the one before, and
// after the first waits for a cycle from when the link would take it.
TEST_F(PlannedDates, OneSlotPassesAFlitARoundTrip) {
  for (const std::uint32_t flits : {2U, 3U, 5U, 8U, 1000U}) {
    WormPlan plan = from_source(flits, std::min(flits, 30U), {0, 1});
    plan.links[1].buffer = 1;
    compute(plan, 10);
    const Cycle rest = flits - 1;
    EXPECT_EQ(dates_.tail(0), 10 + 2 * rest);
    EXPECT_EQ(dates_.tail(1), 9 + 2 * rest);
    EXPECT_EQ(dates_.waited(1), rest);
  }
}

// A link that takes a flit every other cycle, four slots behind it. The header is at hop 0 at 10
// and has waited for its output until 30, flits 1 … 3 with it; flit 4 has stood at hop 1 since the
// link would have taken it, at 9 + 4·2. Then a flit a cycle goes, and hop 1 follows with the
// credits, two cycles apart at the least:
//     flit      0   1   2   3   4   5   6   7   8   9
//     hop 0    30  31  32  33  34  35  36  38  40  42
//     credit   31  32  33  34  ...
//     hop 1                    31  33  35  37  39  41
TEST_F(PlannedDates, AQueueIsWorkedOffBeforeTheLinkSetsThePace) {
  for (const std::uint32_t flits : {10U, 500U}) {
    WormPlan plan = from_source(flits, 8, {0, 4});
    plan.links[1] = {1, 2, 4};
    plan.header_waits = 20;
    compute(plan, 30);
    EXPECT_EQ(dates_.head(), 30);
    EXPECT_EQ(dates_.tail(0), 42 + 2 * (Cycle{flits} - 10));
    EXPECT_EQ(dates_.tail(1), 41 + 2 * (Cycle{flits} - 10));
    EXPECT_EQ(dates_.waited(1), 31 - 17);
    EXPECT_EQ(dates_.waited(0), 0);
  }
}

// As much room as the worm needs: 6 flits have gathered at hop 0 when the header goes at 25, one a
// cycle; the link brings one every third cycle, flit k at 10 + 3k. So flit k leaves at 25 + k as
// long as it is there by then (10 + 3k <= 25 + k: up to flit 7), then when it comes.
TEST_F(PlannedDates, AQueueIsWorkedOffWithoutCreditsToo) {
  WormPlan plan = from_source(60, 20, {0, 6});
  plan.links[1] = {1, 3, 100};
  plan.header_waits = 15;
  compute(plan, 25);
  EXPECT_EQ(dates_.tail(0), 10 + 3 * 59);
  EXPECT_EQ(dates_.left(0, 7), 32);
  EXPECT_EQ(dates_.left(0, 8), 34);
  EXPECT_EQ(dates_.tail(1), 9 + 3 * 59);
  EXPECT_EQ(dates_.waited(1), 0);
}

// Flit 2 has left hop 1 ahead of its time, at 25 instead of 15: it and those behind it come as
// evenly after the header, which goes on at 20, as if nothing had been. But flit 1 has been there
// since 13.
TEST_F(PlannedDates, WhatHasGatheredGoesOnFasterThanWhatFollowsEvenly) {
  WormPlan plan = from_source(6, 6, {0, 3});
  plan.links[1] = {1, 3, 8};
  plan.hops[1].stalls = {0, 0, 10};
  plan.header_waits = 10;
  compute(plan, 20);
  EXPECT_EQ(dates_.left(0, 1), 21);
  EXPECT_EQ(dates_.left(0, 2), 26);
  EXPECT_EQ(dates_.tail(0), 26 + 3 * 3);
}

// Two slots, which an earlier worm gives back for 8 and for 16. The header takes the first and
// leaves hop 1 at 9, and hop 0, after that worm, at 16. Flit 1 could leave hop 1 at 10 and waits
// for 6 cycles; it is there, and goes on, at 17. The header's credit is back then: flit 2 leaves
// hop 1 at 17, flit 3 at 18, and hop 0 a cycle later.
TEST_F(PlannedDates, CreditsOfAnEarlierWormAreWaitedFor) {
  WormPlan plan = from_source(4, 4, {0, 1});
  plan.links[1].buffer = 2;
  plan.links[1].credits = {8, 16};
  plan.header_waits = 6;
  compute(plan, 16);
  EXPECT_EQ(dates_.waited(1), 6);
  EXPECT_EQ(dates_.left(0, 1), 17);
  EXPECT_EQ(dates_.tail(0), 19);
  EXPECT_EQ(dates_.tail(1), 18);
}

// Hop 1 copies. Its output for that was busy until 40, flit 1 has been there since 10, and the tail
// came at 18: the copies go one a cycle from 40 on, however fast the worm passes.
TEST_F(PlannedDates, ACopyMayLagBehind) {
  WormPlan plan = from_source(10, 10, {0, 1});
  plan.links[1].buffer = 16;
  plan.hops[1].copies = true;
  plan.hops[1].copy_from = 40;
  compute(plan, 10);
  EXPECT_EQ(dates_.tail(0), 19);
  EXPECT_EQ(dates_.copied(1), 40 + 8);
}

// The copy's output is busy until 40, flits come every third cycle, flit k at 9 + 3k: the copy
// catches up with flit k when 9 + 3k >= 40 + (k − 1).
TEST_F(PlannedDates, ACopyCatchesUpWithASlowLink) {
  for (const std::uint32_t flits : {5U, 15U, 16U, 17U, 18U}) {
    WormPlan plan = from_source(flits, flits, {0, 1, 2});
    plan.links[1].buffer = plan.links[2].buffer = 40;
    plan.links[2].interval = 3;
    plan.hops[1].copies = true;
    plan.hops[1].copy_from = 40;
    compute(plan, 11);
    const Cycle last = flits - 1;
    EXPECT_EQ(dates_.copied(1), std::max(10 + 3 * last, 40 + last - 1)) << flits;
  }
}

}  // namespace
}  // namespace flitcast::test_worm_dates
