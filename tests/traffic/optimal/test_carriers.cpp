#include <gtest/gtest.h>

#include "traffic/optimal/carriers.h"

namespace flitcast::test_carriers {
namespace {

/// The same by trying one time after the other, for as many carriers as there are.
ChunkTime counted(const std::vector<Carrier>& carriers, ChunkTime chunks) {
  for (ChunkTime end = 0;; ++end) {
    ChunkTime there = 0;
    for (const Carrier& each : carriers) {
      for (ChunkTime at = each.from + each.time; at <= end; at += each.time) {
        ++there;
      }
    }
    if (there >= chunks) {
      return end;
    }
  }
}

TEST(Carriers, BringChunksSideBySide) {
  const std::vector<std::vector<Carrier>> sets = {
      {{0, 1}}, {{5, 3}}, {{0, 1}, {0, 2}}, {{0, 2}, {1, 3}, {4, 1}}, {{7, 7}, {0, 2}}};
  for (const auto& carriers : sets) {
    for (ChunkTime chunks = 0; chunks < 20; ++chunks) {
      EXPECT_EQ(least_time(carriers, carriers.size(), static_cast<std::uint64_t>(chunks)),
                counted(carriers, chunks));
    }
  }
}

TEST(Carriers, AreNoFasterThanThoseThatWorkAtATime) {
  EXPECT_EQ(least_time({{0, 1}, {0, 1}, {0, 1}}, 1, 7), 7);
  EXPECT_EQ(least_time({{0, 1}, {0, 1}, {0, 1}}, 2, 7), 4);
  EXPECT_EQ(least_time({{3, 2}, {4, 5}}, 1, 2), 7);
}

TEST(Carriers, BringNothingWhereThereAreNone) {
  EXPECT_EQ(least_time({}, 0, 0), 0);
  EXPECT_EQ(least_time({}, 0, 1), kUnreached);
}

}  // namespace
}  // namespace flitcast::test_carriers
