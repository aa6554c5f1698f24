#include <deque>
#include <vector>

#include <gtest/gtest.h>

#include "hw/router/parts/route_unit.h"
#include "hw/routing/routing_policies.h"
#include "hw/topology/topology.h"
#include "tests/hw/router/one_channel.h"

namespace flitcast::test_route_unit {
namespace {

/// Node 5 of a hypercube of 8: port d leads across dimension d, ports 3 and 4 are local.
class RouteUnitTest : public testing::Test {
 protected:
  static constexpr NodeId kHere = 5;

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
};

/// Headers at node 5 with two ways: over port 0, two links, or over port 1, three.
class TwoWays : public RouteUnitTest {
 protected:
  TwoWays() {
    for (std::size_t port = 0; port < 2; ++port) {
      Link& link = links_.emplace_back(LinkParameters{1, 1, 8, 2});
      for (int vc = 0; vc < 2; ++vc) {
        OutputVc& out = outputs_.emplace_back();
        out.link = &link;
        out.channel = &link.virtual_channel(vc);
        out.channel->open();
      }
    }
  }
  VirtualChannel& behind(PortId port, int vc) { return links_[port].virtual_channel(vc); }
  static void fill(VirtualChannel& channel, int flits) {
    for (int i = 0; i < flits; ++i) {
      channel.push({0, 0, 0, flit_kind::kBody, 0}, 1);
    }
  }
  Packet routed(Cycle now) {
    Packet packet;
    packet.route = ports_.data();
    packet.direct_hops = 2;
    packet.hops = 3;
    const PacketHandle handle = packets_.add(packet);
    RouteUnit routes(kHere, {3, 2, 2, 1}, config_, ugal_, packets_);
    routes.see(outputs_, nullptr);
    OneChannel<> channel;
    channel.in.port = 3;
    channel.arrive({header_word(6, 1), handle, 0, flit_kind::kHead, 0}, now);
    EXPECT_TRUE(routes.route(6, channel.in, now));
    EXPECT_EQ(units(routes, channel.in), std::vector<int>{packets_[handle].route[0]});
    return packets_[handle];
  }
  void expect_direct(Cycle now) {
    const Packet packet = routed(now);
    EXPECT_EQ(packet.route, ports_.data());
    EXPECT_EQ(packet.hops, 2U);
    EXPECT_EQ(packet.direct_hops, 0);
  }
  void expect_detour(Cycle now) {
    const Packet packet = routed(now);
    EXPECT_EQ(packet.route, ports_.data() + 2);
    EXPECT_EQ(packet.hops, 3U);
    EXPECT_EQ(packet.direct_hops, 0);
  }

  WayChooser chooser() { return {kHere, {3, 2, 2, 1}, outputs_, ugal_, nullptr}; }

 private:
  const Routing ugal_{topology_, RoutingOrder::kAscending, ugal_policy()};
  const std::vector<PortId> ports_{0, 1, 1, 2, 0};
  std::deque<Link> links_;
  std::vector<OutputVc> outputs_;
};

TEST_F(TwoWays, AHeaderTakesTheDirectOneWhereNothingIsTaken) {
  expect_direct(4);
}

// Slots of both virtual channels count: 3·2 > 1·3, and 3·2 = 2·3.
TEST_F(TwoWays, AHeaderComparesSlotsTakenTimesLinks) {
  fill(behind(0, 0), 1);
  fill(behind(0, 1), 2);
  fill(behind(1, 0), 1);
  expect_detour(4);
  fill(behind(1, 1), 1);
  expect_direct(4);
}

TEST_F(TwoWays, ASlotIsTakenUntilItsCreditIsBack) {
  fill(behind(0, 1), 1);
  behind(0, 1).pop(7);
  expect_detour(6);
  expect_direct(7);
}

// Other routers count neither what is sent or routed in a cycle nor what is taken out in it.
TEST_F(TwoWays, OtherRoutersSeeTheQueuesOfTheCycleBefore) {
  fill(behind(0, 1), 2);  // they enter the channel in cycle 0
  WayChooser queues = chooser();
  EXPECT_EQ(queues.slots_taken(0, 0), 2U);
  EXPECT_EQ(queues.length_before(0, 0), 0U);
  EXPECT_EQ(queues.length_before(0, 1), 2U);
  behind(0, 1).pop(7);
  EXPECT_EQ(queues.length_before(0, 6), 2U);
  EXPECT_EQ(queues.length_before(0, 7), 1U);
  queues.join(6, 0, 5, 8);
  EXPECT_EQ(queues.length_before(0, 8), 1U);
  EXPECT_EQ(queues.length_before(0, 9), 1U + 5);
  EXPECT_EQ(queues.length_before(1, 9), 0U);
  queues.leave(6, 9);
  queues.leave(6, 9);
  EXPECT_EQ(queues.length_before(0, 9), 1U + 5);
  EXPECT_EQ(queues.length_before(0, 10), 1U);
}

// The address behind one that was stripped becomes the header and goes on counting hops.
TEST_F(RouteUnitTest, TheNextAddressBecomesTheHeader) {
  const PacketHandle packet = packets_.add({});
  RouteUnit routes(kHere, {3, 2, 1, 1}, config_, routing_, packets_);
  OneChannel<> channel;
  const std::uint16_t more = flit_kind::kAddress | flit_kind::kMore;
  channel.arrive({header_word(kHere, 3), packet, 7, more, 0}, 4);
  channel.in.hops = 6;
  ASSERT_TRUE(routes.route(1, channel.in, 4));
  EXPECT_EQ(channel.in.channel->front().kind, more | flit_kind::kHead);
  EXPECT_EQ(channel.in.channel->front().sequence, 6U);
  EXPECT_TRUE(routes.strips(channel.in));
}

}  // namespace
}  // namespace flitcast::test_route_unit
