#include <stdexcept>

#include <gtest/gtest.h>

#include "hw/router/room_rule.h"
#include "hw/router/wait_book.h"
#include "tests/hw/router/one_channel.h"

namespace flitcast::test_wait_book {
namespace {

class WaitBookTest : public testing::Test {
 protected:
  PacketPool packets_;
  PacketHandle packet_ = packets_.add({});
  OneChannel<> channel_;
  Link to_{LinkParameters{}};
  WaitBook waits_{packets_};
};

TEST_F(WaitBookTest, AHeadersWaitIsTheLinksAndThePackets) {
  channel_.arrive_worm(3, 1, 0);
  WaitBook::block(channel_.in, WaitCause::kContention, 5);
  WaitBook::block(channel_.in, WaitCause::kCredit, 8);  // it goes on under the first cause
  waits_.unblock(channel_.in, to_, 12);
  waits_.unblock(channel_.in, to_, 20);
  EXPECT_EQ(to_.waits()[WaitCause::kContention], 7);
  EXPECT_EQ(to_.waits().total(), 7);
  EXPECT_EQ(packets_[packet_].waits[WaitCause::kContention], 7);
  EXPECT_EQ(packets_[packet_].waits.total(), 7);
}

TEST_F(WaitBookTest, ABodyFlitsWaitIsTheLinksAlone) {
  channel_.arrive_worm(3, 2, 0);
  channel_.in.channel->pop(1);
  WaitBook::block(channel_.in, WaitCause::kCredit, 5);
  waits_.unblock(channel_.in, to_, 6);
  EXPECT_EQ(to_.waits()[WaitCause::kCredit], 1);
  EXPECT_EQ(packets_[packet_].waits.total(), 0);
}

TEST_F(WaitBookTest, AWaitForeseenThatHasNotBegunGivesWayToAnotherCause) {
  channel_.arrive_worm(3, 2, 0);
  channel_.in.channel->pop(1);
  WaitBook::block(channel_.in, WaitCause::kCredit, 5);
  WaitBook::block(channel_.in, WaitCause::kSerialisation, 5);
  waits_.unblock(channel_.in, to_, 7);
  EXPECT_EQ(to_.waits()[WaitCause::kSerialisation], 2);
  EXPECT_EQ(to_.waits().total(), 2);
}

TEST_F(WaitBookTest, AWaitForeseenThatDoesNotComeIsNotCounted) {
  channel_.arrive_worm(3, 2, 0);
  channel_.in.channel->pop(1);
  WaitBook::block(channel_.in, WaitCause::kCredit, 5);
  waits_.unblock(channel_.in, to_, 5);
  EXPECT_EQ(to_.waits().total(), 0);
}

class RoomRuleTest : public testing::Test {
 protected:
  std::size_t needed(Switching switching, Duplex duplex, std::uint32_t flits, PortId port) {
    NetworkConfig config;
    config.switching = switching;
    config.duplex = duplex;
    OutputVc out;
    out.channel = channel_.in.channel;  // of 8 flits
    out.port = port;
    const Flit header{header_word(1, flits), 0, 0, flit_kind::kHead, 0};
    return RoomRule({4, 1, 1, 1}, config).needed(header, out);
  }
  OneChannel<> channel_;
};

TEST_F(RoomRuleTest, WormsGoOnFlitByFlit) {
  EXPECT_EQ(needed(Switching::kWormhole, Duplex::kFull, 8, 0), 1U);
  EXPECT_EQ(needed(Switching::kWormhole, Duplex::kHalf, 100, 0), 1U);
  EXPECT_EQ(needed(Switching::kStoreAndForward, Duplex::kFull, 8, 0), 1U);
}

TEST_F(RoomRuleTest, PacketsThatCutThroughOrHoldAPairNeedAllTheirRoom) {
  EXPECT_EQ(needed(Switching::kCutThrough, Duplex::kFull, 8, 3), 8U);
  EXPECT_EQ(needed(Switching::kCutThrough, Duplex::kFull, 8, 4), 1U);  // to the node itself
  EXPECT_EQ(needed(Switching::kStoreAndForward, Duplex::kHalf, 8, 3), 8U);
}

TEST_F(RoomRuleTest, APacketLargerThanTheBufferPassesStoredAlone) {
  EXPECT_EQ(needed(Switching::kStoreAndForward, Duplex::kHalf, 9, 3), 1U);
  EXPECT_THROW(needed(Switching::kCutThrough, Duplex::kFull, 9, 3), std::logic_error);
}

}  // namespace
}  // namespace flitcast::test_wait_book
