#include <cstdint>

#include <gtest/gtest.h>

#include "hw/fast/bulk_moves.h"
#include "hw/link/virtual_channel.h"
#include "hw/time/wake_queue.h"

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

/// A worm passes while the writer of those behind it waits for a slot.
class WaitingWriter : public testing::Test {
 protected:
  WaitingWriter() { wakes_.enlist(alarm_); }
  // Flit i of those that pass gives its slot back at start + 10 + 2i.
  void pass(std::uint32_t held, Cycle start) {
    pass_worm(channel_, held, 0, WakeQueue::kNever, wakes_,
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
