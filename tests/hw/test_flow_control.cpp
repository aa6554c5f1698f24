// What flow control does besides credits: buffers that say stop and go, and bubbles in rings.

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <vector>

#include <gtest/gtest.h>

#include "hw/link/make_flow_control.h"
#include "hw/link/on_off.h"
#include "tests/hw/router/port_departures.h"
#include "tests/support/cores/core_network.h"
#include "tests/support/draw.h"
#include "tests/support/networks/timing_setups.h"

namespace flitcast::test_flow_control {
namespace {

NetworkConfig on_off(Cycle slots, Cycle off, Cycle on) {
  NetworkConfig config = wormhole_config(0, 2, 1);
  config.flow_control = FlowControl::kOnOff;
  config.buffer_flits = slots;
  config.off_flits = off;
  config.on_flits = on;
  return config;
}

// Line 0, 1, 2; link_delay 2, t_m 1, no router delay; 6 slots, stop at 3 free ones, go at 5.
//   H, 1 -> 2, 18 words, posted at 0: takes 1 -> 2 at 2, its tail at 20.
//   X, 0 -> 2, 12 words, posted at 0: takes 0 -> 1 at 2. Its flits stand in router 1 from 4 on.
//     At the end of cycle  4  5  6  7  8  9 … 20 21 22 23 24 25 26
//     free slots there     5  4  3  2  1  0    0  1  2  3  4  5  6
//     Router 1 says stop at 6, which router 0 knows at 8: flits go at 2 … 7, and those of 5, 6 and
//     7 find room. The header goes on at 21, t_m after H's tail. At 25 router 1 says go, and router
//     0 knows at 27: the others go at 27 … 33, through router 1 two cycles later.
TEST(OnOff, StopsAndGoesCycleByCycle) {
  CoreNetwork network(TopologyKind::kLine, {3}, on_off(6, 3, 5));
  Departures departures;
  network.attach_router_probe(0, departures);
  network.attach_router_probe(1, departures);
  network.add({1, {2}, 18, 0});
  const std::size_t x = network.add({0, {2}, 12, 0});
  network.run();
  EXPECT_EQ(departures.of(0, 0),
            (std::vector<Cycle>{2, 3, 4, 5, 6, 7, 27, 28, 29, 30, 31, 32, 33}));
  const std::vector<Cycle> second = departures.of(1, 0);
  ASSERT_EQ(second.size(), 19U + 13U);
  EXPECT_EQ((std::vector<Cycle>(second.begin() + 19, second.end())),
            (std::vector<Cycle>{21, 22, 23, 24, 25, 26, 29, 30, 31, 32, 33, 34, 35}));
  EXPECT_EQ(network.times(x).tail.at(2), 35 + 2 + kIntoMemory);
  EXPECT_EQ(network.link(0, 1).waits()[WaitCause::kCredit], 27 - 8);
}

// So many slots and no fewer: with one less for what comes after a stop, the buffer runs over.
TEST(OnOff, RefusesABufferThatSaysStopTooLate) {
  for (Cycle delay = 1; delay <= 5; ++delay) {
    for (Cycle t_m = 1; t_m <= 4; ++t_m) {
      const Cycle off = OnOff::least_off(delay, t_m);
      EXPECT_EQ(off, (2 * delay - 1) / t_m);
      EXPECT_NO_THROW(make_flow_control(on_off(off + 1, off, off + 1), delay, t_m));
      EXPECT_THROW(make_flow_control(on_off(9, off - 1, 9), delay, t_m), std::invalid_argument);
      EXPECT_THROW(make_flow_control(on_off(off + 1, off, off + 2), delay, t_m),
                   std::invalid_argument);
      EXPECT_THROW(make_flow_control(on_off(off + 2, off, off), delay, t_m), std::invalid_argument);
    }
  }
}

// The least buffer carries any worm, and one of as many slots more as flits come between go and the
// next one, at full rate after any stop.
TEST(OnOff, StreamsAtFullRate) {
  for (Cycle delay = 1; delay <= 4; ++delay) {
    const Cycle off = OnOff::least_off(delay, 1);
    for (const Cycle more : {Cycle{0}, off}) {
      NetworkConfig config = on_off(off + 1 + more, off, off + 1);
      config.link_delay = delay;
      CoreNetwork network(TopologyKind::kLine, {4}, config);
      const std::size_t blocker = network.add({2, {3}, 40, 0});
      const std::size_t worm = network.add({0, {3}, 60, 0});
      network.run();
      ASSERT_TRUE(network.complete());
      EXPECT_EQ(network.latency(blocker, 3), 4 + delay + 40);
      // The header goes on at 43.
      EXPECT_EQ(network.times(worm).tail.at(3) == 43 + 60 + delay + kIntoMemory, more > 0)
          << network.times(worm).tail.at(3) << ' ' << delay << ' ' << more;
    }
  }
}

NetworkConfig bubble(Cycle slots, Cycle room) {
  NetworkConfig config = wormhole_config(0, 1, 1);
  config.switching = Switching::kCutThrough;
  config.flow_control = FlowControl::kBubble;
  config.buffer_flits = slots;
  config.bubble_flits = room;
  return config;
}

// Every node of a ring of 4 sends 2 words half-way round at the same time. With room for a packet
// of 3 flits left, some wait at their sources; with a flit less all enter, and no buffer has room
// for a second packet.
TEST(Bubble, OfAFlitLessThanAPacketDeadlocks) {
  for (const Cycle room : {2, 3}) {
    CoreNetwork network(TopologyKind::kRing, {4}, bubble(3 + room, room));
    for (NodeId node = 0; node < 4; ++node) {
      network.add({node, {(node + 2) % 4}, 2, 0});
    }
    network.run();
    EXPECT_EQ(network.complete(), room == 3);
  }
}

/// Packets of a unit to `largest` flits from any node of a ring to any other, all at once.
bool completes(Draw& draw, Cycle unit, Cycle largest, NodeId nodes, Cycle room) {
  CoreNetwork network(TopologyKind::kRing, {nodes}, bubble(largest + room, room));
  for (int i = 0; i < 60; ++i) {
    const auto source = draw.between<NodeId>(0, nodes - 1);
    const NodeId way = draw.one_in(4) ? draw.between<NodeId>(1, nodes / 2) : nodes / 2;
    const Cycle flits = draw.one_in(2) ? largest : unit * draw.between<Cycle>(1, largest / unit);
    network.add({source, {(source + way) % nodes}, static_cast<std::uint32_t>(flits - 1), 0});
  }
  network.run();
  return network.complete();
}

// Packets of several sizes divide the room of a ring among its buffers. One unit more than what
// each may have without room for the largest keeps the ring going.
TEST(Bubble, KeepsRingsGoingWhateverTheSizes) {
  Draw draw(7);
  for (int run = 0; run < 300; ++run) {
    const auto nodes = draw.between<NodeId>(3, 8);
    const Cycle unit = draw.between<Cycle>(1, 3);
    const Cycle largest = unit * draw.between<Cycle>(1, 5);
    EXPECT_TRUE(completes(draw, unit, largest, nodes, Cycle{nodes} * (largest - unit) + unit));
  }
}

TEST(Bubble, RefusesWhatHasNone) {
  EXPECT_THROW(CoreNetwork(TopologyKind::kMesh, {3, 3}, bubble(9, 3)), std::invalid_argument);
  NetworkConfig config = bubble(9, 3);
  config.vcs = 2;
  EXPECT_THROW(CoreNetwork(TopologyKind::kRing, {4}, config), std::invalid_argument);
  config = bubble(9, 3);
  config.switching = Switching::kWormhole;
  EXPECT_THROW(CoreNetwork(TopologyKind::kRing, {4}, config), std::invalid_argument);
  CoreNetwork small(TopologyKind::kRing, {4}, bubble(5, 3));
  small.add({0, {2}, 2, 0});
  EXPECT_THROW(small.run(), std::logic_error);
}

}  // namespace
}  // namespace flitcast::test_flow_control
