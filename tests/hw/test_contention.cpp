#include <algorithm>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/cores/core_network.h"
#include "tests/support/networks/timing_setups.h"

namespace flitcast::test_contention {
namespace {

std::uint32_t words(Cycle payload) {
  return static_cast<std::uint32_t>(payload);
}

// Line 0 … 3. The through worm comes from node 0, the local one from node 1; both want channel
// 1 → 2, the loser goes on to node 3, the holder leaves the network at node 2.
//
//   through, posted at p:  in router 0 at p + 2, takes 0 → 1 at p + 2 + r, stands in router 1 at
//                          p + 2 + t_d and asks for 1 → 2 at p + 2 + t_d + r
//   local, posted at q:    in router 1 at q + 2, asks for 1 → 2 at q + 2 + r
//
// (r = router_delay). So they ask at the same time when q = p + t_d. A holder of L words that takes
// the channel at a passes its tail at a + L·t_m; who asks at a + offset has it at
// a + max(offset, (L + 1)·t_m), that is exactly t_m after the tail. From there the loser is in
// router 2 a link later, in router 3 a hop later.
struct Worm {
  NodeId destination;
  Cycle payload;
  Cycle posted;
};

struct Pair {
  CoreNetwork network;
  std::size_t through;
  std::size_t local;

  Pair(const NetworkConfig& config, const Worm& from_0, const Worm& from_1)
      : network(TopologyKind::kLine, {4}, config),
        through(network.add({0, {from_0.destination}, words(from_0.payload), from_0.posted})),
        local(network.add({1, {from_1.destination}, words(from_1.payload), from_1.posted})) {
    network.run();
  }
  Cycle head(std::size_t message, NodeId at) const { return network.times(message).head.at(at); }
  Cycle tail(std::size_t message, NodeId at) const { return network.times(message).tail.at(at); }
};

template <typename Check>
void for_all_timings(Check&& check) {
  for (Cycle t_m = 1; t_m <= 3; ++t_m) {
    for (Cycle router_delay = 0; router_delay <= 3; ++router_delay) {
      for (Cycle link_delay = 1; link_delay <= 2; ++link_delay) {
        SCOPED_TRACE(testing::Message() << "t_m " << t_m << " router_delay " << router_delay
                                        << " link_delay " << link_delay);
        check(wormhole_config(router_delay, link_delay, t_m));
        if (testing::Test::HasFatalFailure()) {
          return;
        }
      }
    }
  }
}

TEST(Contention, LoserTakesTheChannelOneIntervalAfterTheHoldersTail) {
  for_all_timings([](const NetworkConfig& config) {
    const auto [t_s, t_d, t_m, t_r, t_op] = timing_model(config);
    for (const Cycle held_by : {1, 4, 17}) {
      for (const Cycle length : {1, 5, 30}) {
        for (Cycle offset = 1; offset <= (held_by + 1) * t_m + 2; ++offset) {
          const Pair pair(config, {2, held_by, 0}, {3, length, t_d + offset});
          const Cycle taken = kIntoRouter + t_d + config.router_delay;
          const Cycle granted = taken + std::max(offset, (held_by + 1) * t_m);
          ASSERT_EQ(pair.network.latency(pair.through, 2), t_s + 2 * t_d + held_by * t_m);
          ASSERT_EQ(pair.head(pair.local, 3), granted + t_d + config.link_delay + kIntoMemory);
          ASSERT_EQ(pair.tail(pair.local, 3), pair.head(pair.local, 3) + length * t_m) << offset;
          ASSERT_EQ(pair.network.link(1, 2).waits().total(), granted - taken - offset);
        }
      }
    }
  });
}

// The loser stands in a network input: when it goes on, it has its buffers full behind it, and full
// rate again from the first flit.
TEST(Contention, WormThatWaitedInTheNetworkGoesOnAtFullRate) {
  for_all_timings([](const NetworkConfig& config) {
    const auto [t_s, t_d, t_m, t_r, t_op] = timing_model(config);
    for (const Cycle held_by : {1, 4, 17}) {
      for (const Cycle length : {1, 5, 30}) {
        for (Cycle offset = 1; offset <= (held_by + 1) * t_m + 2; ++offset) {
          const Pair pair(config, {3, length, offset}, {2, held_by, t_d});
          const Cycle taken = kIntoRouter + t_d + config.router_delay;
          const Cycle granted = taken + std::max(offset, (held_by + 1) * t_m);
          ASSERT_EQ(pair.network.latency(pair.local, 2), t_s + t_d + held_by * t_m);
          ASSERT_EQ(pair.head(pair.through, 3), granted + t_d + config.link_delay + kIntoMemory);
          ASSERT_EQ(pair.tail(pair.through, 3), pair.head(pair.through, 3) + length * t_m);
        }
      }
    }
  });
}

// In router 1 the through worm stands in port 1 (from below), the local one in port 2.
TEST(Contention, TheFirstTieGoesToTheLowerPort) {
  for_all_timings([](const NetworkConfig& config) {
    const auto [t_s, t_d, t_m, t_r, t_op] = timing_model(config);
    const Pair pair(config, {2, 6, 0}, {3, 6, t_d});
    ASSERT_EQ(pair.network.latency(pair.through, 2), t_s + 2 * t_d + 6 * t_m);
    ASSERT_EQ(pair.network.latency(pair.local, 3), t_s + 2 * t_d + 6 * t_m + 7 * t_m);
    ASSERT_EQ(pair.network.link(1, 2).waits().total(), 7 * t_m);
  });
}

// An input is first in, first out. Here the holder goes on to node 3, so its tail, which arrives in
// router 2 at x, leaves it r later; the loser's header arrives at x + t_m, bound for node 2, and
// comes to the front at x + r + 1. Its words come at t_m, and those that queue leave one a cycle.
TEST(Contention, HeaderComesToTheFrontACycleAfterTheTailBeforeItHasLeft) {
  for_all_timings([](const NetworkConfig& config) {
    const auto [t_s, t_d, t_m, t_r, t_op] = timing_model(config);
    for (Cycle length = 1; length <= 12; ++length) {
      const Pair pair(config, {3, 6, 0}, {2, length, t_d + 1});
      const Cycle taken = kIntoRouter + t_d + config.router_delay;
      const Cycle x = taken + 6 * t_m + config.link_delay;
      const Cycle front = std::max(x + t_m, x + config.router_delay + 1);
      ASSERT_EQ(pair.head(pair.local, 2), front + kIntoMemory);
      ASSERT_EQ(pair.tail(pair.local, 2),
                std::max(front + length, x + t_m + length * t_m) + kIntoMemory);
    }
  });
}

// Mesh 3x3, XY routing, channel 4 → 7 in the middle. Worms to node 7 come to router 4
//   from 5 by port 0, from 3 by port 1, from 1 by port 3, and from node 4 itself by port 4.
// Posted at p from a neighbour, or at p + t_d from node 4, all of them ask at the same cycle.
class Crossroads {
 public:
  static constexpr Cycle kWords = 5;

  explicit Crossroads(const NetworkConfig& config)
      : model_(timing_model(config)), network_(TopologyKind::kMesh, {3, 3}, config) {}

  void round(const std::vector<NodeId>& sources, Cycle at) {
    for (const NodeId source : sources) {
      messages_.push_back(
          network_.add({source, {7}, words(kWords), source == 4 ? at + model_.t_d : at}));
      sources_.push_back(source);
    }
    rounds_.push_back({messages_.size(), at});
  }
  /// Sources by arrival, over all rounds. Fails unless those of a round follow each other without a
  /// gap: the k-th header, counted from 0, takes the channel k·(L + 1)·t_m after the first, which
  /// asked without delay.
  std::vector<NodeId> winners() {
    network_.run();
    std::vector<NodeId> order;
    std::size_t begin = 0;
    for (const auto& [end, at] : rounds_) {
      std::vector<std::pair<Cycle, NodeId>> arrivals;
      for (; begin < end; ++begin) {
        arrivals.emplace_back(network_.times(messages_[begin]).tail.at(7), sources_[begin]);
      }
      std::sort(arrivals.begin(), arrivals.end());
      Cycle expected = at + model_.t_s + 2 * model_.t_d + kWords * model_.t_m;
      for (const auto& [tail, source] : arrivals) {
        EXPECT_EQ(tail, expected) << "from " << source;
        expected += (kWords + 1) * model_.t_m;
        order.push_back(source);
      }
    }
    return order;
  }

 private:
  TimingModel model_;
  CoreNetwork network_;
  std::vector<std::size_t> messages_;
  std::vector<NodeId> sources_;
  std::vector<std::pair<std::size_t, Cycle>> rounds_;
};

TEST(Contention, FourHeadersOfOneCycleAreServedInPortOrder) {
  for_all_timings([](const NetworkConfig& config) {
    Crossroads crossroads(config);
    crossroads.round({1, 3, 4, 5}, 0);
    ASSERT_EQ(crossroads.winners(), (std::vector<NodeId>{5, 3, 1, 4}));
  });
}

// Ports in turn 0, 1, 3, 4 (sources 5, 3, 1, 4). The last winner is the last in turn:
//   {0, 1}          → 0, 1        last 1
//   {0}             → 0           last 0
//   {0, 1}          → 1, 0        last 0: alternates
//   {0, 1, 3}       → 1, 3, 0     last 0
//   {3}             → 3           last 3
//   {0, 1, 3, 4}    → 4, 0, 1, 3
TEST(Contention, TheLastWinnerIsTheLastInTurn) {
  for_all_timings([](const NetworkConfig& config) {
    Crossroads crossroads(config);
    crossroads.round({5, 3}, 0);
    crossroads.round({5}, 200);
    crossroads.round({5, 3}, 400);
    crossroads.round({5, 3, 1}, 600);
    crossroads.round({1}, 800);
    crossroads.round({5, 3, 1, 4}, 1000);
    ASSERT_EQ(crossroads.winners(), (std::vector<NodeId>{5, 3, 5, 3, 5, 3, 1, 5, 1, 4, 5, 3, 1}));
  });
}

// Two headers that come while a third worm holds the channel are equals when it becomes free,
// whoever came first; the one behind the holder in turn goes.
TEST(Contention, HeadersThatWaitedAreServedInTurnNotInOrderOfArrival) {
  CoreNetwork network(TopologyKind::kMesh, {3, 3}, wormhole_config(0, 1, 1));
  const std::size_t holder = network.add({3, {7}, 20, 0});  // port 1: takes 4 → 7 at 3, tail at 23
  const std::size_t early = network.add({5, {7}, 4, 2});    // port 0: asks at 5
  const std::size_t late = network.add({1, {7}, 4, 9});     // port 3: asks at 12
  network.run();
  EXPECT_EQ(network.times(holder).tail.at(7), 23 + 1 + 2);
  EXPECT_EQ(network.times(late).tail.at(7), 24 + 4 + 1 + 2);
  EXPECT_EQ(network.times(early).tail.at(7), 29 + 4 + 1 + 2);
  EXPECT_EQ(network.link(4, 7).waits().total(), (24 - 12) + (29 - 5));
  EXPECT_EQ(network.link(4, 7).flits(), 21U + 5U + 5U);
}

// Line 0 … 5, no router delay, delay 1, t_m 1, so buffers of 2 flits.
//   H, 3 → 4, 40 words, posted at 0: takes 3 → 4 at 2, tail at 42.
//   A, 0 → 5, 20 words, posted at 0: takes 0 → 1 at 2, 1 → 2 at 3, 2 → 3 at 4, asks for 3 → 4 at 5
//     and has it at 43, 38 cycles late. Until then header and word 1 stand in router 3, words 2, 3
//     in router 2, words 4, 5 in router 1, the rest at home. Word 2 wanted 2 → 3 at 6 and goes at
//     44, word 4 wanted 1 → 2 at 7 and goes at 45, word 6 wanted 0 → 1 at 8 and goes at 46: each of
//     them 38 late, and word i passes 1 → 2 at 41 + i. Its tail is there at 61.
//   C, 1 → 2, 3 words, posted at 10: asks for 1 → 2 at 12 and has it at 62.
//   B, 2 → 1, posted at 10, goes the other way and does not notice.
TEST(Contention, BlockedWormHoldsTheChannelsBehindIt) {
  CoreNetwork network(TopologyKind::kLine, {6}, wormhole_config(0, 1, 1));
  const std::size_t h = network.add({3, {4}, 40, 0});
  const std::size_t a = network.add({0, {5}, 20, 0});
  const std::size_t c = network.add({1, {2}, 3, 10});
  const std::size_t b = network.add({2, {1}, 9, 10});
  network.run();
  EXPECT_EQ(network.latency(h, 4), 4 + 1 + 40);
  EXPECT_EQ(network.times(a).head.at(5), 4 + 5 + 38);
  EXPECT_EQ(network.latency(a, 5), 4 + 5 + 20 + 38);
  EXPECT_EQ(network.times(c).head.at(2), 62 + 1 + 2);
  EXPECT_EQ(network.times(c).tail.at(2), 62 + 1 + 2 + 3);
  EXPECT_EQ(network.latency(b, 1), 4 + 1 + 9);
  EXPECT_EQ(network.link(3, 4).waits().total(), 38);
  EXPECT_EQ(network.link(2, 3).waits().total(), 38);
  EXPECT_EQ(network.link(1, 2).waits().total(), 38 + (62 - 12));
  EXPECT_EQ(network.link(0, 1).waits().total(), 38);
  EXPECT_EQ(network.link(4, 5).waits().total(), 0);
}

}  // namespace
}  // namespace flitcast::test_contention
