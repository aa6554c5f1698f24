#include <algorithm>
#include <deque>
#include <iterator>
#include <set>
#include <utility>

#include <gtest/gtest.h>

#include "hw/link/flit_ring.h"
#include "traffic/schedule/random.h"

namespace flitcast {
namespace {

Flit body(std::uint32_t sequence, PacketHandle packet = 0) {
  return {Word{sequence} * 3 + 1, packet, sequence, flit_kind::kBody, 0};
}
Flit of_kind(int kind, std::uint32_t sequence = 0) {
  return {0, 0, sequence, static_cast<std::uint16_t>(kind), 0};
}

struct Ring : FlitRing {
  explicit Ring(Cycle capacity) {
    set_capacity(capacity);
    open();
  }
};

TEST(FlitRing, HasNoStorageUntilItIsOpened) {
  FlitRing ring;
  ring.set_capacity(100);
  EXPECT_FALSE(ring.is_open());
  ring.open();
  EXPECT_TRUE(ring.is_open());
  EXPECT_EQ(ring.capacity(), 100U);
  EXPECT_FALSE(ring.occupied());
  EXPECT_FALSE(ring.ready(1000));
}

TEST(FlitRing, FlitIsReadableFromItsDateOn) {
  Ring ring(4);
  ring.push(body(0), 7);
  ring.push(body(1), 9);
  EXPECT_TRUE(ring.occupied());
  EXPECT_FALSE(ring.ready(6));
  EXPECT_TRUE(ring.ready(7));
  EXPECT_EQ(ring.front_time(), 7);
  EXPECT_TRUE(ring.occupied_at(1));
  EXPECT_FALSE(ring.ready_at(1, 8));
  EXPECT_TRUE(ring.ready_at(1, 9));
  EXPECT_EQ(ring.peek(1).sequence, 1U);
  EXPECT_EQ(ring.peek_time(1), 9);
  EXPECT_FALSE(ring.occupied_at(2));
  EXPECT_FALSE(ring.occupied_at(100));
}

TEST(FlitRing, OneSlotIsOneCredit) {
  Ring ring(1);
  for (Cycle cycle = 0; cycle < 50; cycle += 5) {
    ASSERT_TRUE(ring.can_push(cycle));
    ring.push(body(static_cast<std::uint32_t>(cycle)), cycle + 1);
    ASSERT_FALSE(ring.can_push(cycle + 1));
    ASSERT_EQ(ring.room_from(cycle + 1), FlitRing::kOpen);
    ASSERT_EQ(ring.front().sequence, cycle);
    ring.pop(cycle + 5);
    ASSERT_FALSE(ring.occupied());
    ASSERT_FALSE(ring.can_push(cycle + 4));
    ASSERT_EQ(ring.room_from(cycle + 1), cycle + 5);
    ASSERT_EQ(ring.room_from(cycle + 8), cycle + 8);
  }
}

TEST(FlitRing, PushTellsWhenTheReaderMayBeAsleep) {
  Ring ring(4);
  EXPECT_TRUE(ring.push(body(0), 1));
  EXPECT_FALSE(ring.push(body(1), 2));
  EXPECT_FALSE(ring.push(of_kind(flit_kind::kBody | flit_kind::kTail), 3));
  ring.set_wake_kinds(flit_kind::kTail);
  EXPECT_TRUE(ring.push(of_kind(flit_kind::kBody | flit_kind::kTail), 4));
  for (int i = 0; i < 4; ++i) {
    ring.pop(10);
  }
  EXPECT_TRUE(ring.push(of_kind(flit_kind::kHead), 11));
  EXPECT_FALSE(ring.push(body(0), 12));
}

TEST(FlitRing, PopOfTheAwaitedSlotWakesTheWriterOnce) {
  Ring ring(3);
  for (std::uint32_t i = 0; i < 3; ++i) {
    ring.push(body(i), 1);
  }
  EXPECT_EQ(ring.await_room(2, 5), FlitRing::kOpen);  // two slots: the second pop
  EXPECT_EQ(ring.pop(10), 0U);
  EXPECT_EQ(ring.pop(11), std::uint64_t{1} << 5);
  EXPECT_EQ(ring.pop(12), 0U);
  EXPECT_EQ(ring.await_room(1, 5), 10);  // known already: nobody will be woken
  EXPECT_EQ(ring.await_room(3, 5), 12);
  for (std::uint32_t i = 0; i < 3; ++i) {
    ring.push(body(i), 20);
  }
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(ring.pop(21), 0U);
  }
}

TEST(FlitRing, WriterMayWaitForAFlitThatItPushed) {
  for (std::size_t count = 1; count <= 5; ++count) {
    Ring ring(5);
    for (std::uint32_t i = 0; i < 5; ++i) {
      ring.push(body(i), 1);
    }
    EXPECT_EQ(ring.await_pushed(count, 63), FlitRing::kOpen);
    for (std::size_t left = 5; left > 0; --left) {
      EXPECT_EQ(ring.pop(7), left == count ? std::uint64_t{1} << 63 : 0U);
    }
    EXPECT_EQ(ring.await_pushed(count, 63), 7);
  }
}

/// What a ring of credits does, without slots: flits in order, and the dates from which a credit
/// may be used, unused ones from 0 on.
struct Reference {
  std::deque<std::pair<Flit, Cycle>> flits;
  std::multiset<Cycle> credits;

  Cycle room_from(std::size_t count, Cycle from) const {
    return credits.size() < count
               ? FlitRing::kOpen
               : std::max(from,
                          *std::next(credits.begin(), static_cast<std::ptrdiff_t>(count) - 1));
  }
};

TEST(FlitRing, KeepsOrderDatesAndCreditsWhileItGrows) {
  for (std::size_t capacity = 1; capacity <= 40; ++capacity) {
    SplitMix64 random(capacity);
    Ring ring(static_cast<Cycle>(capacity));
    Reference expected;
    for (std::size_t i = 0; i < capacity; ++i) {
      expected.credits.insert(0);
    }
    std::uint32_t sequence = 0;
    for (Cycle now = 1; now < 2000; ++now) {
      const bool filling = now / 200 % 2 == 0;  // in turn nearly full and nearly empty
      for (std::uint64_t tries = random.below(filling ? 4 : 2); tries > 0; --tries) {
        ASSERT_EQ(ring.can_push(now), expected.room_from(1, now) == now) << capacity;
        ASSERT_EQ(ring.room_from(now), expected.room_from(1, now));
        const std::size_t packet = 1 + random.below(capacity);
        ASSERT_EQ(ring.packet_room_from(packet, now), expected.room_from(packet, now));
        if (expected.room_from(1, now) == now) {
          ASSERT_EQ(ring.push(body(sequence), now + 2), expected.flits.empty());
          expected.flits.emplace_back(body(sequence++), now + 2);
          expected.credits.erase(expected.credits.begin());
        }
      }
      ASSERT_LE(expected.flits.size(), capacity);
      for (std::size_t i = 0; i <= capacity; ++i) {
        ASSERT_EQ(ring.occupied_at(i), i < expected.flits.size());
        if (i < expected.flits.size()) {
          ASSERT_EQ(ring.peek(i).sequence, expected.flits[i].first.sequence);
          ASSERT_EQ(ring.peek(i).word, expected.flits[i].first.word);
          ASSERT_EQ(ring.peek_time(i), expected.flits[i].second);
        }
      }
      for (std::uint64_t tries = random.below(filling ? 2 : 4); tries > 0; --tries) {
        const bool readable = !expected.flits.empty() && expected.flits.front().second <= now;
        ASSERT_EQ(ring.ready(now), readable);
        if (readable) {
          ASSERT_EQ(ring.front().sequence, expected.flits.front().first.sequence);
          ring.pop(now + 3);
          expected.flits.pop_front();
          expected.credits.insert(now + 3);
        }
      }
    }
    EXPECT_GT(sequence, 200U);
  }
}

TEST(FlitRing, AwaitedRoomIsAnnouncedByTheRightPopAtAnySize) {
  for (std::size_t capacity = 1; capacity <= 40; ++capacity) {
    for (std::size_t packet = 1; packet <= capacity; ++packet) {
      Ring ring(static_cast<Cycle>(capacity));
      const std::size_t held = capacity - packet + 1;  // one too many
      for (std::size_t i = 0; i < held; ++i) {
        ASSERT_TRUE(ring.can_push(0));
        ring.push(body(0), 1);
      }
      ASSERT_EQ(ring.packet_room_from(packet, 5), FlitRing::kOpen);
      ASSERT_EQ(ring.await_room(packet, 2), FlitRing::kOpen);
      ASSERT_EQ(ring.pop(9), 4U);
      ASSERT_EQ(ring.packet_room_from(packet, 5), 9);
    }
  }
}

}  // namespace
}  // namespace flitcast
