#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "hw/ni/flit_pace.h"
#include "tests/support/cores/core_network.h"

namespace flitcast::test_interface_rates {
namespace {

/// 28.1 of 32 bytes a cycle.
constexpr FlitRate kRate{281, 320};

Cycle after(std::int64_t flits, const FlitRate& rate) {
  return (flits * rate.cycles + rate.flits - 1) / rate.flits;
}

// R = 4, t_d = 5.
NetworkConfig staged(Cycle buffer = 64) {
  NetworkConfig config;
  config.buffer_flits = buffer;
  config.pipeline.kind = PipelineKind::kStaged;
  config.pipeline.injection = InjectionMode::kSerial;
  return config;
}

NetworkConfig with_rates(NetworkConfig config, const std::vector<InterfaceRates>& rates) {
  config.rates = rates;
  return config;
}

Cycle tail_of(CoreNetwork& network, std::size_t message) {
  return network.times(message).tail.begin()->second;
}

TEST(FlitPace, PassesSoManyFlitsInSoManyCyclesAndNoneIsMadeUpFor) {
  for (const FlitRate rate : {kRate, FlitRate{1, 1}, FlitRate{1, 7}, FlitRate{999, 1000}}) {
    FlitPace pace(rate);
    EXPECT_EQ(pace.earliest(5), 5);
    for (std::int64_t flit = 0; flit < 2000; ++flit) {
      ASSERT_EQ(pace.earliest(0), flit == 0 ? 0 : 5 + after(flit, rate));
      pace.take(flit == 0 ? 5 : pace.earliest(0));
    }
    pace.take(100'000);
    EXPECT_EQ(pace.earliest(0), 100'000 + after(1, rate));
  }
}

// A header takes 2 cycles in each of the D + 1 routers that flits after it do not: so much they are
// late without making anything late. The receiver takes them as they come, or at its rate.
TEST(InterfaceRates, ALoneMessageIsAsLateAsTheSlowerOfItsEnds) {
  constexpr Cycle kCaughtUp = 3 * 2;
  const FlitRate slow{1, 3};
  for (const auto& [send, receive] : {std::pair{kRate, FlitRate{}},
                                      {FlitRate{}, kRate},
                                      {kRate, kRate},
                                      {slow, kRate},
                                      {kRate, slow}}) {
    for (const std::uint32_t words : {0U, 1U, 2U, 255U, 1000U}) {
      CoreNetwork network(TopologyKind::kLine, {3},
                          with_rates(staged(), {{send, {}}, {}, {{}, receive}}));
      const std::size_t message = network.add({0, {2}, words, 7});
      network.run();
      const Cycle late = std::max(after(words, receive), after(words, send) - kCaughtUp);
      EXPECT_EQ(tail_of(network, message), 7 + 4 + 4 + 2 * 5 + std::max<Cycle>(words, late))
          << words;
    }
  }
}

// Messages of 40 flits, one after the other: flit k of them all enters ⌈k·320/281⌉ cycles after the
// first. It is out of the second router as much earlier as it catches up with its header.
TEST(InterfaceRates, GoOnAcrossMessages) {
  constexpr std::size_t kMessages = 100;
  CoreNetwork network(TopologyKind::kLine, {2}, with_rates(staged(), {{kRate, {}}, {}}));
  for (std::size_t i = 0; i < kMessages; ++i) {
    network.add({0, {1}, 39, 0});
  }
  network.run();
  for (std::size_t i = 0; i < kMessages; ++i) {
    const auto first = static_cast<std::int64_t>(40 * i);
    EXPECT_EQ(network.times(i).injected, 1 + after(first, kRate));
    EXPECT_EQ(tail_of(network, i), 4 + 4 + 5 + after(first + 39, kRate) - 2 * 2);
  }
}

// Two nodes send to the one between them, by ports of its own: together they come at its rate, and
// what it does not take waits in the network.
TEST(InterfaceRates, OfAReceiverHoldForAllItsPorts) {
  constexpr std::uint32_t kWords = 400;
  NetworkConfig config = with_rates(staged(8), {{}, {{}, {1, 2}}, {}});
  config.ports = 2;
  CoreNetwork network(TopologyKind::kLine, {3}, config);
  const std::size_t left = network.add({0, {1}, kWords, 0});
  const std::size_t right = network.add({2, {1}, kWords, 0});
  network.run();
  EXPECT_TRUE(network.complete());
  const Cycle head = std::min(network.times(left).head.at(1), network.times(right).head.at(1));
  const Cycle last = std::max(tail_of(network, left), tail_of(network, right));
  EXPECT_EQ(last - head, after(2 * kWords + 1, {1, 2}));
  EXPECT_GT(network.link(0, 1).waits()[WaitCause::kCredit], 300);
}

TEST(InterfaceRates, OfAFlitACycleAreNone) {
  std::vector<Cycle> dates;
  for (const bool given : {false, true}) {
    NetworkConfig config = staged(6);
    config.rates =
        given ? std::vector<InterfaceRates>(9, {{7, 7}, {2, 2}}) : std::vector<InterfaceRates>();
    CoreNetwork network(TopologyKind::kMesh, {3, 3}, config);
    for (NodeId node = 0; node < 8; ++node) {
      network.add({node, {8}, 20, node});
    }
    network.run();
    for (std::size_t i = 0; i < 8; ++i) {
      dates.push_back(tail_of(network, i));
    }
  }
  for (std::size_t i = 0; i < 8; ++i) {
    EXPECT_EQ(dates[i], dates[i + 8]);
  }
}

}  // namespace
}  // namespace flitcast::test_interface_rates
