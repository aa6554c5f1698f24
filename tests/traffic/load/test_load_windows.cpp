#include <vector>

#include <gtest/gtest.h>

#include "traffic/load/load_windows.h"

namespace flitcast {
namespace {

TEST(LoadWindows, CountByTime) {
  LoadWindows windows(100, 10, 3, true);
  windows.create(100, 1, 5);
  windows.create(109, 2, 10);
  windows.arrive(115, 40, 5);
  windows.arrive(119, 2, 1);
  windows.arrive(120, 1, 1);
  const std::vector<LoadBatch> all = windows.until(129);
  ASSERT_EQ(all.size(), 2U);
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
  }
  windows.create(100'000, 1, 1);  // several times at once
  EXPECT_EQ(windows.length(), 128);
  EXPECT_EQ(windows.until(1024).front().created_packets, 128U);
}

TEST(LoadWindows, StayAsTheyAreWhereTheLengthIsGiven) {
  LoadWindows windows(0, 1, 0, false);
  windows.create(5000, 1, 1);
  EXPECT_EQ(windows.length(), 1);
  EXPECT_EQ(windows.until(5001).size(), 5001U);
}

/// Windows of a cycle with so many packets created and arrived in each.
std::vector<LoadBatch> steady(std::size_t count, std::uint64_t created, std::uint64_t arrived) {
  LoadBatch window;
  window.to = 1;
  window.created_packets = created;
  window.packets = arrived;
  return std::vector<LoadBatch>(count, window);
}

// 30 packets at 3 a cycle: 10 cycles each.
TEST(Sojourn, IsByLittlesLaw) {
  EXPECT_TRUE(sojourn_beyond(steady(8, 3, 3), 30, 9.9));
  EXPECT_FALSE(sojourn_beyond(steady(8, 3, 3), 30, 10.1));
}

TEST(Sojourn, HasToBeTooLongInBothOfTheLastQuarters) {
  std::vector<LoadBatch> windows = steady(8, 3, 3);
  windows[3].created_packets = 100;  // a burst
  windows[5].packets = 100;
  EXPECT_FALSE(sojourn_beyond(windows, 0, 5));
}

TEST(StandStill, IsWhenNothingOfWhatWasThereArrives) {
  EXPECT_TRUE(stands_still(steady(8, 1, 0), 0));
  EXPECT_FALSE(stands_still(steady(8, 0, 0), 0));
  EXPECT_FALSE(stands_still(steady(8, 1, 1), 1));
  std::vector<LoadBatch> late = steady(8, 0, 0);
  late[6].created_packets = 5;
  EXPECT_FALSE(stands_still(late, 0));
}

}  // namespace
}  // namespace flitcast
