#include <gtest/gtest.h>

#include "tb/explore/choose/over/crossings.h"
#include "tb/explore/choose/over/pair_comparison.h"

namespace flitcast::explore::test_crossover {
namespace {

using Values = std::vector<std::int64_t>;

bool any(std::int64_t /*value*/) {
  return true;
}

Crossings crossings(std::int64_t from, std::int64_t to,
                    const std::function<std::int64_t(std::int64_t)>& difference) {
  return find_crossings(scan_values(from, to), difference);
}

TEST(ScanValues, AreTheEndsAndPowersOfFourBetween) {
  EXPECT_EQ(scan_values(1, 65536), (Values{1, 4, 16, 64, 256, 1024, 4096, 16384, 65536}));
  EXPECT_EQ(scan_values(3, 50), (Values{3, 12, 48, 50}));
  EXPECT_EQ(scan_values(0, 9), (Values{0, 1, 4, 9}));
  EXPECT_EQ(scan_values(7, 7), Values{7});
  EXPECT_EQ(scan_values(0, 0), Values{0});
}

TEST(Playable, TakesTheNearestInsteadOfWhatCannotBePlayed) {
  const auto multiple_of_8 = [](std::int64_t value) { return value > 0 && value % 8 == 0; };
  EXPECT_EQ(playable({1, 4, 16, 63, 250}, multiple_of_8), (Values{8, 16, 64, 248}));
  EXPECT_EQ(playable({1, 4, 6}, multiple_of_8), Values{});
  EXPECT_EQ(playable({1, 4, 6}, any), (Values{1, 4, 6}));
}

// a·value + b against c·value + d, every threshold from 1 to 99.
TEST(Crossings, AreFoundToTheUnit) {
  for (std::int64_t threshold = 2; threshold <= 99; ++threshold) {
    const Crossings found =
        crossings(1, 100, [=](std::int64_t value) { return 2 * (value - threshold) + 1; });
    ASSERT_EQ(found.found.size(), 1U) << threshold;
    EXPECT_EQ(found.found[0].last, threshold - 1);
    EXPECT_EQ(found.found[0].first, threshold);
    EXPECT_TRUE(found.found[0].first_leads);
    EXPECT_FALSE(found.found[0].equal_between);
  }
}

TEST(Crossings, LeaveValuesOutWhereBothTakeAsLong) {
  const Crossings found = crossings(1, 1000, [](std::int64_t value) {
    return value < 40 ? 5 : value < 57 ? 0 : -1;
  });
  ASSERT_EQ(found.found.size(), 1U);
  EXPECT_EQ(found.found[0].last, 39);
  EXPECT_EQ(found.found[0].first, 57);
  EXPECT_FALSE(found.found[0].first_leads);
  EXPECT_TRUE(found.found[0].equal_between);
}

TEST(Crossings, AreSeveralWhereTheScanSeesThem) {
  const Crossings found =
      crossings(1, 1000, [](std::int64_t value) { return value < 10 || value > 500 ? -1 : 1; });
  ASSERT_EQ(found.found.size(), 2U);
  EXPECT_EQ(found.found[0].first, 10);
  EXPECT_EQ(found.found[1].last, 500);
  EXPECT_FALSE(found.found[1].first_leads);
}

TEST(Crossings, AreNoneWhereOneIsFasterThroughout) {
  const Crossings ahead = crossings(1, 50, [](std::int64_t value) { return value - 51; });
  EXPECT_TRUE(ahead.found.empty());
  EXPECT_EQ(ahead.first_leads, true);
  const Crossings equal = crossings(1, 50, [](std::int64_t) { return 0; });
  EXPECT_TRUE(equal.found.empty());
  EXPECT_EQ(equal.first_leads, std::nullopt);
  EXPECT_TRUE(equal.equal_somewhere);
}

TEST(Crossings, LieBetweenNeighboursThatCanBePlayed) {
  const Difference difference = [](std::int64_t value) -> std::optional<std::int64_t> {
    return value % 8 == 0 ? std::optional(value - 100) : std::nullopt;
  };
  const Crossings found = find_crossings({8, 512}, difference);
  ASSERT_EQ(found.found.size(), 1U);
  EXPECT_EQ(found.found[0].last, 96);
  EXPECT_EQ(found.found[0].first, 104);
  EXPECT_FALSE(found.found[0].equal_between);
}

TEST(MeetingPoint, IsWhereTwoLinesMeet) {
  const TimingModel model{24, 2, 1, 0, 0};
  // Q6: 63·t_s + 192·t_d + 63·μ against 6·t_s + 6·t_d + 192·μ: (57·24 + 186·2) / 129.
  EXPECT_DOUBLE_EQ(*meeting_point({63, 192, 63, 0, 0, 0}, model, {6, 6, 192, 0, 0, 0}, model),
                   1740.0 / 129);
  EXPECT_EQ(meeting_point({1, 2, 3, 0, 0, 0}, model, {9, 9, 3, 0, 0, 0}, model), std::nullopt);
}

}  // namespace
}  // namespace flitcast::explore::test_crossover
