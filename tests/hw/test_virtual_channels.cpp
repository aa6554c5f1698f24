#include <algorithm>

#include <gtest/gtest.h>

#include "tests/support/cores/core_network.h"
#include "tests/support/networks/timing_setups.h"

namespace flitcast::test_virtual_channels {
namespace {

NetworkConfig two_vcs(Cycle router_delay, Cycle link_delay, Cycle t_m) {
  NetworkConfig config = wormhole_config(router_delay, link_delay, t_m);
  config.vcs = 2;
  return config;
}

// Line 0 … 2, both worms for node 2 (two receive ports): A from node 0, B from node 1, both at
// channel 1 → 2 at c = 2 + t_d + r. A, in the lower port, goes first; then they take turns:
//   while both are there, flit i of A goes at c + 2i·t_m and flit i of B at c + (2i + 1)·t_m;
//   the shorter one has its tail over when flit L of it goes;
//   the longer one goes last, at c + (L_A + L_B + 1)·t_m.
TEST(VirtualChannels, TwoWormsShareAChannelFlitByFlit) {
  for (Cycle t_m = 1; t_m <= 3; ++t_m) {
    for (Cycle router_delay = 0; router_delay <= 3; ++router_delay) {
      for (Cycle link_delay = 1; link_delay <= 2; ++link_delay) {
        for (const Cycle a_words : {1, 6, 7, 30}) {
          for (const Cycle b_words : {1, 6, 7, 30}) {
            NetworkConfig config = two_vcs(router_delay, link_delay, t_m);
            config.ports = 2;
            CoreNetwork network(TopologyKind::kLine, {3}, config);
            const auto [t_s, t_d, channel, copy, reduce] = network.model();
            const std::size_t a = network.add({0, {2}, static_cast<std::uint32_t>(a_words), 0});
            const std::size_t b = network.add({1, {2}, static_cast<std::uint32_t>(b_words), t_d});
            network.run();
            const Cycle first = kIntoRouter + t_d + router_delay + link_delay + kIntoMemory;
            const Cycle all = a_words + b_words + 1;
            EXPECT_EQ(network.times(a).head.at(2), first);
            EXPECT_EQ(network.times(b).head.at(2), first + t_m);
            ASSERT_EQ(network.times(a).tail.at(2), first + std::min(2 * a_words, all) * t_m);
            ASSERT_EQ(network.times(b).tail.at(2), first + std::min(2 * b_words + 1, all) * t_m);
          }
        }
      }
    }
  }
}

// Mesh 4x2, t_d = 1 + r, t_m = 1, one word each. A, 0 → 3, and B, 1 → 6, share channel 1 → 2 as
// before and part at router 2, where A's header arrives at x, then B's, A's tail, B's tail, a cycle
// apart. They come in by one port, which passes one flit a cycle, its virtual channels in turn:
//   r = 0: A's header x, B's header x + 1, A's tail x + 2, B's tail x + 3; nobody waits.
//   r = 1: A's header x + 1; B's header and A's tail both at x + 2: B, A being the last that
//          passed, A's tail x + 3, B's tail x + 4.
//   r = 2: A's header x + 2; B's header and A's tail both at x + 3: B, then A's tail x + 4, B's
//          tail x + 5.
TEST(VirtualChannels, AnInputPortPassesOneFlitACycle) {
  const Cycle a_tail[] = {2, 3, 4};
  for (Cycle router_delay = 0; router_delay <= 2; ++router_delay) {
    CoreNetwork network(TopologyKind::kMesh, {4, 2}, two_vcs(router_delay, 1, 1));
    const Cycle t_d = router_delay + 1;
    const std::size_t a = network.add({0, {3}, 1, 0});
    const std::size_t b = network.add({1, {6}, 1, t_d});
    network.run();
    const Cycle x = kIntoRouter + 2 * t_d;
    const Cycle to_memory = 1 + kIntoMemory;
    EXPECT_EQ(network.times(a).head.at(3), x + router_delay + to_memory);
    EXPECT_EQ(network.times(b).head.at(6), x + 1 + router_delay + to_memory);
    EXPECT_EQ(network.times(a).tail.at(3), x + a_tail[router_delay] + to_memory);
    EXPECT_EQ(network.times(b).tail.at(6), x + a_tail[router_delay] + 1 + to_memory);
  }
}

// Mesh 3x3: worms of L words from nodes 5, 3 and 1 ask at cycle c for channel 4 → 7. The first two
// have the virtual channels and take turns: flit i at c + 2i·t_m and c + (2i + 1)·t_m. The tail of
// the first goes at c + 2L·t_m; t_m later the third has its virtual channel and asks together with
// the other's tail, which is behind the first in turn. Its header goes another t_m later, alone.
TEST(VirtualChannels, ThirdWormWaitsForTheFirstTail) {
  for (Cycle t_m = 1; t_m <= 3; ++t_m) {
    for (Cycle length = 1; length <= 9; ++length) {
      NetworkConfig config = two_vcs(0, 1, t_m);
      config.ports = 2;
      CoreNetwork network(TopologyKind::kMesh, {3, 3}, config);
      const auto words = static_cast<std::uint32_t>(length);
      const std::size_t first = network.add({5, {7}, words, 0});
      const std::size_t second = network.add({3, {7}, words, 0});
      const std::size_t third = network.add({1, {7}, words, 0});
      network.run();
      const Cycle c = kIntoRouter + 1 + 1 + kIntoMemory;
      ASSERT_EQ(network.times(first).tail.at(7), c + 2 * length * t_m);
      ASSERT_EQ(network.times(second).tail.at(7), c + (2 * length + 1) * t_m);
      ASSERT_EQ(network.times(third).head.at(7), c + (2 * length + 2) * t_m);
      ASSERT_EQ(network.times(third).tail.at(7), c + (3 * length + 2) * t_m);
      ASSERT_EQ(network.link(4, 7).flits(), 3U * (words + 1U));
    }
  }
}

// Line 0 … 3, no router delay, t_d = t_m = 1, one receive port.
//   H, 3 → 2, 60 words, posted at 0, is in router 2 at 3 and ejected there until 63.
//   A, 0 → 2, 20 words, posted at 0, is in router 2 at 4 and waits for the port until 64. Buffers
//     of 2 leave it standing in routers 2, 1 and 0.
//   B, 1 → 3, 5 words, posted at 20, asks for 1 → 2 at 22. On the second virtual channel it passes
//     A. With one channel it waits for A: word i of A is ejected at 64 + i and leaves router 1
//     when the slot of word i − 2 is there, at 64 + i − 2 + 1, the tail at 83; B goes at 84.
TEST(VirtualChannels, WormPassesABlockedOne) {
  for (const int vcs : {1, 2}) {
    NetworkConfig config = wormhole_config(0, 1, 1);
    config.vcs = vcs;
    CoreNetwork network(TopologyKind::kLine, {4}, config);
    network.add({3, {2}, 60, 0});
    const std::size_t a = network.add({0, {2}, 20, 0});
    const std::size_t b = network.add({1, {3}, 5, 20});
    network.run();
    EXPECT_EQ(network.times(a).tail.at(2), 64 + 20 + 2);
    EXPECT_EQ(network.latency(b, 3), 4 + 2 + 5 + (vcs == 1 ? 84 - 22 : 0));
  }
}

// Ring of z, every node sends a worm two hops up at the same time: each holds a link and wants the
// next one's. With one virtual channel nothing arrives. With two, the worms that have crossed the
// dateline are in a class of their own, and the circle is broken.
TEST(VirtualChannels, DatelinesBreakTheCircleOnARing) {
  for (const std::uint32_t z : {4U, 5U, 8U}) {
    for (int vcs = 1; vcs <= 3; ++vcs) {
      NetworkConfig config = wormhole_config(0, 1, 1);
      config.vcs = vcs;
      CoreNetwork network(TopologyKind::kRing, {z}, config);
      for (NodeId node = 0; node < z; ++node) {
        network.add({node, {(node + 2) % z}, 20, 0});
      }
      network.run();
      EXPECT_EQ(network.complete(), vcs >= 2) << "z " << z << ", " << vcs << " virtual channels";
    }
  }
}

// The first virtual channel of a link is that of class 0, the second that of class 1. Two worms of
// L words share link 3 -> 0 -> 1 of a ring of 4: one from node 3, one from node 2; both have
// crossed the dateline at 3 -> 0 and are in class 1, so they do not take turns there: the second
// waits for the tail of the first, at c + L + 1.
TEST(VirtualChannels, WormsOfOneClassDoNotShareALinkThatHasOneChannelForThem) {
  constexpr std::uint32_t kWords = 10;
  NetworkConfig config = two_vcs(0, 1, 1);
  config.ports = 2;
  CoreNetwork network(TopologyKind::kRing, {4}, config);
  const std::size_t first = network.add({3, {1}, kWords, 1});
  const std::size_t second = network.add({2, {0}, kWords, 1});
  network.run();
  EXPECT_EQ(network.latency(first, 1), 4 + 2 + Cycle{kWords});
  // Its header is at node 3 a cycle after the other's left and goes when that one's tail has.
  EXPECT_EQ(network.latency(second, 0), 4 + 2 + Cycle{kWords} + kWords);
}

// Three worms of L words come to router 4 over one link and part there, one of them to an output
// that it shares with a fourth. The link passes one flit a cycle, so all three are through after
// 3·L cycles and a few; an arbiter that counts a choice that came to nothing as a turn keeps the
// first one back until the others are done, and needs 4·L.
TEST(VirtualChannels, NoWormIsKeptBackWhileOthersShareItsLink) {
  constexpr std::uint32_t kWords = 1000;
  NetworkConfig config;
  config.vcs = 4;
  config.ports = 4;
  config.buffer_flits = 4;
  CoreNetwork network(TopologyKind::kMesh, {3, 3}, config);
  const std::size_t east = network.add({3, {5}, kWords, 0});
  const std::size_t north = network.add({3, {7}, kWords, 2});
  const std::size_t south = network.add({3, {1}, kWords, 4});
  network.add({4, {5}, 3 * kWords, 0});
  network.run();
  constexpr Cycle kShared = 3 * kWords + 20;
  EXPECT_LE(network.latency(east, 5), kShared);
  EXPECT_LE(network.latency(north, 7), kShared);
  EXPECT_LE(network.latency(south, 1), kShared);
}

}  // namespace
}  // namespace flitcast::test_virtual_channels
