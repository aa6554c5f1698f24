#include <algorithm>
#include <map>
#include <vector>

#include <gtest/gtest.h>

#include "hw/time/far_wakes.h"
#include "traffic/schedule/random.h"

namespace flitcast::test_far_wakes {
namespace {

constexpr Cycle kBlock = FarWakes::kBlock;

/// What is taken at `now`: dates and causes.
std::multimap<Cycle, std::uint64_t> take(FarWakes& wakes, Cycle now) {
  std::multimap<Cycle, std::uint64_t> taken;
  wakes.take(now, [&](const FarWakes::Wake& wake) { taken.emplace(wake.at, wake.whom.causes); });
  return taken;
}

TEST(FarWakes, HasNothingAtFirst) {
  FarWakes wakes;
  EXPECT_EQ(wakes.next(), FarWakes::kNone);
  EXPECT_EQ(wakes.take_at(), FarWakes::kNone);
  EXPECT_TRUE(take(wakes, 1'000'000).empty());
}

// Distances around every power of two: all levels, first and last slots.
TEST(FarWakes, HandsOutInTheBlockOfTheDateWhateverTheDistance) {
  for (int power = 4; power < 62; ++power) {
    for (const Cycle offset : {-1, 0, 1, 15, 16, 17}) {
      for (const Cycle now : {Cycle{-1}, Cycle{0}, Cycle{15}, Cycle{1023}, Cycle{123'456'789}}) {
        const Cycle at = now + (Cycle{1} << power) + kBlock + offset;
        FarWakes wakes;
        wakes.add({at, {nullptr, 7}}, now);
        ASSERT_EQ(wakes.next(), at);
        ASSERT_LE(wakes.take_at(), at);
        ASSERT_GT(wakes.take_at(), now);
        const Cycle block = at / kBlock * kBlock;
        ASSERT_TRUE(take(wakes, std::max(now, block - 1)).empty()) << now << " to " << at;
        ASSERT_EQ(wakes.next(), at);
        ASSERT_EQ(take(wakes, block), (std::multimap<Cycle, std::uint64_t>{{at, 7}}));
        ASSERT_EQ(wakes.next(), FarWakes::kNone);
      }
    }
  }
}

TEST(FarWakes, HandsOutAllOfABlockAtOnce) {
  FarWakes wakes;
  wakes.add({1600, {nullptr, 1}}, 0);
  wakes.add({1615, {nullptr, 2}}, 40);
  wakes.add({1616, {nullptr, 3}}, 40);
  EXPECT_TRUE(take(wakes, 1590).empty());
  wakes.add({1603, {nullptr, 4}}, 1590);
  EXPECT_EQ(wakes.next(), 1600);
  EXPECT_EQ(take(wakes, 1600),
            (std::multimap<Cycle, std::uint64_t>{{1600, 1}, {1603, 4}, {1615, 2}}));
  EXPECT_EQ(wakes.next(), 1616);
}

// Time goes on by small and by large steps, never past the next date.
TEST(FarWakes, DoesWhatASortedListDoes) {
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    SplitMix64 random(seed);
    FarWakes wakes;
    std::multimap<Cycle, std::uint64_t> expected;
    Cycle now = -1;
    for (std::uint64_t cause = 0; cause < 3000; ++cause) {
      const std::uint64_t reach = std::uint64_t{1} << random.below(seed % 2 == 0 ? 12 : 40);
      const Cycle at = now + kBlock + static_cast<Cycle>(random.below(reach));
      wakes.add({at, {nullptr, cause}}, now);
      expected.emplace(at, cause);
      if (random.below(3) != 0) {
        continue;
      }
      const Cycle first = expected.empty() ? now + 1000 : expected.begin()->first;
      ASSERT_TRUE(expected.empty() || wakes.next() == first);
      now = random.below(2) == 0 ? first
                                 : std::min(first, now + 1 + static_cast<Cycle>(random.below(40)));
      const auto end = expected.lower_bound((now / kBlock + 1) * kBlock);
      ASSERT_EQ(take(wakes, now), (std::multimap<Cycle, std::uint64_t>(expected.begin(), end)));
      expected.erase(expected.begin(), end);
    }
  }
}

}  // namespace
}  // namespace flitcast::test_far_wakes
