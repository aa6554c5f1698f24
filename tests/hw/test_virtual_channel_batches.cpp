#include <algorithm>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "hw/link/virtual_channel.h"
#include "hw/time/wake_queue.h"
#include "traffic/schedule/random.h"

namespace flitcast::test_virtual_channel_batches {
namespace {

Flit body(std::uint32_t sequence, PacketHandle packet = 0) {
  return {Word{sequence} * 3 + 1, packet, sequence, flit_kind::kBody, 0};
}

struct Channel : VirtualChannel {
  explicit Channel(Cycle capacity) {
    set_capacity(capacity);
    open();
  }
};

/// Two channels on a worm's way, in a state that depends on the seed alone: `to` holds the header
/// and some of the words, `from` more of them at irregular dates, perhaps the tail, and the writer
/// of `from` may be waiting for one of its slots.
struct Passage {
  Channel from{8};
  Channel to{8};
  VirtualChannel::Pace pace{1, 1, 1, WakeQueue::kNever};
  Cycle at = 0;

  explicit Passage(std::uint64_t seed) {
    SplitMix64 random(seed);
    const auto draw = [&](std::uint64_t bound) { return static_cast<Cycle>(random.below(bound)); };
    pace = {1 + draw(3), 1 + draw(3), 1 + draw(3), WakeQueue::kNever};
    for (std::uint64_t turns = random.below(8); turns > 0; --turns) {  // slots with old dates
      from.push(body(0), 0);
      from.pop(draw(2));
      to.push(body(0), 0);
      to.pop(20 + draw(6));
    }
    at = 20 + draw(10);
    const std::uint64_t in_to = 1 + random.below(4);
    for (std::uint64_t i = 0; i < in_to; ++i) {
      to.push(body(0), at - 1);
    }
    Cycle date = 15;
    const std::uint64_t in_from = random.below(9);
    for (std::uint64_t i = 0; i < in_from; ++i) {
      Flit flit = body(static_cast<std::uint32_t>(i));
      flit.kind = random.below(12) == 0 ? flit_kind::kTail | flit_kind::kBody : flit_kind::kBody;
      date += 1 + draw(3);
      from.push(flit, date);
    }
    if (in_from > 0 && random.below(3) == 0) {
      from.await_pushed(1 + random.below(in_from), {});
    }
  }
};

struct Moved {
  std::vector<std::pair<std::uint32_t, Cycle>> flits;  // in `to`: sequence and date
  Cycle at;
  std::uint32_t count;
  std::vector<Cycle> credits;  // dates on the slots of `from`, from its writer's place on
};

Moved outcome(Passage& passage, Cycle at, std::uint32_t count) {
  Moved moved{{}, at, count, {}};
  for (std::size_t i = 0; passage.to.occupied_at(i) && i < 8; ++i) {
    moved.flits.emplace_back(passage.to.peek(i).sequence, passage.to.peek_time(i));
  }
  for (std::size_t packet = 1; packet <= 8; ++packet) {
    moved.credits.push_back(passage.from.packet_room_from(packet, 0));
  }
  return moved;
}

TEST(VirtualChannelBatches, StreamDoesWhatSinglePushesDo) {
  std::uint32_t streamed_flits = 0;
  for (std::uint64_t seed = 1; seed <= 5000; ++seed) {
    Passage streamed(seed);
    Cycle at = streamed.at;
    const std::uint32_t count = streamed.from.stream<false>(streamed.to, streamed.pace, at);
    streamed_flits += count;

    Passage single(seed);
    Cycle next = single.at;
    std::uint32_t moved = 0;
    while (single.from.occupied() && single.from.front().kind == flit_kind::kBody) {
      const Cycle leaves = std::max(next, single.from.front_time());
      if (single.to.room_from(leaves) != leaves) {
        break;
      }
      // The pop that wakes the writer is not the stream's to make.
      Passage probe(seed);
      for (std::uint32_t i = 0; i < moved; ++i) {
        probe.from.pop(0);
      }
      if (probe.from.pop(0)) {
        break;
      }
      ASSERT_FALSE(single.to.push(single.from.front(), leaves + single.pace.flight));
      single.from.pop(leaves + single.pace.credit);
      next = leaves + single.pace.interval;
      ++moved;
    }
    const Moved one = outcome(streamed, at, count);
    const Moved other = outcome(single, next, moved);
    ASSERT_EQ(one.count, other.count) << seed;
    ASSERT_EQ(one.at, other.at) << seed;
    ASSERT_EQ(one.flits, other.flits) << seed;
    ASSERT_EQ(one.credits, other.credits) << seed;
  }
  EXPECT_GT(streamed_flits, 2000U);
}

TEST(VirtualChannelBatches, AppendedBodiesAreOneACycleAndInSequence) {
  for (Cycle capacity = 1; capacity <= 40; ++capacity) {
    Channel channel(capacity);
    channel.push(body(9, 6), 2);
    std::vector<Word> words;
    for (Word i = 0; i < 50; ++i) {
      words.push_back(100 + i);
    }
    const std::uint32_t done = channel.append_bodies(body(10, 6), words.data(), 50, 3, 0);
    ASSERT_EQ(done, capacity - 1);
    channel.pop(1);
    for (std::uint32_t i = 0; i < done; ++i) {
      ASSERT_EQ(channel.front_time(), 3 + Cycle{i});
      ASSERT_EQ(channel.front().word, 100U + i);
      ASSERT_EQ(channel.front().sequence, 10U + i);
      ASSERT_EQ(channel.front().packet, 6U);
      ASSERT_EQ(channel.front().kind, flit_kind::kBody);
      channel.pop(1);
    }
    ASSERT_FALSE(channel.occupied());
  }
}

TEST(VirtualChannelBatches, AppendsNoMoreThanAskedFor) {
  Channel channel(20);
  const Word words[] = {1, 2, 3};
  channel.push(body(0), 1);
  EXPECT_EQ(channel.append_bodies(body(1), words, 3, 2, 0), 3U);
  EXPECT_FALSE(channel.occupied_at(4));
}

class TakeBodies : public testing::Test {
 protected:
  static constexpr std::uint32_t kRoom = 16;

  std::uint32_t take(std::uint32_t count, Cycle now) {
    return channel_.take_bodies(4, 10, words_, count, now + 1, now);
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

}  // namespace
}  // namespace flitcast::test_virtual_channel_batches
