#include <gtest/gtest.h>

#include "hw/router/absorber.h"
#include "tests/hw/router/one_channel.h"

namespace flitcast::test_absorber {
namespace {

/// A worm with two addresses before a router that takes its copy through a local output.
class AbsorberTest : public testing::Test {
 protected:
  AbsorberTest() {
    local_.attach_reader(channel_.writer.first(), 1, flit_kind::kNone);
    out_.channel = &local_.virtual_channel(0);
    out_.link = &local_;
    out_.port = 4;
    out_.channel->open();
    const int address = flit_kind::kAddress;
    arrive(header_word(5, 4), flit_kind::kHead | flit_kind::kMore | address, 10);
    arrive(header_word(6, 3), address, 11);
    arrive(100, flit_kind::kBody, 12);
  }
  void arrive(Word word, int kind, Cycle at) {
    channel_.arrive({word, 0, 0, static_cast<std::uint16_t>(kind), 0}, at);
  }

  OneChannel<> channel_;
  Link local_{{1, 1, 2, 1}};
  OutputVc out_;
  Reporter reporter_{5, {4, 1, 1, 1}};
  Absorber absorber_{reporter_, flit_kind::kTail};
};

TEST_F(AbsorberTest, TheAddressLeavesTheWormAndAnnouncesTheMessage) {
  absorber_.strip(0, channel_.in, out_, 10, channel_.reader);
  EXPECT_EQ(channel_.in.absorb_out, &out_);
  EXPECT_EQ(channel_.in.eligible, 11);
  EXPECT_EQ(header_destination(channel_.in.channel->front().word), 6U);
  ASSERT_TRUE(out_.channel->ready(11));
  EXPECT_EQ(out_.channel->front().kind, flit_kind::kHead);
  EXPECT_FALSE(out_.channel->occupied_at(1));
}

// Words are copied at their own dates, addresses are not; the tail ends it.
TEST_F(AbsorberTest, CopiesWordsUntilTheTail) {
  arrive(101, flit_kind::kBody | flit_kind::kTail, 15);
  absorber_.strip(0, channel_.in, out_, 10, channel_.reader);
  out_.channel->pop(12);
  EXPECT_TRUE(absorber_.absorb(0, channel_.in, 11, channel_.reader));
  EXPECT_EQ(channel_.in.absorb_out, nullptr);
  EXPECT_EQ(channel_.in.absorbed, 3U);  // all still stand in the worm's way
  EXPECT_TRUE(channel_.in.channel->occupied_at(2));
  EXPECT_EQ(out_.channel->front().word, 100U);
  EXPECT_EQ(out_.channel->front_time(), 12 + 1);
  EXPECT_EQ(out_.channel->peek(1).word, 101U);
  EXPECT_EQ(out_.channel->peek_time(1), 15 + 1);
  EXPECT_EQ(local_.flits(), 3U);
}

TEST_F(AbsorberTest, WaitsForRoomAndForTheNextFlit) {
  absorber_.strip(0, channel_.in, out_, 10, channel_.reader);
  EXPECT_FALSE(absorber_.absorb(0, channel_.in, 11, channel_.reader));
  EXPECT_EQ(channel_.in.absorbed, 2U);
  arrive(101, flit_kind::kBody, 13);  // address and word fill the local channel
  EXPECT_FALSE(absorber_.absorb(0, channel_.in, 13, channel_.reader));
  EXPECT_EQ(channel_.in.absorbed, 2U);
  EXPECT_TRUE(out_.channel->pop(20));  // the address: the router is to be woken
  EXPECT_FALSE(absorber_.absorb(0, channel_.in, 20, channel_.reader));
  EXPECT_EQ(channel_.in.absorbed, 3U);
  EXPECT_EQ(out_.channel->peek_time(1), 20 + 1);
}

}  // namespace
}  // namespace flitcast::test_absorber
