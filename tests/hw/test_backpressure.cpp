#include <algorithm>

#include <gtest/gtest.h>

#include "tests/support/cores/core_network.h"
#include "tests/support/networks/timing_setups.h"

namespace flitcast::test_backpressure {
namespace {

NetworkConfig with_buffer(NetworkConfig config, Cycle flits) {
  config.buffer_flits = flits;
  return config;
}

// Without router delay a slot is filled again 2·link_delay cycles after it was filled. With B slots
// and B·t_m < 2·link_delay, B flits go at t_m and then wait for the first slot: flit i passes every
// channel 2·link_delay·⌊i / B⌋ + (i mod B)·t_m after the header, whatever the distance.
TEST(Backpressure, BuffersBelowFullRateSendInBursts) {
  for (Cycle link_delay = 1; link_delay <= 4; ++link_delay) {
    for (Cycle t_m = 1; t_m <= 3; ++t_m) {
      const NetworkConfig full = wormhole_config(0, link_delay, t_m);
      for (Cycle buffer = 1; buffer <= full.buffer_flits; ++buffer) {
        for (const Cycle payload : {1, 2, 3, 7, 8, 9, 40, 500}) {
          for (const NodeId hops : {1U, 2U, 5U}) {
            CoreNetwork network(TopologyKind::kLine, {6}, with_buffer(full, buffer));
            const std::size_t worm =
                network.add({0, {hops}, static_cast<std::uint32_t>(payload), 0});
            network.run();
            const auto [t_s, t_d, channel, copy, reduce] = network.model();
            const Cycle last = buffer * t_m >= 2 * link_delay
                                   ? payload * t_m
                                   : 2 * link_delay * (payload / buffer) + payload % buffer * t_m;
            ASSERT_EQ(network.latency(worm, hops), t_s + Cycle{hops} * t_d + last)
                << "link_delay " << link_delay << " t_m " << t_m << " buffer " << buffer;
          }
        }
      }
    }
  }
}

// link_delay 2, t_m 1, D = 1: full rate needs 4 slots. 12 words, header at channel cycle 0:
//   4 slots: flit i at i,                                     the last at 12
//   3 slots: 0 1 2 | 4 5 6 | 8 9 10 | 12 13 14 | 16,          the last at 16
//   2 slots: 0 1 | 4 5 | … | 24,                              the last at 24
//   1 slot:  0 | 4 | … | 48,                                  the last at 48
TEST(Backpressure, FourSlotsOrFewerAtLinkDelayTwo) {
  const Cycle last[] = {48, 24, 16, 12};
  for (Cycle buffer = 1; buffer <= 4; ++buffer) {
    CoreNetwork network(TopologyKind::kLine, {2}, with_buffer(wormhole_config(0, 2, 1), buffer));
    const std::size_t worm = network.add({0, {1}, 12, 0});
    network.run();
    EXPECT_EQ(network.latency(worm, 1), 4 + 2 + last[buffer - 1]);
  }
}

// With router delay r the header's slot is filled again r + 2·link_delay cycles after it was
// filled. A buffer B of one flit less than full rate therefore holds flit B back by
// λ = r + 2·link_delay − B·t_m, and the flits behind it, once for every router that delays the
// header and every B flits: λ·min(D − 1, ⌊L / B⌋) at the source. As long as B·t_m >= 2·link_delay
// they make up for it in the routers, where the header stands for r and they do not: the arrival is
// the contract's, only the port is free later.
TEST(Backpressure, OneFlitLessThanFullRateHoldsTheSourceNotTheArrival) {
  int cases = 0;
  for (Cycle t_m = 1; t_m <= 3; ++t_m) {
    for (Cycle link_delay = 1; link_delay <= 2; ++link_delay) {
      for (Cycle router_delay = 1; router_delay <= 6; ++router_delay) {
        const NetworkConfig full = wormhole_config(router_delay, link_delay, t_m);
        const NetworkConfig config = with_buffer(full, full.buffer_flits - 1);
        if (config.buffer_flits * t_m < 2 * link_delay) {
          continue;
        }
        ++cases;
        const Cycle lag = router_delay + 2 * link_delay - config.buffer_flits * t_m;
        for (Cycle hops = 1; hops <= 4; ++hops) {
          for (const Cycle payload : {1, 5, 9, 30}) {
            CoreNetwork network(TopologyKind::kLine, {6}, config);
            const auto end = static_cast<NodeId>(1 + hops);
            const std::size_t worm =
                network.add({1, {end}, static_cast<std::uint32_t>(payload), 0});
            const std::size_t next = network.add({1, {0}, 1, 0});
            network.run();
            const auto [t_s, t_d, channel, copy, reduce] = network.model();
            const Cycle held = lag * std::min(hops - 1, payload / config.buffer_flits);
            ASSERT_EQ(network.latency(worm, end), t_s + hops * t_d + payload * t_m);
            ASSERT_EQ(network.times(next).issued,
                      kIntoRouter + router_delay + payload * t_m + held + 1);
            ASSERT_EQ(network.link(1, 2).waits().total() > 0, held > 0);
          }
        }
      }
    }
  }
  EXPECT_GT(cases, 10);
}

// Line 0 … 3, no router delay, t_d = t_m = 1, buffers of 20 flits.
//   H, 2 → 3, 19 words, posted at 0: takes 2 → 3 at 2, tail at 21.
//   X, 0 → 3, 5 words, posted at 0: takes 0 → 1 at 2, 1 → 2 at 3, tail at 8; all 6 flits stand in
//     router 2 from 9 on and leave it at 22 … 27.
//   Y, 1 → 2, 17 words, posted at 10: in router 1 at 12, where 1 → 2 is free with room for 14.
//     Wormhole: the header goes at 12 and word 14, the first to need another slot, at 26, when that
//       of X's header has long been free; the tail goes at 29.
//     Cut-through: all 18 flits need room, which is there when 4 of X's have left, at 25 + 1. The
//       header goes at 26, the tail at 43; the header is in router 2 at 27, when X's tail leaves.
//     In both cases it comes to the front at 28, is ejected, and its tail 17 later.
//   N, 1 → 0, posted at 11: issued a cycle after Y's tail has left.
//   Z, 0 → 1, 1 word, posted at 12, finds its way free in both.
TEST(Backpressure, CutThroughHeaderWaitsForRoomForAllOfItsPacket) {
  for (const bool cut_through : {false, true}) {
    NetworkConfig config = with_buffer(wormhole_config(0, 1, 1), 20);
    config.switching = cut_through ? Switching::kCutThrough : Switching::kWormhole;
    CoreNetwork network(TopologyKind::kLine, {4}, config);
    network.add({2, {3}, 19, 0});
    const std::size_t x = network.add({0, {3}, 5, 0});
    const std::size_t y = network.add({1, {2}, 17, 10});
    const std::size_t n = network.add({1, {0}, 1, 11});
    const std::size_t z = network.add({0, {1}, 1, 12});
    network.run();
    EXPECT_EQ(network.times(x).tail.at(3), 27 + 1 + 2);
    EXPECT_EQ(network.times(y).head.at(2), 28 + 2);
    EXPECT_EQ(network.times(y).tail.at(2), 45 + 2);
    EXPECT_EQ(network.link(1, 2).waits().total(), cut_through ? 26 - 12 : 0);
    EXPECT_EQ(network.times(n).issued, cut_through ? 44 : 30);
    EXPECT_EQ(network.latency(z, 1), 4 + 1 + 1);
  }
}

// Line 0 … 3, as before. H, 1 → 3 with 19 words, holds channel 1 → 2 from 2 to 21. X, 0 → 2 with 8
// words, is in router 1 at 3 and has the channel at 22. Under cut-through all of X is off channel
// 0 → 1 by then; a wormhole buffer of 2 leaves X standing on it: its word 2 wants the channel at 4
// and has a slot when the header's credit is back at 23.
TEST(Backpressure, CutThroughTakesABlockedPacketOffTheChannel) {
  for (const bool cut_through : {false, true}) {
    NetworkConfig config = with_buffer(wormhole_config(0, 1, 1), cut_through ? 20 : 2);
    config.switching = cut_through ? Switching::kCutThrough : Switching::kWormhole;
    CoreNetwork network(TopologyKind::kLine, {4}, config);
    network.add({1, {3}, 19, 0});
    const std::size_t x = network.add({0, {2}, 8, 0});
    network.run();
    EXPECT_EQ(network.times(x).tail.at(2), 22 + 8 + 1 + 2);
    EXPECT_EQ(network.link(0, 1).waits().total(), cut_through ? 0 : 23 - 4);
  }
}

// Two packets of L words, back to back from node 0 to node D, in routers that hold one packet. The
// first has its tail in router 1 at x and its header leaves at x + r. Its port is free at
// x − link_delay + 1, so the header of the second asks for 0 → 1 at x − link_delay + 3 + r, while
// the first slot is there at x + r + link_delay: it is 2·link_delay − 3 late if that is positive,
// and from then on the two move in step.
TEST(Backpressure, StoreAndForwardPacketsFollowEachOther) {
  for (Cycle t_m = 1; t_m <= 3; ++t_m) {
    for (Cycle router_delay = 0; router_delay <= 3; ++router_delay) {
      for (Cycle link_delay = 1; link_delay <= 4; ++link_delay) {
        for (const Cycle payload : {10, 17, 40}) {
          NetworkConfig config = wormhole_config(router_delay, link_delay, t_m);
          config.switching = Switching::kStoreAndForward;
          config.buffer_flits = payload + 1;
          for (Cycle hops = 2; hops <= 4; ++hops) {
            CoreNetwork network(TopologyKind::kLine, {5}, config);
            const auto end = static_cast<NodeId>(hops);
            const auto words = static_cast<std::uint32_t>(payload);
            const std::size_t first = network.add({0, {end}, words, 0});
            const std::size_t second = network.add({0, {end}, words, 0});
            network.run();
            const auto [t_s, t_d, channel, copy, reduce] = network.model();
            const Cycle alone = t_s + hops * (t_d + payload * t_m);
            const Cycle late = std::max<Cycle>(0, 2 * link_delay - 3);
            ASSERT_EQ(network.latency(first, end), alone);
            ASSERT_EQ(network.times(second).issued, kIntoRouter + router_delay + payload * t_m + 1);
            ASSERT_EQ(network.latency(second, end), alone + late)
                << "t_m " << t_m << " router_delay " << router_delay << " link_delay " << link_delay
                << " L " << payload << " D " << hops;
          }
        }
      }
    }
  }
}

// Line 0 … 3, t_d = 1 + r, store-and-forward. Packet A, 0 → 3, has its tail in router 1 at
// 2 + t_d + L·t_m and asks for 1 → 2 r later; B, 1 → 2, posted so that it asks `ahead` cycles
// before, holds it until (L + 1)·t_m after that.
TEST(Backpressure, StoreAndForwardLoserWaitsForTheHoldersTail) {
  for (Cycle t_m = 1; t_m <= 3; ++t_m) {
    for (Cycle router_delay = 0; router_delay <= 3; ++router_delay) {
      for (const Cycle ahead : {1, 3, 6}) {
        NetworkConfig config = with_buffer(wormhole_config(router_delay, 1, t_m), 40);
        config.switching = Switching::kStoreAndForward;
        CoreNetwork network(TopologyKind::kLine, {4}, config);
        const auto [t_s, t_d, channel, copy, reduce] = network.model();
        const std::size_t a = network.add({0, {3}, 6, 0});
        const std::size_t b = network.add({1, {2}, 9, t_d + 6 * t_m - ahead});
        network.run();
        const Cycle wait = 10 * t_m - ahead;
        ASSERT_EQ(network.latency(b, 2), t_s + t_d + 9 * t_m);
        ASSERT_EQ(network.latency(a, 3), t_s + 3 * (t_d + 6 * t_m) + std::max<Cycle>(0, wait));
        ASSERT_EQ(network.link(1, 2).waits().total(), std::max<Cycle>(0, wait));
      }
    }
  }
}

}  // namespace
}  // namespace flitcast::test_backpressure
