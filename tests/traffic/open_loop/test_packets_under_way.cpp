#include <stdexcept>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "traffic/open_loop/in_flight_packets.h"

namespace flitcast::test_packets_under_way {
namespace {

constexpr PacketHandle kPacket = 1500;  // not in the first piece of memory

/// A packet of three words for node 2.
InFlightPacket some_packet() {
  InFlightPacket packet;
  packet.packet.destination = 2;
  packet.source = 7;
  packet.injected = 1;
  packet.words = {40, 3};
  packet.payload = 3;
  packet.outstanding = 1;
  return packet;
}

template <typename Act>
std::string failure(Act&& act) {
  try {
    act();
  } catch (const std::logic_error& error) {
    return error.what();
  }
  return "accepted";
}

class PacketsUnderWayTest : public testing::Test {
 protected:
  PacketsUnderWayTest() { packets_.start(kPacket, some_packet()); }
  std::string write(NodeId at, std::uint32_t first, const std::vector<Word>& words) {
    return failure([&] {
      packets_.write(kPacket, at, first, static_cast<std::uint32_t>(words.size()), words.data());
    });
  }
  std::string arrive(NodeId at) {
    return failure([&] { packets_.arrive(kPacket, at); });
  }

  InFlightPackets packets_;
};

TEST_F(PacketsUnderWayTest, GiveAndTakeTheirWords) {
  std::vector<Word> words(2);
  packets_.read(kPacket, 1, 2, words.data());
  EXPECT_EQ(words, (std::vector<Word>{43, 46}));
  EXPECT_EQ(write(2, 0, {40}), "accepted");
  EXPECT_EQ(write(2, 1, {43, 46}), "accepted");
  EXPECT_TRUE(packets_.arrive(kPacket, 2));
}

TEST_F(PacketsUnderWayTest, NoticeAWrongWord) {
  EXPECT_EQ(write(2, 0, {40, 44}), "node 2 received a wrong word from node 7");
}

TEST_F(PacketsUnderWayTest, NoticeWordsOutOfOrderAndTwice) {
  EXPECT_EQ(write(2, 1, {43}), "node 2 received word 1 of a packet instead of 0");
  EXPECT_EQ(write(2, 0, {40}), "accepted");
  EXPECT_EQ(write(2, 0, {40}), "node 2 received word 0 of a packet instead of 1");
}

TEST_F(PacketsUnderWayTest, NoticeTheWrongNode) {
  EXPECT_EQ(write(3, 0, {40}), "node 3 received a packet for node 2");
  EXPECT_EQ(arrive(3), "node 3 received a packet for node 2");
}

TEST_F(PacketsUnderWayTest, NoticeAPacketThatIsShortOrTwice) {
  EXPECT_EQ(write(2, 0, {40, 43}), "accepted");
  EXPECT_EQ(arrive(2), "node 2 received 2 words of a packet with 3");
  EXPECT_EQ(write(2, 2, {46}), "accepted");
  EXPECT_EQ(arrive(2), "accepted");
  EXPECT_EQ(arrive(2), "node 2 received what nobody has sent");
}

TEST_F(PacketsUnderWayTest, NoticeACopyThatComesTwice) {
  InFlightPacket packet = some_packet();
  packet.payload = 0;
  packet.outstanding = 2;
  InFlightMulticast& multicast = packets_.new_multicast();
  multicast.destinations = {4, 2};
  multicast.arrived = {0, 0};
  packet.multicast = &multicast;
  packets_.start(kPacket, packet);
  EXPECT_FALSE(packets_.arrive(kPacket, 4));
  EXPECT_EQ(arrive(4), "node 4 received a packet twice");
  EXPECT_EQ(arrive(5), "node 5 received a packet for node 2");
  EXPECT_TRUE(packets_.arrive(kPacket, 2));
  EXPECT_EQ(&packets_.new_multicast(), &multicast);  // its place is used again
}

}  // namespace
}  // namespace flitcast::test_packets_under_way
