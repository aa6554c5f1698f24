#include <cmath>
#include <stdexcept>

#include <gtest/gtest.h>

#include "hw/fault/link_faults.h"
#include "hw/link/faulty_wire.h"

namespace flitcast::test_link_faults {
namespace {

constexpr std::uint64_t kFlits = 200'000;

std::uint64_t damaged(const LinkFault& fault, std::uint64_t link) {
  std::uint64_t flits = 0;
  for (std::uint64_t number = 0; number < kFlits; ++number) {
    flits += fault.turned_bits(link, number) != 0 ? 1 : 0;
  }
  return flits;
}

std::uint64_t turned(const LinkFault& fault, std::uint64_t link) {
  std::uint64_t bits = 0;
  for (std::uint64_t number = 0; number < kFlits; ++number) {
    bits += static_cast<std::uint64_t>(__builtin_popcountll(fault.turned_bits(link, number)));
  }
  return bits;
}

/// Five standard deviations of how often something of probability `rate` happens in `trials`.
void expect_about(std::uint64_t times, double rate, double trials) {
  EXPECT_NEAR(static_cast<double>(times), rate * trials, 5 * std::sqrt(rate * trials)) << rate;
}

TEST(LinkFaults, LoseAsManyFlitsAsTheirRateSays) {
  for (const char* const rate : {"0.5", "0.01", "1e-3"}) {
    const auto fault = make_link_fault(std::string("losses ") + rate, 1);
    expect_about(damaged(*fault, 0), std::stod(rate), kFlits);
    expect_about(damaged(*fault, 17), std::stod(rate), kFlits);
  }
}

TEST(LinkFaults, TurnAsManyBitsAsTheirRateSaysAndEachPlaceAsOften) {
  for (const char* const rate : {"0.3", "0.01", "1e-4"}) {
    const auto fault = make_link_fault(std::string("bit_errors ") + rate, 1);
    expect_about(turned(*fault, 3), std::stod(rate), 64.0 * kFlits);
  }
  const auto fault = make_link_fault("bit_errors 0.01", 5);
  for (int bit = 0; bit < 64; bit += 21) {
    std::uint64_t times = 0;
    for (std::uint64_t number = 0; number < kFlits; ++number) {
      times += fault->turned_bits(0, number) >> bit & 1U;
    }
    expect_about(times, 0.01, kFlits);
  }
}

TEST(LinkFaults, DropWhatTheyAreToldTo) {
  const auto fault = make_link_fault("drops 100-120", 1);
  for (std::uint64_t number = 0; number < 200; ++number) {
    EXPECT_EQ(fault->turned_bits(7, number) != 0, number >= 100 && number <= 120) << number;
  }
  EXPECT_NE(make_link_fault("drops 3", 1)->turned_bits(0, 3), 0U);
  EXPECT_EQ(make_link_fault("drops 3", 1)->turned_bits(0, 4), 0U);
  EXPECT_NE(make_link_fault("drops\t \t3-4", 1)->turned_bits(0, 4), 0U);
}

TEST(LinkFaults, FollowFromSeedLinkAndNumberAlone) {
  const auto one = make_link_fault("losses 0.5", 1);
  const auto same = make_link_fault("losses 0.5", 1);
  const auto other = make_link_fault("losses 0.5", 2);
  int different_seed = 0;
  int different_link = 0;
  for (std::uint64_t number = 64; number-- > 0;) {
    EXPECT_EQ(one->turned_bits(3, number), same->turned_bits(3, number));
    different_seed += one->turned_bits(3, number) != other->turned_bits(3, number) ? 1 : 0;
    different_link += one->turned_bits(3, number) != one->turned_bits(4, number) ? 1 : 0;
  }
  EXPECT_GT(different_seed, 16);
  EXPECT_GT(different_link, 16);
}

TEST(LinkFaults, SayWhatTheyTake) {
  for (const char* const text :
       {"", "losses", "losses\t ", "losses 0", "losses 1", "losses 1.5", "losses x", "losses 0.1x",
        "drops 5-3", "drops 1-", "drops -1", "drops 1-2-3", "lose 0.1", "bit_errors nan"}) {
    EXPECT_THROW(make_link_fault(text, 0), std::invalid_argument) << text;
  }
}

// Flits that are lost keep their places: header and tail go on as such.
TEST(FaultyWire, ChangesWordsOfBodiesAndWhatIsKnownOfHeaders) {
  const auto fault = make_link_fault("drops 0-2", 1);
  PacketPool packets;
  const PacketHandle packet = packets.add({});
  WakeQueue wakes;
  Alarm reader;
  wakes.enlist(reader);
  Link link({1, 1, 8, 1});
  link.attach_reader(&reader, 0, 0);
  VirtualChannel& channel = link.virtual_channel(0);
  channel.open();
  FaultyWire wire(*fault, 0, link, packets);
  const Flit head{header_word(3, 4), packet, 0, flit_kind::kHead, 0};
  const Flit body{99, packet, 0, flit_kind::kBody, 0};
  const Flit tail{77, packet, 2, flit_kind::kBody | flit_kind::kTail, 0};
  link.send(head, channel, 10, wakes);
  wire.act();
  EXPECT_EQ(channel.peek(0).word, head.word);
  EXPECT_EQ(packets[packet].turned_header, fault->turned_bits(0, 0));
  link.send(body, channel, 11, wakes);
  wire.act();
  wire.act();
  EXPECT_EQ(channel.peek(1).word, 99 ^ fault->turned_bits(0, 1));
  link.send(tail, channel, 12, wakes);
  link.send(body, channel, 13, wakes);
  wire.act();
  EXPECT_EQ(channel.peek(2).word, 77 ^ fault->turned_bits(0, 2));
  EXPECT_EQ(channel.peek(2).kind, tail.kind);
  EXPECT_EQ(channel.peek(2).sequence, tail.sequence);
  EXPECT_EQ(channel.peek(3).word, 99U);
  EXPECT_EQ(wire.damaged(), 3U);
  EXPECT_EQ(wire.first().at, 10);
  EXPECT_EQ(wire.first().number, 0U);
}

}  // namespace
}  // namespace flitcast::test_link_faults
