#include <vector>

#include <gtest/gtest.h>

#include "traffic/steady_state/load_windows.h"

namespace flitcast::test_load_windows {
namespace {

TEST(LoadWindows, CountByTime) {
  LoadWindows windows(100, 10, 3, true);
  windows.create(100, 1, 5);
  windows.create(109, 2, 10);
  windows.arrive(115, 40, 5);
  windows.arrive(119, 2, 1);
  windows.arrive(120, 1, 1);
  const std::vector<LoadBatch> all = windows.until(130);
  ASSERT_EQ(all.size(), 3U);
  EXPECT_EQ(all[0].from, 100);
  EXPECT_EQ(all[0].created_packets, 3U);
  EXPECT_EQ(all[0].created_flits, 15U);
  EXPECT_EQ(all[1].to, 120);
  EXPECT_EQ(all[1].packets, 2U);
  EXPECT_EQ(all[1].latency, 42U);
  EXPECT_EQ(all[1].delivered_flits, 6U);
  EXPECT_EQ(windows.in_network_now(), 3 + 3 - 3);
  EXPECT_EQ(windows.until(150).size(), 5U);  // those without anything, too
}

// Two come at 0 and at 14, one goes at 12: till 17 they were there for 17 and 3 cycles, less 5, of
// which 10 and 7, and −5 of the one that went, fall in the windows.
TEST(LoadWindows, ReachTheEndOfTheTime) {
  LoadWindows windows(0, 10, 0, true);
  windows.create(0, 1, 5);
  windows.arrive(12, 12, 5);
  windows.create(14, 1, 5);
  const std::vector<LoadBatch> all = windows.until(17);
  ASSERT_EQ(all.size(), 2U);
  EXPECT_EQ(all[0].packet_cycles, 10);
  EXPECT_EQ(all[1].from, 10);
  EXPECT_EQ(all[1].to, 17);
  EXPECT_EQ(all[1].packets, 1U);
  EXPECT_EQ(all[1].packet_cycles, 3 - 5);
  EXPECT_TRUE(windows.until(0).empty());
}

TEST(LoadWindows, AreJoinedInPairsWhenThereAreMany) {
  LoadWindows windows(0, 1, 0, true);
  for (Cycle cycle = 0; cycle < 1025; ++cycle) {
    windows.create(cycle, 1, 1);
  }
  EXPECT_EQ(windows.length(), 2);
  const std::vector<LoadBatch> all = windows.until(1024);
  ASSERT_EQ(all.size(), 512U);
  for (const LoadBatch& window : all) {
    EXPECT_EQ(window.created_packets, 2U);
    EXPECT_EQ(window.packet_cycles, 2 + 1);
  }
  windows.create(100'000, 1, 1);  // several times at once
  EXPECT_EQ(windows.length(), 128);
  EXPECT_EQ(windows.until(1024).front().created_packets, 128U);
  EXPECT_EQ(windows.until(1024).front().packet_cycles, 128 * 129 / 2);
}

TEST(LoadWindows, StayAsTheyAreWhereTheLengthIsGiven) {
  LoadWindows windows(0, 1, 0, false);
  windows.create(5000, 1, 1);
  EXPECT_EQ(windows.length(), 1);
  EXPECT_EQ(windows.until(5001).size(), 5001U);
}

/// Windows of ten cycles with so many packets created and arrived in each.
std::vector<LoadBatch> steady(std::size_t count, std::uint64_t created, std::uint64_t arrived) {
  LoadBatch window;
  window.to = 10;
  window.created_packets = created;
  window.packets = arrived;
  return std::vector<LoadBatch>(count, window);
}

// 30 packets at 3 a cycle: 10 cycles each.
TEST(Sojourn, IsByLittlesLaw) {
  EXPECT_TRUE(sojourn_beyond(steady(8, 30, 30), 30, 9.9));
  EXPECT_FALSE(sojourn_beyond(steady(8, 30, 30), 30, 10.1));
}

// A packet of 7 cycles in every window of 10, which comes 3 cycles before its end: there are 1 and
// 0.7 packets at the ends and on average.
TEST(Sojourn, KnowsHowLongPacketsStayBetweenTheEndsOfWindows) {
  LoadWindows windows(0, 10, 0, false);
  windows.create(7, 1, 1);
  for (Cycle window = 1; window < 9; ++window) {
    windows.arrive(10 * window + 4, 7, 1);
    windows.create(10 * window + 7, 1, 1);
  }
  EXPECT_TRUE(sojourn_beyond(windows.until(80), 0, 6.9));
  EXPECT_FALSE(sojourn_beyond(windows.until(80), 0, 7.1));
}

TEST(Sojourn, IsNotToldByWindowsThatAreShorter) {
  EXPECT_TRUE(sojourn_beyond(steady(8, 3, 3), 30, 20));
  EXPECT_FALSE(sojourn_beyond(steady(8, 3, 3), 30, 21)) << "quarters of 20 cycles";
}

TEST(Sojourn, HasToBeTooLongInBothOfTheLastQuarters) {
  std::vector<LoadBatch> windows = steady(8, 30, 30);
  windows[3].created_packets = 1000;  // a burst
  windows[5].packets = 1000;
  EXPECT_FALSE(sojourn_beyond(windows, 0, 5));
}

TEST(StandStill, IsWhenNothingOfWhatWasThereArrives) {
  EXPECT_TRUE(stands_still(steady(8, 1, 0), 0, 10));
  EXPECT_FALSE(stands_still(steady(8, 1, 0), 0, 11)) << "half of the time is 10 cycles";
  EXPECT_FALSE(stands_still(steady(8, 0, 0), 0, 10));
  EXPECT_FALSE(stands_still({}, 1, 0)) << "nothing has been seen yet";
  EXPECT_FALSE(stands_still(steady(8, 1, 1), 1, 10));
  std::vector<LoadBatch> late = steady(8, 0, 0);
  late[6].created_packets = 5;
  EXPECT_FALSE(stands_still(late, 0, 10));
}

}  // namespace
}  // namespace flitcast::test_load_windows
