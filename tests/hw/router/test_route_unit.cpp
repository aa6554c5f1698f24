#include <vector>

#include <gtest/gtest.h>

#include "hw/router/route_unit.h"
#include "hw/topology/topology.h"
#include "tests/hw/router/one_channel.h"

namespace flitcast {
namespace {

/// Node 5 of a hypercube of 8: port d leads across dimension d, ports 3 and 4 are local.
class RouteUnitTest : public testing::Test {
 protected:
  static constexpr NodeId kHere = 5;
  static constexpr PortId kFromNetwork = 1;

  RouteUnit unit() { return {kHere, layout_, config_, routing_, packets_}; }
  std::vector<int> units(const RouteUnit& unit, const InputVc& in) const {
    std::vector<int> found;
    for (int i = 0; i < in.candidates; ++i) {
      found.push_back(unit.units().unit(in, i));
    }
    return found;
  }

  Topology topology_{TopologyKind::kHypercube, {3}};
  Routing routing_{topology_, RoutingOrder::kAscending};
  NetworkConfig config_;
  PacketPool packets_;
  PacketHandle packet_ = packets_.add({});
  PortLayout layout_{3, 2, 1, 1};
  OneChannel<> channel_;
};

TEST_F(RouteUnitTest, AHeaderLeavesItsDelayAfterItArrived) {
  config_.router_delay = 3;
  RouteUnit routes = unit();
  channel_.arrive_worm(6, 2, 10);
  ASSERT_TRUE(routes.route(kFromNetwork, channel_.in, 12));
  EXPECT_EQ(units(routes, channel_.in), std::vector<int>{0});  // 5 ^ 6 = 0b011
  EXPECT_EQ(channel_.in.eligible, 13);
  EXPECT_FALSE(routes.strips(channel_.in));
}

TEST_F(RouteUnitTest, AHeaderAtItsDestinationTakesAnyLocalPortAtOnce) {
  config_.router_delay = 3;
  config_.switching = Switching::kStoreAndForward;
  RouteUnit routes = unit();
  channel_.arrive_worm(kHere, 2, 10);
  ASSERT_TRUE(routes.route(kFromNetwork, channel_.in, 10));
  EXPECT_EQ(units(routes, channel_.in), (std::vector<int>{3, 4}));
  EXPECT_EQ(channel_.in.eligible, 10);
}

TEST_F(RouteUnitTest, AStoredPacketAwaitsItsTailBetweenLinks) {
  config_.router_delay = 3;
  config_.switching = Switching::kStoreAndForward;
  RouteUnit routes = unit();
  EXPECT_EQ(routes.wake_kinds(), flit_kind::kTail);
  channel_.in.port = kFromNetwork;
  channel_.arrive_worm(1, 2, 10);
  EXPECT_FALSE(routes.route(kFromNetwork, channel_.in, 11));
  EXPECT_FALSE(channel_.in.routed());
  ASSERT_TRUE(routes.route(kFromNetwork, channel_.in, 12));
  EXPECT_EQ(channel_.in.eligible, 12 + 3);
}

TEST_F(RouteUnitTest, AStoredPacketFromTheNodeItselfGoesOnWithItsHeader) {
  config_.switching = Switching::kStoreAndForward;
  RouteUnit routes = unit();
  channel_.in.port = 3;
  channel_.arrive_worm(1, 2, 10);
  ASSERT_TRUE(routes.route(3, channel_.in, 10));
  EXPECT_EQ(units(routes, channel_.in), std::vector<int>{2});
  EXPECT_EQ(channel_.in.eligible, 10);
}

TEST_F(RouteUnitTest, ASourceRouteSaysThePortOfEveryHop) {
  const std::vector<PortId> route{2, 0, 1};
  Packet packet;
  packet.route = route.data();
  const PacketHandle handle = packets_.add(packet);
  RouteUnit routes = unit();
  channel_.arrive({header_word(1, 2), handle, 1, flit_kind::kHead, 0}, 4);
  ASSERT_TRUE(routes.route(kFromNetwork, channel_.in, 4));
  EXPECT_EQ(units(routes, channel_.in), std::vector<int>{0});
}

// The address behind one that was stripped becomes the header and goes on counting hops.
TEST_F(RouteUnitTest, TheNextAddressBecomesTheHeader) {
  RouteUnit routes = unit();
  const std::uint16_t more = flit_kind::kAddress | flit_kind::kMore;
  channel_.arrive({header_word(kHere, 3), packet_, 7, more, 0}, 4);
  channel_.in.hops = 6;
  ASSERT_TRUE(routes.route(kFromNetwork, channel_.in, 4));
  EXPECT_EQ(channel_.in.channel->front().kind, more | flit_kind::kHead);
  EXPECT_EQ(channel_.in.channel->front().sequence, 6U);
  EXPECT_TRUE(routes.strips(channel_.in));
}

}  // namespace
}  // namespace flitcast
