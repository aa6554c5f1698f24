// What worms in a router with stages do to each other.

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <vector>

#include <gtest/gtest.h>

#include "tests/hw/router/port_departures.h"

namespace flitcast::test_staged_sharing {
namespace {

constexpr PortId kUp = 0;    // in dimension 0: towards the higher node,
constexpr PortId kDown = 1;  // and the lower one

// The second packet of a virtual channel is in front when the tail of the first has left: it is
// routed then and has to get the output anew. With P flits a packet, P of P + 2 cycles carry a
// flit; with route computation ahead and speculation, all of them.
TEST(StagedSharing, AVirtualChannelStreamsPacketsWithTheGapOfItsPipeline) {
  for (const bool quick : {false, true}) {
    for (const std::uint32_t flits : {1U, 5U}) {
      NetworkConfig config = staged(1, 64);
      config.ports = quick ? 2 : 1;  // so that the interface keeps up
      config.pipeline.speculation = quick;
      config.pipeline.lookahead_routing = quick;
      constexpr std::uint32_t kPackets = 8;
      CoreNetwork network(TopologyKind::kLine, {3}, config);
      const Departures departures(network);
      for (std::uint32_t i = 0; i < kPackets; ++i) {
        network.add({0, {2}, flits - 1, 0});
      }
      network.run();
      const std::vector<Cycle> sent = departures.of(1, kUp);
      ASSERT_EQ(sent.size(), kPackets * flits);
      const Cycle gap = quick ? 0 : 2;
      const Cycle last_packets = sent.back() - sent[sent.size() - 1 - 3 * flits];
      if (!quick || flits > 1) {
        EXPECT_EQ(last_packets, 3 * (static_cast<Cycle>(flits) + gap)) << flits;
      }
    }
  }
}

// Two ports of a node send at the same time: they are virtual channels of one injection port, which
// takes a flit a cycle into the crossbar, to whichever output.
TEST(StagedSharing, LocalPortsShareOnePortOfTheCrossbar) {
  NetworkConfig config = staged(2, 64);
  config.ports = 2;
  CoreNetwork network(TopologyKind::kLine, {3}, config);
  const Departures departures(network);
  constexpr std::uint32_t kPayload = 31;
  network.add({1, {0}, kPayload, 0});
  network.add({1, {2}, kPayload, 0});
  network.run();
  std::vector<Cycle> all = departures.of(1, kDown);
  const std::vector<Cycle> other = departures.of(1, kUp);
  ASSERT_EQ(all.size(), 32U);
  ASSERT_EQ(other.size(), 32U);
  all.insert(all.end(), other.begin(), other.end());
  std::sort(all.begin(), all.end());
  EXPECT_EQ(std::adjacent_find(all.begin(), all.end()), all.end()) << "two flits in a cycle";
  EXPECT_EQ(all.back() - all.front(), 63) << "and one in every cycle";
}

// Two worms that go out by one port, each with a virtual channel of it, take turns by the flit.
TEST(StagedSharing, WormsOnAChannelTakeTurns) {
  CoreNetwork network(TopologyKind::kMesh, {3, 2}, staged(2, 64));
  const Departures departures(network);
  // Both use the channel from node 1 to node 2.
  network.add({0, {2}, 20, 0});
  network.add({1, {2}, 20, 0});
  network.run();
  const auto channel = departures.of(1, kUp);
  ASSERT_EQ(channel.size(), 42U);
  EXPECT_EQ(channel.back() - channel.front(), 41);
  const Link& link = network.link(1, 2);
  EXPECT_GT(link.waits()[WaitCause::kSerialisation], 0);
  EXPECT_EQ(link.waits()[WaitCause::kContention], 0);
}

// With one virtual channel the second worm waits until the tail of the first has left, and two
// cycles more for its own VC and switch.
TEST(StagedSharing, AWormWaitsForTheOutputVcOfAnother) {
  CoreNetwork network(TopologyKind::kMesh, {3, 2}, staged(1, 64));
  const Departures departures(network);
  network.add({1, {2}, 9, 0});  // holds the channel from 5 on
  const std::size_t second = network.add({0, {2}, 9, 0});
  network.run();
  const auto channel = departures.of(1, kUp);
  ASSERT_EQ(channel.size(), 20U);
  // The header of the first is granted the switch in cycle 4, its tail in 13. The VC allocator
  // gives the output away in 14, the switch is granted in 15.
  EXPECT_EQ(channel[0], 6);
  EXPECT_EQ(channel[9], 15);
  EXPECT_EQ(channel[10], 17);
  EXPECT_EQ(channel[19], 26);
  // It asked first in cycle 8: it came in 7.
  EXPECT_EQ(network.waits(second)[WaitCause::kContention], 14 - 8);
}

// A header that asks for the switch before it has an output VC loses against a flit whose worm has
// one, though it is its turn; it has its output VC all the same, and the turn in the next cycle.
TEST(StagedSharing, NonSpeculativeRequestsWin) {
  NetworkConfig config = staged(2, 64);
  config.pipeline.speculation = true;
  CoreNetwork network(TopologyKind::kMesh, {3, 2}, config);
  const Departures departures(network);
  // Comes to router 1 in cycle 2, and is granted the switch from 3 on in every cycle. The other one
  // is granted that of router 0 in 3, comes to router 1 in 6, and asks for both in 7.
  network.add({1, {2}, 20, 0});
  network.add({0, {2}, 0, 0});
  network.run();
  std::vector<Departures::Departure> sent;
  std::copy_if(departures.sent.begin(), departures.sent.end(), std::back_inserter(sent),
               [](const auto& flit) { return flit.node == 1 && flit.port == kUp; });
  ASSERT_EQ(sent.size(), 22U);
  const PacketHandle first = sent.front().flit.packet;
  const auto other = std::find_if(sent.begin(), sent.end(),
                                  [&](const auto& flit) { return flit.flit.packet != first; });
  ASSERT_NE(other, sent.end());
  EXPECT_EQ(other->at, 8 + 2);
  EXPECT_EQ(sent.front().at, 3 + 2);
}

// The tail of the first packet leaves router 0 in cycle 5 and router 1 in 10, and its credit is
// back in 12: then the second packet has the virtual channel, which is in front since 6.
TEST(StagedSharing, AVirtualChannelMayBeGivenAnewWhenItsBufferIsEmptyOnly) {
  for (const VcReuse reuse : {VcReuse::kOverlap, VcReuse::kAtomic}) {
    NetworkConfig config = staged();
    config.pipeline.vc_reuse = reuse;
    CoreNetwork network(TopologyKind::kLine, {3}, config);
    const Departures departures(network);
    network.add({0, {2}, 1, 0});
    const std::size_t second = network.add({0, {2}, 1, 0});
    network.run();
    const bool overlap = reuse == VcReuse::kOverlap;
    const Cycle decided = overlap ? 7 : 12;
    EXPECT_EQ(departures.of(0, kUp), (std::vector<Cycle>{6, 7, decided + 3, decided + 4}));
    EXPECT_EQ(network.waits(second)[WaitCause::kContention], decided - 7);
    EXPECT_TRUE(network.complete());
  }
}

// Two crossbar inputs for the local ports: both worms go on in every cycle.
TEST(StagedSharing, InputSpeedUpLetsVirtualChannelsOfAPortGoOnTogether) {
  NetworkConfig config = staged(2, 64);
  config.ports = 2;
  config.pipeline.input_speedup = 2;
  CoreNetwork network(TopologyKind::kLine, {3}, config);
  const Departures departures(network);
  network.add({1, {0}, 31, 0});
  network.add({1, {2}, 31, 0});
  network.run();
  for (const PortId port : {kUp, kDown}) {
    const std::vector<Cycle> sent = departures.of(1, port);
    ASSERT_EQ(sent.size(), 32U);
    EXPECT_EQ(sent.front(), 6);
    EXPECT_EQ(sent.back(), 37);
  }
}

// Two crossbar outputs for a port: worms from two ports cross together and queue for the channel.
TEST(StagedSharing, OutputSpeedUpLetsFlitsQueueForTheChannel) {
  NetworkConfig config = staged(2, 64);
  config.pipeline.output_speedup = 2;
  CoreNetwork network(TopologyKind::kMesh, {3, 2}, config);
  const Departures departures(network);
  network.add({0, {2}, 20, 0});
  network.add({1, {2}, 20, 0});
  network.run();
  const auto channel = departures.of(1, kUp);
  ASSERT_EQ(channel.size(), 42U);
  EXPECT_EQ(channel.front(), 6);
  EXPECT_EQ(channel.back(), 6 + 41);
  EXPECT_EQ(network.link(1, 2).waits().total(), 0);
}

// A channel that takes a flit every three cycles, with and without a queue in front of it.
TEST(StagedSharing, SlowChannelsKeepTheirPace) {
  for (const int speedup : {1, 2}) {
    NetworkConfig config = staged(2, 64);
    config.cycles_per_flit = 3;
    config.pipeline.output_speedup = speedup;
    CoreNetwork network(TopologyKind::kMesh, {3, 2}, config);
    const Departures departures(network);
    network.add({0, {2}, 5, 0});
    network.add({1, {2}, 5, 0});
    network.run();
    const auto channel = departures.of(1, kUp);
    ASSERT_EQ(channel.size(), 12U);
    for (std::size_t i = 0; i < channel.size(); ++i) {
      EXPECT_EQ(channel[i], 6 + 3 * static_cast<Cycle>(i)) << speedup;
    }
  }
}

// Two classes with a virtual channel each. A request waits for the virtual channel of another; a
// reply that comes with it has one of its own, and shares the channel with the first request.
TEST(StagedSharing, MessageClassesHaveVirtualChannelsOfTheirOwn) {
  NetworkConfig config = staged(2, 64);
  config.ports = 2;
  config.pipeline.message_classes = 2;
  CoreNetwork network(TopologyKind::kMesh, {3, 2}, config);
  network.add({1, {2}, 30, 0});
  const std::size_t request = network.add({0, {2}, 30, 0});
  const std::size_t reply = network.add({0, {2}, 3, 0, {}, 1});
  network.run();
  EXPECT_TRUE(network.complete());
  EXPECT_EQ(network.waits(reply)[WaitCause::kContention], 0);
  // The first request is granted the switch of router 1 in 4 … 38, for four cycles of these it is
  // the reply. The second asks in 8, and has its virtual channel in 39.
  EXPECT_EQ(network.waits(request)[WaitCause::kContention], 39 - 8);
}

// Round a ring three links, over the wrap link, in channels 0 or 1 and then 4 or 5, classes of the
// routing being halves: two requests share channels 0 and 1, and 4 and 5; a third waits for them. A
// reply has 2 or 3 and 6 or 7.
TEST(StagedSharing, MessageClassesDivideTheClassesOfTheRouting) {
  NetworkConfig config = staged(8, 64);
  config.ports = 4;
  config.pipeline.message_classes = 2;
  CoreNetwork network(TopologyKind::kUnidirectionalTorus, {5}, config);
  for (int i = 0; i < 2; ++i) {
    network.add({3, {1}, 30, 0});
  }
  const std::size_t request = network.add({3, {1}, 30, 0});
  const std::size_t reply = network.add({3, {1}, 3, 0, {}, 1});
  network.run();
  EXPECT_TRUE(network.complete());
  EXPECT_EQ(network.waits(reply)[WaitCause::kContention], 0);
  EXPECT_GT(network.waits(request)[WaitCause::kContention], 30);
}

}  // namespace
}  // namespace flitcast::test_staged_sharing
