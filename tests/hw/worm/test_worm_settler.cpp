#include <cstdint>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "hw/probe.h"
#include "hw/topology/family.h"
#include "tests/support/cores/core_network.h"
#include "tests/support/networks/timing_setups.h"

namespace flitcast::test_worm_settler {
namespace {

using Worms = CoreNetwork::Worms;

constexpr std::uint32_t kWords = 300;

/// Line 0 … 5, no router delay, t_d = t_m = 1. A message from 1 to 4, long enough to stand on all
/// of its way, is granted its last output at 2 + 3 and is in memory at 4 + 3 + kWords; one from 4
/// to 5 meets nobody.
class SettlerTest : public testing::Test {
 protected:
  static constexpr Cycle kTail = 4 + 3 + kWords;

  SettlerTest() : network_(TopologyKind::kLine, {6}, wormhole_config(0, 1, 1)) {
    network_.add({1, {4}, kWords, 0});
    network_.add({4, {5}, kWords, 0});
  }
  void expect_times() {
    network_.run();
    ASSERT_EQ(network_.times(0).head.at(4), 4 + 3);
    ASSERT_EQ(network_.times(0).tail.at(4), kTail);
    ASSERT_EQ(network_.times(1).tail.at(5), 4 + 1 + kWords);
    ASSERT_EQ(network_.link(2, 3).flits(), kWords + 1U);
    ASSERT_EQ(network_.link(2, 3).next_accept(), 2 + 1 + kWords + 1);
  }

  CoreNetwork network_;
  Probe probe_;
};

TEST_F(SettlerTest, WormsComeWhole) {
  expect_times();
  EXPECT_TRUE(network_.came_whole(0, 4));
  EXPECT_TRUE(network_.came_whole(1, 5));
}

// A message from 1 is on its way to 2 when the header of another comes by from 0: the channel is
// free for it at once, but room for its packet is there a cycle later, when the credit of the last
// flit is back. So it is at the last router after its own tail has left the first one.
TEST(WormSettler, ABodyFollowsAHeaderThatWaitsForACredit) {
  NetworkConfig config = wormhole_config(0, 1, 1);
  config.switching = Switching::kCutThrough;
  config.buffer_flits = 3;
  for (const CoreNetwork::Worms worms :
       {CoreNetwork::Worms::kMayPassWhole, CoreNetwork::Worms::kFlitByFlit}) {
    CoreNetwork network(TopologyKind::kLine, {3}, config, RoutingOrder::kAscending, worms);
    network.add({1, {2}, 2, 0});
    network.add({0, {2}, 2, 2});
    network.run();
    // Three flits leave router 1 from 2 on, and the last of them router 2 at 5, whose credit is
    // back at 6. The other header stands in router 0 at 4 and in router 1 at 5.
    EXPECT_EQ(network.times(0).head.at(2), 2 + 1 + 2);
    EXPECT_EQ(network.times(0).tail.at(2), 2 + 1 + 2 + 2);
    EXPECT_EQ(network.times(1).head.at(2), 6 + 1 + 2);
    EXPECT_EQ(network.times(1).tail.at(2), 6 + 1 + 2 + 2);
    EXPECT_EQ(network.link(0, 1).waits().total(), 0);
    EXPECT_EQ(network.link(1, 2).waits()[WaitCause::kCredit], 1);
    EXPECT_EQ(network.link(1, 2).waits().total(), 1);
  }
}

// The limit is that of everybody, as long as it lies ahead.
TEST_F(SettlerTest, AWormIsNotSettledAcrossACycleThatSomebodyWantsToSee) {
  const std::vector<std::pair<Cycle, bool>> watched_and_whole = {
      {2, true},    {4, true},          {5, false},    {6, false},
      {200, false}, {kTail - 1, false}, {kTail, true}, {kTail + 1, true}};
  for (const auto& [cycle, whole] : watched_and_whole) {
    CoreNetwork network(TopologyKind::kLine, {6}, wormhole_config(0, 1, 1));
    network.add({1, {4}, kWords, 0});
    network.stop_lookahead_at({cycle});
    network.run();
    EXPECT_EQ(network.times(0).tail.at(4), kTail) << cycle;
    EXPECT_EQ(network.came_whole(0, 4), whole) << cycle;
  }
}

TEST_F(SettlerTest, AWormIsNotSettledAcrossTheLastCycle) {
  for (const Cycle last : {kTail - 1, kTail, kTail + 1}) {
    CoreNetwork network(TopologyKind::kLine, {6}, wormhole_config(0, 1, 1));
    network.add({1, {4}, kWords, 0});
    network.cut_short(last);
    network.run();
    ASSERT_EQ(network.times(0).tail.size(), 1U) << last;
    EXPECT_EQ(network.came_whole(0, 4), last >= kTail) << last;
    EXPECT_EQ(network.times(0).tail.at(4), kTail);
  }
  CoreNetwork network(TopologyKind::kLine, {6}, wormhole_config(0, 1, 1));
  network.add({1, {4}, kWords, 0});
  network.cut_short(100);
  network.run();
  EXPECT_TRUE(network.times(0).tail.empty());
  EXPECT_EQ(network.link(2, 3).flits(), 98U);  // the header at 3, the last at 100
}

TEST_F(SettlerTest, AProbeOnARouterOfItsWayKeepsAWormFlitByFlit) {
  for (NodeId node = 0; node < 6; ++node) {
    CoreNetwork network(TopologyKind::kLine, {6}, wormhole_config(0, 1, 1));
    network.add({1, {4}, kWords, 0});
    network.add({4, {5}, kWords, 0});
    network.attach_router_probe(node, probe_);
    network.run();
    EXPECT_EQ(network.times(0).tail.at(4), kTail) << node;
    EXPECT_EQ(network.times(1).tail.at(5), 4 + 1 + kWords) << node;
    EXPECT_EQ(network.came_whole(0, 4), node < 1 || node > 4) << node;
    EXPECT_EQ(network.came_whole(1, 5), node < 4) << node;
  }
}

TEST_F(SettlerTest, AProbeOnOneOfItsInterfacesKeepsAWormFlitByFlit) {
  for (NodeId node = 0; node < 6; ++node) {
    CoreNetwork network(TopologyKind::kLine, {6}, wormhole_config(0, 1, 1));
    network.add({1, {4}, kWords, 0});
    network.add({4, {5}, kWords, 0});
    network.attach_interface_probe(node, probe_);
    network.run();
    EXPECT_EQ(network.times(0).tail.at(4), kTail) << node;
    EXPECT_EQ(network.times(1).tail.at(5), 4 + 1 + kWords) << node;
    EXPECT_EQ(network.came_whole(0, 4), node != 1 && node != 4) << node;
    EXPECT_EQ(network.came_whole(1, 5), node != 4 && node != 5) << node;
  }
}

// The node in between takes a copy; so does its probe.
TEST_F(SettlerTest, AProbeWhereACopyIsTakenKeepsTheWormFlitByFlit) {
  for (NodeId node = 0; node < 6; ++node) {
    CoreNetwork network(TopologyKind::kLine, {6}, wormhole_config(0, 1, 1));
    network.add({1, {3, 4}, kWords, 0});
    network.attach_interface_probe(node, probe_);
    network.run();
    EXPECT_EQ(network.latency(0, 3), 4 + 2 + 1 + kWords) << node;
    EXPECT_EQ(network.latency(0, 4), 4 + 3 + 1 + kWords) << node;
    const bool whole = node != 1 && node != 3 && node != 4;
    EXPECT_EQ(network.came_whole(0, 3), whole) << node;
    EXPECT_EQ(network.came_whole(0, 4), whole) << node;
  }
}

// Words are moved 1024 at a time; the last of them come from buffers of any depth, or from memory.
TEST(WormWords, AreCarriedFromBuffersAndFromMemory) {
  for (const Cycle buffer : {2, 40, 700, 1500, 4000}) {
    for (const std::uint32_t words : {1U, 2U, 33U, 1023U, 1024U, 1025U, 2048U, 2500U, 5000U}) {
      NetworkConfig config = wormhole_config(0, 1, 1);
      config.buffer_flits = buffer;
      CoreNetwork network(TopologyKind::kLine, {5}, config);
      network.add({3, {4}, 3000, 0});  // the port of node 4 is taken until 3 + 3000
      const std::size_t blocked = network.add({0, {2, 4}, words, 0});
      network.run();  // checks words
      ASSERT_TRUE(network.complete());
      ASSERT_EQ(network.times(blocked).head.at(4), 3 + 3000 + 1 + kIntoMemory);
      ASSERT_TRUE(network.came_whole(blocked, 4));
    }
  }
}

// Credits of flits that have gone on before a worm is settled may be on their way when its tail has
// passed, and a packet that needs much room waits for them: of 705 slots between nodes 0 and 1.
TEST(WormCredits, OnTheirWayAreNotForgotten) {
  NetworkConfig config;
  config.switching = Switching::kCutThrough;
  config.buffer_flits = 705;
  config.ports = 2;
  const char* const graph =
      "processors 5\n"
      "link 0 1 delay 3 cycles_per_flit 2\n"
      "link 1 2 cycles_per_flit 3\n"
      "link 2 3 delay 3\n"
      "link 3 4 delay 5 cycles_per_flit 2\n";
  for (const Worms worms : {Worms::kMayPassWhole, Worms::kFlitByFlit}) {
    const Topology topology(family_of(TopologyKind::kGraph), {{}, "line", graph});
    CoreNetwork network(topology, config, RoutingOrder::kAscending, worms);
    network.add({2, {3}, 513, 0});
    network.add({0, {4}, 386, 7});
    const std::size_t packet = network.add({0, {1}, 576, 785});
    network.run();
    EXPECT_EQ(network.times(packet).tail.at(1), 1946);
  }
}

}  // namespace
}  // namespace flitcast::test_worm_settler
