#include <algorithm>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/cores/core_network.h"
#include "tests/support/networks/timing_setups.h"

namespace flitcast::test_irc {
namespace {

// A worm with k addresses and L words, issued at S, without contention. Address i stands in the
// router of destination i, at hop D_i, at S + startup + 2 + D_i·t_d + i·t_m: the addresses before
// it have been stripped and left a gap of t_m each. It is copied or ejected at once:
//   head_i = S + t_s + D_i·t_d + i·t_m
// Behind it come k − 1 − i addresses, which destination i does not see, and L words:
//   tail_i = S + t_s + D_i·t_d + (k − 1 + L)·t_m
void expect_contract(const CoreNetwork& network, std::size_t message,
                     const std::vector<NodeId>& destinations, const std::vector<Cycle>& hops,
                     Cycle payload) {
  const auto [t_s, t_d, t_m, t_r, t_op] = network.model();
  const CoreNetwork::Times& times = network.times(message);
  const auto addresses = static_cast<Cycle>(destinations.size());
  ASSERT_EQ(times.tail.size(), destinations.size());
  for (std::size_t i = 0; i < destinations.size(); ++i) {
    const Cycle start = times.issued + t_s + hops[i] * t_d;
    ASSERT_EQ(times.head.at(destinations[i]), start + static_cast<Cycle>(i) * t_m)
        << "destination " << i << " of " << addresses << ", L " << payload;
    ASSERT_EQ(times.tail.at(destinations[i]), start + (addresses - 1 + payload) * t_m)
        << "destination " << i << " of " << addresses << ", L " << payload;
  }
}

template <typename Check>
void for_all_timings(Check&& check) {
  for (int vcs = 1; vcs <= 2; ++vcs) {
    for (Cycle t_m = 1; t_m <= 3; ++t_m) {
      for (Cycle router_delay = 0; router_delay <= 3; ++router_delay) {
        for (Cycle link_delay = 1; link_delay <= 2; ++link_delay) {
          SCOPED_TRACE(testing::Message() << "vcs " << vcs << " t_m " << t_m << " router_delay "
                                          << router_delay << " link_delay " << link_delay);
          NetworkConfig config = wormhole_config(router_delay, link_delay, t_m);
          config.vcs = vcs;
          check(config);
          if (testing::Test::HasFatalFailure()) {
            return;
          }
        }
      }
    }
  }
}

// Line 0 … 8 from node 0: all sets of one to five destinations among 1, 2, 4, 5 and 8.
TEST(IntermediateReception, EveryDestinationHasTheWormAtTheContractsTime) {
  const NodeId places[] = {1, 2, 4, 5, 8};
  for_all_timings([&](const NetworkConfig& config) {
    for (unsigned set = 1; set < 32; ++set) {
      std::vector<NodeId> destinations;
      for (unsigned i = 0; i < 5; ++i) {
        if ((set >> i & 1U) != 0) {
          destinations.push_back(places[i]);
        }
      }
      const std::vector<Cycle> hops(destinations.begin(), destinations.end());
      for (const Cycle payload : {1, 2, 3, 5, 8, 13, 20}) {
        CoreNetwork network(TopologyKind::kLine, {9}, config);
        const std::size_t worm =
            network.add({0, destinations, static_cast<std::uint32_t>(payload), 3});
        network.run();
        expect_contract(network, worm, destinations, hops, payload);
      }
    }
  });
}

TEST(IntermediateReception, AdjacentDestinationsAndEveryLength) {
  for_all_timings([&](const NetworkConfig& config) {
    for (Cycle payload = 1; payload <= 20; ++payload) {
      CoreNetwork network(TopologyKind::kLine, {6}, config);
      const std::size_t worm =
          network.add({0, {1, 2, 3, 4, 5}, static_cast<std::uint32_t>(payload), 0});
      network.run();
      expect_contract(network, worm, {1, 2, 3, 4, 5}, {1, 2, 3, 4, 5}, payload);
    }
  });
}

// Mesh 4x4, XY: 0 → 2 → 3 (the corner) → 11 → 15.
TEST(IntermediateReception, WormTurnsOnAMesh) {
  for_all_timings([&](const NetworkConfig& config) {
    for (const Cycle payload : {1, 4, 50}) {
      CoreNetwork network(TopologyKind::kMesh, {4, 4}, config);
      const std::size_t worm =
          network.add({0, {2, 3, 11, 15}, static_cast<std::uint32_t>(payload), 0});
      network.run();
      expect_contract(network, worm, {2, 3, 11, 15}, {2, 3, 5, 6}, payload);
      EXPECT_EQ(network.link(1, 2).flits(), 4U + static_cast<unsigned>(payload));
      EXPECT_EQ(network.link(3, 7).flits(), 2U + static_cast<unsigned>(payload));
      EXPECT_EQ(network.link(11, 15).flits(), 1U + static_cast<unsigned>(payload));
    }
  });
}

// Longer than the NI channels (32 flits) and than all router buffers on the way together.
TEST(IntermediateReception, PayloadMayBeLongerThanAllBuffers) {
  for_all_timings([&](const NetworkConfig& config) {
    for (const Cycle payload : {30, 31, 32, 33, 500}) {
      CoreNetwork network(TopologyKind::kLine, {8}, config);
      const std::size_t worm = network.add({0, {1, 4, 7}, static_cast<std::uint32_t>(payload), 0});
      network.run();
      expect_contract(network, worm, {1, 4, 7}, {1, 4, 7}, payload);
    }
  });
}

TEST(IntermediateReception, CutThroughTakesTheSameTime) {
  for_all_timings([&](NetworkConfig config) {
    config.switching = Switching::kCutThrough;
    for (const Cycle payload : {1, 6, 25}) {
      config.buffer_flits = std::max(full_rate_buffer(config), payload + 3);
      CoreNetwork network(TopologyKind::kLine, {6}, config);
      const std::size_t worm = network.add({0, {2, 3, 5}, static_cast<std::uint32_t>(payload), 0});
      network.run();
      expect_contract(network, worm, {2, 3, 5}, {2, 3, 5}, payload);
    }
  });
}

// What a worm 0 → {…, e} of two addresses and L words does at its first destination x when its
// header, long there, has the receive port at cycle f. The buffers are B = 8 flits.
//   Address 0 is stripped at f; address 1 follows at f + 1, as it has waited as well, and the words
//   at t_m: word L leaves x at f + 1 + L·t_m.
//   The words are copied one a cycle from f + 1 on as they come: those in the buffer, then flit B,
//   sent when the credit of address 0 is back, at f + 2·link_delay, and the next at t_m.
struct FromPort {
  Cycle head;  // at x, in memory
  Cycle tail;
  Cycle tail_leaves;
};
FromPort after_wait(const NetworkConfig& config, Cycle f, Cycle payload) {
  const Cycle beyond = payload + 1 - config.buffer_flits;
  const Cycle copied =
      beyond < 0
          ? f + payload
          : std::max(f + payload, f + 2 * config.link_delay + beyond * config.cycles_per_flit);
  return {f + kIntoMemory, copied + kIntoMemory, f + 1 + payload * config.cycles_per_flit};
}

// Line 0 … 4, one receive port. H, 3 → 2 with 50 words, is in router 2 at 2 + t_d and ejected until
// 2 + t_d + 50·t_m; the port is free a cycle later. W, 0 → {2, 4}, is there from 2 + 2·t_d on.
TEST(IntermediateReception, WormWaitsForABusyReceivePort) {
  for_all_timings([&](NetworkConfig config) {
    config.buffer_flits = 8;
    for (const Cycle payload : {1, 5, 6, 7, 8, 40, 200}) {
      CoreNetwork network(TopologyKind::kLine, {5}, config);
      const auto [t_s, t_d, t_m, t_r, t_op] = network.model();
      const std::size_t h = network.add({3, {2}, 50, 0});
      const std::size_t w = network.add({0, {2, 4}, static_cast<std::uint32_t>(payload), 0});
      network.run();
      const FromPort port = after_wait(config, kIntoRouter + t_d + 50 * t_m + 1, payload);
      ASSERT_EQ(network.latency(h, 2), t_s + t_d + 50 * t_m);
      ASSERT_EQ(network.times(w).head.at(2), port.head);
      ASSERT_EQ(network.times(w).tail.at(2), port.tail) << payload;
      ASSERT_EQ(network.times(w).tail.at(4),
                port.tail_leaves + config.link_delay + t_d + kIntoMemory);
    }
  });
}

// Whatever the length of the message before it, the port's channel has a place for the header that
// follows its tail at once. Line 0 … 4, no router delay, t_d = t_m = 1, buffers of 4. H, 3 → 2 with
// h words, posted at 20, is in router 2 at 23, its tail ejected at 23 + h. W, 0 → {2, 4} with one
// word, all there by 26: address 0 is stripped at f = 24 + h, the word copied and address 1 sent on
// at f + 1, the word at f + 2.
TEST(IntermediateReception, HeaderFollowsTheTailOfAMessageOfAnyLength) {
  for (Cycle h = 2; h <= 70; ++h) {
    NetworkConfig config = wormhole_config(0, 1, 1);
    config.buffer_flits = 4;
    CoreNetwork network(TopologyKind::kLine, {5}, config);
    const std::size_t before = network.add({3, {2}, static_cast<std::uint32_t>(h), 20});
    const std::size_t worm = network.add({0, {2, 4}, 1, 20});
    ASSERT_NO_THROW(network.run()) << "after " << h << " words";
    const Cycle f = 24 + h;
    ASSERT_EQ(network.latency(before, 2), 4 + 1 + h);
    ASSERT_EQ(network.times(worm).head.at(2), f + kIntoMemory);
    ASSERT_EQ(network.times(worm).tail.at(2), f + 1 + kIntoMemory);
    ASSERT_EQ(network.times(worm).tail.at(4), f + 2 + 2 + kIntoMemory);
  }
}

// Mesh 3x3. V, 3 → {4, 5}, and W, 1 → {4, 7}, cross in the middle and are there at 2 + t_d both.
// With two receive ports neither notices the other. With one, V, from the lower port, has it first;
// its last word is copied at 2 + t_d + (1 + L)·t_m, and W has the port a cycle later.
TEST(IntermediateReception, CrossingWormsShareTheReceivePort) {
  for_all_timings([&](NetworkConfig config) {
    config.buffer_flits = 8;
    for (const Cycle payload : {8, 9, 60}) {
      for (int ports = 1; ports <= 2; ++ports) {
        config.ports = ports;
        CoreNetwork network(TopologyKind::kMesh, {3, 3}, config);
        const auto [t_s, t_d, t_m, t_r, t_op] = network.model();
        const std::size_t v = network.add({3, {4, 5}, static_cast<std::uint32_t>(payload), 0});
        const std::size_t w = network.add({1, {4, 7}, static_cast<std::uint32_t>(payload), 0});
        network.run();
        expect_contract(network, v, {4, 5}, {1, 2}, payload);
        if (ports == 2) {
          expect_contract(network, w, {4, 7}, {1, 2}, payload);
          continue;
        }
        const FromPort port =
            after_wait(config, kIntoRouter + t_d + (1 + payload) * t_m + 1, payload);
        ASSERT_EQ(network.times(w).head.at(4), port.head);
        ASSERT_EQ(network.times(w).tail.at(4), port.tail);
        ASSERT_EQ(network.times(w).tail.at(7), port.tail_leaves + config.link_delay + kIntoMemory);
      }
    }
  });
}

// Line 0 … 4, no router delay, t_d = t_m = 1, buffers of 2. H, 3 → 4 with 30 words, holds channel
// 3 → 4 from 2 to 32. W, 0 → {2, 4} with 5 words: address 0 is stripped in router 2 at 4, address 1
// follows at 5, is in router 3 at 6 and has the channel at 33, 27 late. Router 3 takes address 1
// and word 1, router 2 has words 2 and 3, which the NI gets at once, words 4 and 5 wait for room:
// word 2 leaves router 2 when the slot of address 1 is back, at 34, so word 4 comes at 36 and word
// 5 a cycle later.
TEST(IntermediateReception, WormBlockedBehindADestinationIsCopiedAsItComes) {
  CoreNetwork network(TopologyKind::kLine, {5}, wormhole_config(0, 1, 1));
  network.add({3, {4}, 30, 0});
  const std::size_t w = network.add({0, {2, 4}, 5, 0});
  network.run();
  EXPECT_EQ(network.times(w).head.at(2), 4 + 2);
  EXPECT_EQ(network.times(w).tail.at(2), 37 + 2);
  EXPECT_EQ(network.times(w).tail.at(4), 33 + 5 + 1 + 2);
  EXPECT_EQ(network.link(3, 4).waits().total(), 27);
}

}  // namespace
}  // namespace flitcast::test_irc
