#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include "tb/explore/choose/simulated_excess.h"

namespace flitcast::explore::test_simulated_excess {
namespace {

const std::vector<std::uint32_t> kSizes{1, 2, 4, 8, 16, 32, 64, 128};

TEST(SimulatedExcess, LiesOnLinesBetweenWhatWasSimulated) {
  SimulatedExcess excess(kSizes);
  EXPECT_TRUE(excess.empty());
  EXPECT_EQ(excess.at(3, 1), 0);
  excess.record(2, 0);  // of 4 flits
  EXPECT_TRUE(excess.is_zero());
  excess.record(5, 28);  // of 32 flits: one cycle per flit more
  EXPECT_FALSE(excess.is_zero());
  EXPECT_EQ(excess.at(0, 1), 0);
  EXPECT_EQ(excess.at(3, 1), 4);
  EXPECT_EQ(excess.at(4, 1), 12);
  EXPECT_EQ(excess.at(5, 1), 28);
  EXPECT_EQ(excess.at(7, 1), 28 + 96);
  EXPECT_EQ(excess.at(7, 0.5), 28 + 48);
}

TEST(SimulatedExcess, DoesNotShrinkBeyondWhatWasSimulated) {
  SimulatedExcess excess(kSizes);
  excess.record(0, 9);
  EXPECT_EQ(excess.at(7, 1), 9);
  excess.record(3, 2);
  EXPECT_EQ(excess.at(7, 1), 2);
}

TEST(SimulatedExcess, IsKnownWhereThreeLieOnALine) {
  SimulatedExcess excess(kSizes);
  excess.record(2, 3);
  excess.record(4, 15);
  EXPECT_FALSE(excess.is_known_to_grow());
  ASSERT_EQ(excess.unknown_gaps().size(), 1U);
  EXPECT_EQ(excess.unknown_gaps()[0].low, 2U);
  EXPECT_EQ(excess.unknown_gaps()[0].high, 4U);
  EXPECT_EQ(excess.unknown_gaps()[0].least, 3);
  SimulatedExcess bent = excess;
  excess.record(6, 63);
  EXPECT_TRUE(excess.is_known_to_grow());
  EXPECT_TRUE(excess.unknown_gaps().empty());
  bent.record(6, 64);
  EXPECT_FALSE(bent.is_known_to_grow());
  EXPECT_EQ(bent.unknown_gaps().size(), 2U);
}

TEST(SimulatedExcess, OfShortMessagesOrCloseSizesSaysNothingOfLongOnes) {
  SimulatedExcess of_short(kSizes);
  for (const std::size_t size : {0U, 2U, 5U}) {
    of_short.record(size, 0);
  }
  EXPECT_FALSE(of_short.is_known_to_grow());
  SimulatedExcess close(kSizes);
  for (const std::size_t size : {5U, 6U, 7U}) {
    close.record(size, 0);
  }
  EXPECT_FALSE(close.is_known_to_grow());
}

TEST(SimulatedExcess, HasNoGapBetweenNeighboursOrEquals) {
  SimulatedExcess excess(kSizes);
  excess.record(0, 5);
  excess.record(1, 9);
  EXPECT_TRUE(excess.unknown_gaps().empty());
  excess.record(7, 9);
  EXPECT_TRUE(excess.unknown_gaps().empty());
}

}  // namespace
}  // namespace flitcast::explore::test_simulated_excess
