#include <vector>

#include <gtest/gtest.h>

#include "traffic/theory/packet_flight.h"

namespace flitcast::test_packet_flight {
namespace {

constexpr Cycle kDeep = 1000;

/// A cycle for each of route, VC, switch and traversal.
NetworkConfig staged(Cycle buffer_flits) {
  NetworkConfig config;
  config.pipeline.kind = PipelineKind::kStaged;
  config.buffer_flits = buffer_flits;
  return config;
}

Cycle cycles(const NetworkConfig& config, const std::vector<LinkTime>& links, Cycle flits) {
  PacketFlight flight(config);
  for (const LinkTime& link : links) {
    flight.pass(link);
  }
  return flight.cycles(flits);
}

// The header is granted the switch of the first router at 2, enters the link at 4, is through at 5,
// granted at 7 and gone at 9. The other flit enters the link at 6, is through at 7, and could be
// granted then; it is in the cycle after the header, and gone at 10.
TEST(PacketFlight, FlitsCatchUpWithAHeaderThatWaitsInTheLastRouter) {
  EXPECT_EQ(cycles(staged(kDeep), {{1, 2}}, 2), 10);
  EXPECT_EQ(cycles(staged(kDeep), {{1, 1}}, 2), 10);
  // Granted at 7 8 9 11 13: from the fourth on they come later than they could go.
  EXPECT_EQ(cycles(staged(kDeep), {{1, 2}}, 5), 15);
  NetworkConfig bypass = staged(kDeep);
  bypass.pipeline.ejection = Ejection::kBypass;
  EXPECT_EQ(cycles(bypass, {{1, 2}}, 5), 4 + 1 + 4 * 2);
}

// Three slots keep the rate of a flit every other cycle, whose round trip is 5. Granted by the
// first router at 2 4 6; but the header is granted at 7 by the second, and its slot is back at 9.
// So the others are granted at 9 and 11, are there at 12 and 14, and the last is gone at 16.
TEST(PacketFlight, TheSlotOfAWaitingHeaderComesBackLate) {
  EXPECT_EQ(cycles(staged(3), {{1, 2}}, 5), 16);
  EXPECT_EQ(cycles(staged(4), {{1, 2}}, 5), 15);
}

// Two slots, a flit a cycle. Granted at 2 3 in the first router, at 7 8 in the second, so that
// slots are back at 9 and 10; the third flit is granted at 9 and at 12, the fifth at 14 and 17, and
// gone at 19.
TEST(PacketFlight, BuffersBelowFullRateLetSoManyFlitsThroughInARoundTrip) {
  EXPECT_EQ(cycles(staged(2), {{1, 1}}, 5), 19);
}

// Flits enter the first link at 4 7 10 and are through at 6 9 12; granted at 8 9 12, through at 11
// 12 15, granted at 13 14 15, the last gone at 17.
TEST(PacketFlight, ASlowLinkHidesTheDelaysOfHeadersBehindIt) {
  EXPECT_EQ(cycles(staged(kDeep), {{2, 3}, {1, 1}}, 3), 17);
}

// A router delays headers by 3. Out of the first router at 3 4, of the second at 7 8, with slots
// back at 8 9, where the other two leave the first one. They pass the rest as they come.
TEST(PacketFlight, ContractRoutersKeepTheSlotsOfHeadersAsLong) {
  NetworkConfig config;
  config.router_delay = 3;
  config.buffer_flits = 2;
  EXPECT_EQ(cycles(config, {{1, 1}, {1, 1}}, 4), 11);
  config.buffer_flits = 5;
  EXPECT_EQ(cycles(config, {{1, 1}, {1, 1}}, 4), 3 + 1 + 3 + 1 + 3);
}

// As many slots as a virtual channel can have of all: 2·3 − 1.
TEST(PacketFlight, SharedBuffersAreAsDeepAsAllOfThem) {
  NetworkConfig config = staged(3);
  config.vcs = 2;
  config.pipeline.buffers = Buffers::kShared;
  EXPECT_EQ(cycles(config, {{1, 2}}, 5), cycles(staged(5), {{1, 2}}, 5));
}

// Without links the header waits 2, and the flits behind it follow.
TEST(PacketFlight, ToTheNodeItselfIsOneRouter) {
  EXPECT_EQ(cycles(staged(kDeep), {}, 4), 4 + 3);
  EXPECT_EQ(cycles({}, {}, 4), 3);
}

TEST(PacketFlight, LongWaysAndShortOnesAgree) {
  for (const Cycle buffer : {1, 2, 3, 7}) {
    for (const Cycle interval : {1, 2, 3}) {
      const std::vector<LinkTime> five(5, {2, interval});
      const std::vector<LinkTime> nine(9, {2, interval});
      EXPECT_EQ(cycles(staged(buffer), nine, 12) - cycles(staged(buffer), five, 12), 4 * (4 + 2))
          << buffer << ' ' << interval;
    }
  }
}

}  // namespace
}  // namespace flitcast::test_packet_flight
