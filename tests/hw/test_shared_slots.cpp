#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <queue>
#include <vector>

#include <gtest/gtest.h>

#include "hw/link/shared_slots.h"
#include "traffic/schedule/random.h"

namespace flitcast::test_shared_slots {
namespace {

/// A writer that can be woken.
struct Writer {
  Writer() { wakes.enlist(alarm); }
  /// The causes for which it is woken in `cycle`.
  std::uint64_t causes_in(Cycle cycle) {
    wakes.enter(cycle, [](std::size_t /*word*/, std::uint64_t /*bits*/) {});
    return alarm.take(cycle);
  }
  WakeQueue wakes;
  Alarm alarm;
};

TEST(SharedSlots, AVirtualChannelHasItsOwnSlotsAndThePool) {
  SharedSlots slots(3, 1, 2);
  for (int i = 0; i < 3; ++i) {
    ASSERT_TRUE(slots.has_room(0, 0));
    slots.take(0, 0);
  }
  EXPECT_FALSE(slots.has_room(0, 0));
  EXPECT_EQ(slots.pool_taken(), 2);
  for (const int vc : {1, 2}) {
    EXPECT_EQ(slots.free_slots(vc, 0), 1);
    ASSERT_TRUE(slots.has_room(vc, 0));
    slots.take(vc, 0);
    EXPECT_FALSE(slots.has_room(vc, 0));
  }
}

// The first slot that virtual channel 0 gives back is one of the pool: the other one may have it.
TEST(SharedSlots, ASlotBeyondItsOwnGoesBackToThePool) {
  Writer writer;
  SharedSlots slots(2, 1, 1);
  for (const int vc : {0, 0, 1}) {
    ASSERT_TRUE(slots.has_room(vc, 0));
    slots.take(vc, 0);
  }
  slots.give_back(0, 4, writer.wakes);
  EXPECT_FALSE(slots.has_room(1, 3)) << "the credit is not back yet";
  EXPECT_TRUE(slots.has_room(1, 4));
  slots.take(1, 0);
  EXPECT_FALSE(slots.has_room(0, 4));
  slots.give_back(0, 6, writer.wakes);
  EXPECT_FALSE(slots.has_room(1, 6)) << "this one was its own";
  EXPECT_TRUE(slots.has_room(0, 6));
}

TEST(SharedSlots, WhoWaitsIsWokenForTheNextCredit) {
  Writer writer;
  SharedSlots slots(2, 1, 0);
  ASSERT_TRUE(slots.has_room(0, 0));
  slots.take(0, 0);
  ASSERT_FALSE(slots.has_room(0, 1));
  EXPECT_EQ(slots.await(0, 1, {&writer.alarm, 2}), SharedSlots::kOpen);
  slots.give_back(0, 3, writer.wakes);
  EXPECT_EQ(writer.causes_in(3), 2U);
  EXPECT_TRUE(slots.has_room(0, 3));
  slots.take(0, 0);
  // One that has room waits no longer, and one that knows the date need not be woken.
  slots.give_back(0, 5, writer.wakes);
  EXPECT_EQ(writer.causes_in(5), 0U);
  EXPECT_EQ(slots.await(0, 4, {&writer.alarm, 2}), 5);
}

// Slots taken and given back at random: what is taken beyond one's own is the pool's, there are
// never more than there are, and nobody is without his own.
TEST(SharedSlots, NeverGiveMoreThanThereAre) {
  constexpr int kVcs = 4;
  for (const Cycle own : {1, 2, 3}) {
    for (const Cycle pool : {0, 1, 7}) {
      Writer writer;
      SharedSlots slots(kVcs, own, pool);
      SplitMix64 random(static_cast<std::uint64_t>(10 * own + pool));
      std::vector<std::queue<Cycle>> credits(kVcs);  // dates
      std::vector<Cycle> held(kVcs, 0);              // flits, and credits on their way
      Cycle most_of_pool = 0;
      for (Cycle now = 0; now < 2000; ++now) {
        Cycle beyond = 0;
        for (std::size_t vc = 0; vc < kVcs; ++vc) {
          for (; !credits[vc].empty() && credits[vc].front() <= now; credits[vc].pop()) {
            --held[vc];
          }
          beyond += std::max<Cycle>(0, held[vc] - own);
        }
        const auto vc = random.below(kVcs);
        const bool room = held[vc] < own || beyond < pool;
        ASSERT_EQ(slots.free_slots(static_cast<int>(vc), now) > 0, room);
        ASSERT_EQ(slots.has_room(static_cast<int>(vc), now), room);
        ASSERT_EQ(slots.pool_taken(), beyond);
        most_of_pool = std::max(most_of_pool, beyond);
        if (room) {
          slots.take(static_cast<int>(vc), 0);
          ++held[vc];
        }
        const auto other = random.below(kVcs);
        if (static_cast<std::size_t>(held[other]) > credits[other].size() && random.below(2) == 0) {
          const Cycle at = now + 1 + (credits[other].empty() ? 0 : 1);
          credits[other].push(at);
          slots.give_back(static_cast<int>(other), at, writer.wakes);
        }
      }
      EXPECT_EQ(most_of_pool, pool);
    }
  }
}

}  // namespace
}  // namespace flitcast::test_shared_slots
