#include <algorithm>
#include <deque>
#include <iterator>
#include <set>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "hw/fast/bulk_moves.h"
#include "hw/link/virtual_channel.h"
#include "traffic/schedule/random.h"

namespace flitcast::test_virtual_channel {
namespace {

Flit body(std::uint32_t sequence, PacketHandle packet = 0) {
  return {Word{sequence} * 3 + 1, packet, sequence, flit_kind::kBody, 0};
}
Flit of_kind(int kind, std::uint32_t sequence = 0) {
  return {0, 0, sequence, static_cast<std::uint16_t>(kind), 0};
}

struct Channel : VirtualChannel {
  explicit Channel(Cycle capacity) {
    set_capacity(capacity);
    open();
  }
};

/// Nobody is woken here, the channel only tells when it would be time.
const WakeCause kWriter;

TEST(VirtualChannel, HasNoStorageUntilItIsOpened) {
  VirtualChannel channel;
  channel.set_capacity(100);
  EXPECT_FALSE(channel.is_open());
  channel.open();
  EXPECT_TRUE(channel.is_open());
  EXPECT_EQ(channel.capacity(), 100U);
  EXPECT_FALSE(channel.occupied());
  EXPECT_FALSE(channel.ready(1000));
}

TEST(VirtualChannel, FlitIsReadableFromItsDateOn) {
  Channel channel(4);
  channel.push(body(0), 7);
  channel.push(body(1), 9);
  EXPECT_TRUE(channel.occupied());
  EXPECT_FALSE(channel.ready(6));
  EXPECT_TRUE(channel.ready(7));
  EXPECT_EQ(channel.front_time(), 7);
  EXPECT_TRUE(channel.occupied_at(1));
  EXPECT_FALSE(channel.ready_at(1, 8));
  EXPECT_TRUE(channel.ready_at(1, 9));
  EXPECT_EQ(channel.peek(1).sequence, 1U);
  EXPECT_EQ(channel.peek_time(1), 9);
  EXPECT_FALSE(channel.occupied_at(2));
  EXPECT_FALSE(channel.occupied_at(100));
}

TEST(VirtualChannel, OneSlotIsOneCredit) {
  Channel channel(1);
  for (Cycle cycle = 0; cycle < 50; cycle += 5) {
    ASSERT_TRUE(channel.can_push(cycle));
    channel.push(body(static_cast<std::uint32_t>(cycle)), cycle + 1);
    ASSERT_FALSE(channel.can_push(cycle + 1));
    ASSERT_EQ(channel.room_from(cycle + 1), VirtualChannel::kOpen);
    ASSERT_EQ(channel.front().sequence, cycle);
    channel.pop(cycle + 5);
    ASSERT_FALSE(channel.occupied());
    ASSERT_FALSE(channel.can_push(cycle + 4));
    ASSERT_EQ(channel.room_from(cycle + 1), cycle + 5);
    ASSERT_EQ(channel.room_from(cycle + 8), cycle + 8);
  }
}

TEST(VirtualChannel, PushTellsWhenTheReaderMayBeAsleep) {
  Channel channel(4);
  EXPECT_TRUE(channel.push(body(0), 1));
  EXPECT_FALSE(channel.push(body(1), 2));
  EXPECT_FALSE(channel.push(of_kind(flit_kind::kBody | flit_kind::kTail), 3));
  channel.set_wake_kinds(flit_kind::kTail);
  EXPECT_TRUE(channel.push(of_kind(flit_kind::kBody | flit_kind::kTail), 4));
  for (int i = 0; i < 4; ++i) {
    channel.pop(10);
  }
  EXPECT_TRUE(channel.push(of_kind(flit_kind::kHead), 11));
  EXPECT_FALSE(channel.push(body(0), 12));
}

TEST(VirtualChannel, WormsThatAreTakenWholeWakeTheReaderWithTheirTail) {
  Channel channel(4);
  channel.set_wake_kinds(flit_kind::kTail);
  channel.set_whole_worms(4);
  Flit head = of_kind(flit_kind::kHead);
  for (const std::uint32_t flits : {2U, 3U, 4U}) {
    head.word = header_word(5, flits);
    EXPECT_EQ(channel.push(head, 1), flits > 3) << flits;
    EXPECT_TRUE(channel.push(of_kind(flit_kind::kBody | flit_kind::kTail), 2));
    channel.pop(3);
    channel.pop(3);
  }
  head.word = header_word(5, 1);
  head.kind |= flit_kind::kTail;
  EXPECT_TRUE(channel.push(head, 4));
}

TEST(VirtualChannel, PopOfTheAwaitedSlotWakesTheWriterOnce) {
  Channel channel(3);
  for (std::uint32_t i = 0; i < 3; ++i) {
    channel.push(body(i), 1);
  }
  EXPECT_EQ(channel.await_room(2, kWriter), VirtualChannel::kOpen);  // two slots: the second pop
  EXPECT_FALSE(channel.pop(10));
  EXPECT_TRUE(channel.pop(11));
  EXPECT_FALSE(channel.pop(12));
  EXPECT_EQ(channel.await_room(1, kWriter), 10);  // known already: nobody will be woken
  EXPECT_EQ(channel.await_room(3, kWriter), 12);
  for (std::uint32_t i = 0; i < 3; ++i) {
    channel.push(body(i), 20);
  }
  for (int i = 0; i < 3; ++i) {
    EXPECT_FALSE(channel.pop(21));
  }
}

TEST(VirtualChannel, WakesTheWriterForTheCauseItGave) {
  WakeQueue wakes;
  const std::uint32_t module = wakes.reserve(1);
  std::vector<Alarm> alarms(2);
  for (Alarm& alarm : alarms) {
    wakes.enlist(alarm, module);
  }
  Channel channel(1);
  channel.push(body(0), 1);
  channel.await_room(1, wake_cause(alarms.data(), 64 + 5));
  ASSERT_TRUE(channel.pop(3));
  channel.wake_writer(3, wakes);
  EXPECT_EQ(wakes.next(), 3);
  EXPECT_EQ(alarms[0].take(3), 0U);
  EXPECT_EQ(alarms[1].take(3), std::uint64_t{1} << 5);
}

TEST(VirtualChannel, WriterMayWaitForAFlitThatItPushed) {
  for (std::size_t count = 1; count <= 5; ++count) {
    Channel channel(5);
    for (std::uint32_t i = 0; i < 5; ++i) {
      channel.push(body(i), 1);
    }
    EXPECT_EQ(channel.await_pushed(count, kWriter), VirtualChannel::kOpen);
    for (std::size_t left = 5; left > 0; --left) {
      EXPECT_EQ(channel.pop(7), left == count);
    }
    EXPECT_EQ(channel.await_pushed(count, kWriter), 7);
  }
}

TEST(VirtualChannel, AppendedBodiesAreOneACycleAndInSequence) {
  for (Cycle capacity = 1; capacity <= 40; ++capacity) {
    Channel channel(capacity);
    channel.push(body(9, 6), 2);
    std::vector<Word> words;
    for (Word i = 0; i < 50; ++i) {
      words.push_back(100 + i);
    }
    const std::uint32_t done = append_bodies(channel, body(10, 6), words.data(), 50, 3, 0);
    ASSERT_EQ(done, capacity - 1);
    channel.pop(1);
    for (std::uint32_t i = 0; i < done; ++i) {
      ASSERT_EQ(channel.front_time(), 3 + Cycle{i});
      ASSERT_EQ(channel.front().word, 100U + i);
      ASSERT_EQ(channel.front().sequence, 10U + i);
      ASSERT_EQ(channel.front().packet, 6U);
      channel.pop(1);
    }
    ASSERT_FALSE(channel.occupied());
  }
}

class TakeBodies : public testing::Test {
 protected:
  static constexpr std::uint32_t kRoom = 16;

  std::uint32_t take(std::uint32_t count, Cycle now) {
    return take_bodies(channel_, 4, 10, words_, count, now + 1, now);
  }
  /// Flits 10 … 10 + count − 1 of packet 4, readable from cycles 1, 2, … on.
  void push(std::uint32_t count) {
    for (std::uint32_t i = 0; i < count; ++i) {
      channel_.push(body(10 + i, 4), 1 + Cycle{i});
    }
  }

  Channel channel_{8};
  Word words_[kRoom] = {};
};

TEST_F(TakeBodies, LeavesTheLastReadableOne) {
  push(6);
  EXPECT_EQ(take(kRoom, 1), 0U);
  EXPECT_EQ(take(kRoom, 4), 3U);
  EXPECT_EQ(words_[0], body(10).word);
  EXPECT_EQ(words_[2], body(12).word);
  EXPECT_EQ(channel_.front().sequence, 13U);
  EXPECT_EQ(channel_.packet_room_from(5, 0), 5);  // two slots never used, three free from 5 on
  EXPECT_EQ(channel_.packet_room_from(6, 0), VirtualChannel::kOpen);
}
TEST_F(TakeBodies, TakesNoMoreThanAskedFor) {
  push(6);
  EXPECT_EQ(take(2, 100), 2U);
  EXPECT_EQ(channel_.front().sequence, 12U);
}
TEST_F(TakeBodies, StopsBeforeAnotherPacketSequenceOrKind) {
  Flit strangers[] = {body(12, 5), body(14, 4), body(12, 4)};
  strangers[2].kind = flit_kind::kBody | flit_kind::kTail;
  for (const Flit& stranger : strangers) {
    channel_ = Channel(8);
    push(2);
    channel_.push(stranger, 3);
    channel_.push(body(13, 4), 4);
    EXPECT_EQ(take(kRoom, 100), 2U);
    EXPECT_EQ(channel_.front().kind, stranger.kind);
  }
}
TEST_F(TakeBodies, LeavesTheFlitThatTheWriterWaitsFor) {
  push(6);
  channel_.await_pushed(4, {});  // the third
  EXPECT_EQ(take(kRoom, 100), 2U);
  EXPECT_TRUE(channel_.pop(101));
}

/// What a channel of credits does, without slots: flits in order, and the dates from which a credit
/// may be used, unused ones from 0 on.
struct Reference {
  std::deque<std::pair<Flit, Cycle>> flits;
  std::multiset<Cycle> credits;

  Cycle room_from(std::size_t count, Cycle from) const {
    return credits.size() < count
               ? VirtualChannel::kOpen
               : std::max(from,
                          *std::next(credits.begin(), static_cast<std::ptrdiff_t>(count) - 1));
  }
};

TEST(VirtualChannel, KeepsOrderDatesAndCreditsWhileItGrows) {
  for (std::size_t capacity = 1; capacity <= 40; ++capacity) {
    SplitMix64 random(capacity);
    Channel channel(static_cast<Cycle>(capacity));
    Reference expected;
    for (std::size_t i = 0; i < capacity; ++i) {
      expected.credits.insert(0);
    }
    std::uint32_t sequence = 0;
    for (Cycle now = 1; now < 2000; ++now) {
      const bool filling = now / 200 % 2 == 0;  // in turn nearly full and nearly empty
      for (std::uint64_t tries = random.below(filling ? 4 : 2); tries > 0; --tries) {
        ASSERT_EQ(channel.can_push(now), expected.room_from(1, now) == now) << capacity;
        ASSERT_EQ(channel.room_from(now), expected.room_from(1, now));
        const std::size_t packet = 1 + random.below(capacity);
        ASSERT_EQ(channel.packet_room_from(packet, now), expected.room_from(packet, now));
        if (expected.room_from(1, now) == now) {
          ASSERT_EQ(channel.push(body(sequence), now + 2), expected.flits.empty());
          expected.flits.emplace_back(body(sequence++), now + 2);
          expected.credits.erase(expected.credits.begin());
        }
      }
      ASSERT_LE(expected.flits.size(), capacity);
      for (std::size_t i = 0; i <= capacity; ++i) {
        ASSERT_EQ(channel.occupied_at(i), i < expected.flits.size());
        if (i < expected.flits.size()) {
          ASSERT_EQ(channel.peek(i).sequence, expected.flits[i].first.sequence);
          ASSERT_EQ(channel.peek(i).word, expected.flits[i].first.word);
          ASSERT_EQ(channel.peek_time(i), expected.flits[i].second);
        }
      }
      for (std::uint64_t tries = random.below(filling ? 2 : 4); tries > 0; --tries) {
        const bool readable = !expected.flits.empty() && expected.flits.front().second <= now;
        ASSERT_EQ(channel.ready(now), readable);
        if (readable) {
          ASSERT_EQ(channel.front().sequence, expected.flits.front().first.sequence);
          channel.pop(now + 3);
          expected.flits.pop_front();
          expected.credits.insert(now + 3);
        }
      }
    }
    EXPECT_GT(sequence, 200U);
  }
}

TEST(VirtualChannel, AwaitedRoomIsAnnouncedByTheRightPopAtAnySize) {
  for (std::size_t capacity = 1; capacity <= 40; ++capacity) {
    for (std::size_t packet = 1; packet <= capacity; ++packet) {
      Channel channel(static_cast<Cycle>(capacity));
      const std::size_t held = capacity - packet + 1;  // one too many
      for (std::size_t i = 0; i < held; ++i) {
        ASSERT_TRUE(channel.can_push(0));
        channel.push(body(0), 1);
      }
      ASSERT_EQ(channel.packet_room_from(packet, 5), VirtualChannel::kOpen);
      ASSERT_EQ(channel.await_room(packet, kWriter), VirtualChannel::kOpen);
      ASSERT_TRUE(channel.pop(9));
      ASSERT_EQ(channel.packet_room_from(packet, 5), 9);
    }
  }
}

}  // namespace
}  // namespace flitcast::test_virtual_channel
