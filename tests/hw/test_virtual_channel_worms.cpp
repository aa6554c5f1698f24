#include <algorithm>
#include <cstdint>
#include <deque>
#include <vector>

#include <gtest/gtest.h>

#include "hw/link/virtual_channel.h"
#include "hw/time/wake_queue.h"
#include "tests/support/draw.h"

namespace flitcast::test_virtual_channel_worms {
namespace {

Flit body(std::uint32_t sequence = 0) {
  return {0, 0, sequence, flit_kind::kBody, 0};
}

struct Channel : VirtualChannel {
  explicit Channel(Cycle capacity) {
    set_capacity(capacity);
    open();
  }
  void push_all(std::size_t flits, Cycle now = 0) {
    for (std::size_t i = 0; i < flits; ++i) {
      ASSERT_TRUE(can_push(now));
      push(body(static_cast<std::uint32_t>(i)), 1);
    }
  }
};

TEST(VirtualChannelWorms, OccupancyIsWhatWasPushedAndNotPopped) {
  for (Cycle capacity = 1; capacity <= 40; ++capacity) {
    Draw draw(static_cast<std::uint64_t>(capacity));
    Channel channel(capacity);
    std::size_t held = 0;
    for (Cycle now = 0; now < 400; ++now) {
      if (draw.one_in(2) && channel.can_push(now)) {
        channel.push(body(), now + 1);
        ++held;
      } else if (held > 0) {
        channel.pop(now + 1);
        --held;
      }
      ASSERT_EQ(channel.occupancy(), held);
    }
  }
}

TEST(VirtualChannelWorms, CreditTimesAreThoseOfTheSlotsInTheWritersOrder) {
  Channel channel(5);
  channel.push_all(5);
  channel.pop(11);
  channel.pop(13);
  channel.pop(17);
  EXPECT_EQ(channel.occupancy(), 2U);
  EXPECT_EQ(channel.credit_time(0), 11);
  EXPECT_EQ(channel.credit_time(1), 13);
  EXPECT_EQ(channel.credit_time(2), 17);
  channel.push(body(), 20);
  EXPECT_EQ(channel.credit_time(0), 13);
  EXPECT_EQ(channel.credit_time(1), 17);
}

TEST(VirtualChannelWorms, LastCreditIsThatOfTheFlitReadLast) {
  Channel channel(3);
  EXPECT_EQ(channel.last_credit(), 0);
  channel.push_all(3);
  EXPECT_EQ(channel.last_credit(), 0);
  channel.pop(11);
  EXPECT_EQ(channel.last_credit(), 11);
  channel.pop(13);
  EXPECT_EQ(channel.last_credit(), 13);
  channel.push(body(), 14);
  EXPECT_EQ(channel.last_credit(), 13);
  channel.push(body(), 14);  // into that slot
  EXPECT_EQ(channel.last_credit(), 0);
}

/// A channel in a drawn state, and its credits: the dates of empty slots, in the writer's order.
struct Drawn {
  explicit Drawn(std::uint64_t seed)
      : draw(seed), capacity(draw.between<Cycle>(1, draw.one_in(3) ? 200 : 12)), channel(capacity) {
    credits.assign(static_cast<std::size_t>(capacity), 0);
    for (int turns = draw.between(0, 60); turns > 0; --turns) {
      if (draw.one_in(2) && channel.occupied()) {
        pop(date += draw.between<Cycle>(1, 3));
      } else if (!credits.empty()) {
        push();
      }
    }
  }
  void pop(Cycle free_at) {
    channel.pop(free_at);
    credits.push_back(free_at);
  }
  // As early as there is a credit, while others may still be on their way.
  void push() {
    pushed = std::max(pushed, credits.front());
    credits.pop_front();
    EXPECT_EQ(channel.room_from(pushed), pushed);
    channel.push(body(), pushed + 1);
  }

  Draw draw;
  Cycle capacity;
  Channel channel;
  std::deque<Cycle> credits;
  Cycle date = 10;   // of the last credit
  Cycle pushed = 0;  // the last flit
};

/// What is left of a worm passes a drawn channel, as a writer and a reader would let it pass that
/// act flit by flit.
class Passage {
 public:
  explicit Passage(std::uint64_t seed) : drawn_(seed), occupied_(drawn_.channel.occupancy()) {
    coming_ = drawn_.draw.one_in(3) ? 0 : drawn_.draw.between(1U, 100U);
    held_ = static_cast<std::uint32_t>(occupied_);
    if (coming_ == 0) {
      held_ = drawn_.draw.between(0U, held_);
    }
    draw_dates();
  }

  void pass() {
    for (std::uint32_t i = 0; i < coming_; ++i) {
      drawn_.credits.push_back(free_at_[i]);
      drawn_.credits.pop_front();
    }
    for (std::uint32_t i = coming_; i < coming_ + held_; ++i) {
      drawn_.credits.push_back(free_at_[i]);
    }
    drawn_.channel.pass(held_, coming_, next_push_, wakes_,
                        [&](std::uint32_t i) { return free_at_[i]; });
  }
  void expect_state() {
    const VirtualChannel& channel = drawn_.channel;
    ASSERT_EQ(channel.occupancy(), occupied_ - held_);
    ASSERT_EQ(channel.occupied(), occupied_ > held_);
    for (std::size_t flits = 1; flits <= channel.capacity(); ++flits) {
      const bool known = flits <= drawn_.credits.size();
      ASSERT_EQ(channel.packet_room_from(flits, next_push_),
                known ? std::max(next_push_, drawn_.credits[flits - 1]) : VirtualChannel::kOpen)
          << flits << " of " << channel.capacity();
    }
    if (held_ + coming_ > 0) {
      ASSERT_EQ(channel.last_credit(), free_at_.back());
    }
  }
  /// The writer fills the channel as its credits come, and the reader gets everything in order.
  void expect_that_it_works_on() {
    VirtualChannel& channel = drawn_.channel;
    Cycle now = next_push_;
    const std::size_t before = channel.occupancy();
    for (std::uint32_t i = 0; !drawn_.credits.empty(); ++i) {
      now = std::max(now, drawn_.credits.front());
      drawn_.credits.pop_front();
      ASSERT_EQ(channel.room_from(now), now);
      channel.push(body(i), now + 1);
    }
    ASSERT_EQ(channel.occupancy(), channel.capacity());
    for (std::size_t i = 0; i < channel.capacity(); ++i) {
      if (i >= before) {
        ASSERT_EQ(channel.front().sequence, i - before);
      }
      channel.pop(now + 2);
    }
    ASSERT_FALSE(channel.occupied());
  }

 private:
  // Its slots become free after all others. The tail is pushed when there is a credit for it,
  // before it is read; the next flit a cycle later.
  void draw_dates() {
    Cycle at = drawn_.date + 1;
    for (std::uint32_t i = 0; i < held_ + coming_; ++i) {
      free_at_.push_back(at += drawn_.draw.between<Cycle>(1, 3));
    }
    next_push_ = drawn_.pushed;
    if (coming_ > 0) {
      const std::size_t credits = drawn_.credits.size();
      const Cycle credit =
          coming_ <= credits ? drawn_.credits[coming_ - 1] : free_at_[coming_ - 1 - credits];
      next_push_ = drawn_.draw.between(std::max(credit, drawn_.pushed), free_at_.back() - 1) + 1;
    }
  }

  Drawn drawn_;
  WakeQueue wakes_;
  std::size_t occupied_;
  std::uint32_t held_ = 0;
  std::uint32_t coming_ = 0;
  std::vector<Cycle> free_at_;
  Cycle next_push_ = 0;
};

TEST(VirtualChannelWorms, APassedWormLeavesTheSlotsAsItsFlitsWould) {
  for (std::uint64_t seed = 1; seed <= 20'000; ++seed) {
    Passage passage(seed);
    passage.pass();
    passage.expect_state();
    passage.expect_that_it_works_on();
    if (HasFatalFailure()) {
      FAIL() << "seed " << seed;
    }
  }
}

/// A worm passes while the writer of those behind it waits for a slot.
class WaitingWriter : public testing::Test {
 protected:
  WaitingWriter() { wakes_.enlist(alarm_); }
  // Flit i of those that pass gives its slot back at start + 10 + 2i.
  void pass(std::uint32_t held, Cycle start) {
    channel_.pass(held, 0, WakeQueue::kNever, wakes_,
                  [&](std::uint32_t i) { return start + 10 + 2 * Cycle{i}; });
  }

  Channel channel_{6};
  WakeQueue wakes_;
  Alarm alarm_;
};

TEST_F(WaitingWriter, IsWokenForItsSlotWhereverTheRingBegins) {
  for (Cycle start = 0; start < Cycle{6} * 20; start += 20) {
    channel_.push(body(), start);
    channel_.pop(start);
    channel_.push_all(6, start);
    ASSERT_EQ(channel_.await_room(3, wake_cause(&alarm_, 4)), VirtualChannel::kOpen);
    pass(4, start);
    ASSERT_EQ(wakes_.next(), start + 14);
    wakes_.enter(start + 14, [](std::size_t, std::uint64_t) {});
    ASSERT_EQ(alarm_.take(start + 14), std::uint64_t{1} << 4U);
    ASSERT_EQ(channel_.front().sequence, 4U);
    ASSERT_FALSE(channel_.pop(start + 18));  // nobody waits any more
    ASSERT_FALSE(channel_.pop(start + 19));
  }
}

TEST_F(WaitingWriter, GoesOnWaitingForASlotBehindTheWorm) {
  channel_.push_all(6);
  ASSERT_EQ(channel_.await_room(3, wake_cause(&alarm_, 4)), VirtualChannel::kOpen);
  pass(2, 0);
  EXPECT_EQ(wakes_.next(), WakeQueue::kNever);
  EXPECT_EQ(channel_.occupancy(), 4U);
  EXPECT_EQ(channel_.front().sequence, 2U);
  EXPECT_TRUE(channel_.pop(30));
}

}  // namespace
}  // namespace flitcast::test_virtual_channel_worms
