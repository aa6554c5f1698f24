#include <cstdint>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "hw/probe.h"
#include "tests/support/cores/core_network.h"
#include "tests/support/networks/timing_setups.h"

namespace flitcast::test_worm_settler {
namespace {

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

}  // namespace
}  // namespace flitcast::test_worm_settler
