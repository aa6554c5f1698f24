#include <cstdint>
#include <map>
#include <vector>

#include <flitcast/network.h>
#include <gtest/gtest.h>

#include "tests/support/draw.h"
#include "tests/support/library/line_networks.h"

namespace flitcast::test_network_statistics {
namespace {

// ---- statistics ----

TEST(NetworkStatistics, CountWhatHasHappenedByThen) {
  Network::Options options;
  options.source_queue = 100;
  Network network(Settings::parse("[topology]\nkind = mesh\ndims = 4x4\n", "mesh.ini"), options);
  Draw draw(3);
  std::uint64_t sent = 0;
  std::map<int, std::vector<Network::Arrival>> came;
  network.on_sent([&](const Network::Packet& /*packet*/) { ++sent; });
  network.on_received(
      [&](const Network::Arrival& arrival) { came[arrival.message_class].push_back(arrival); });
  std::uint64_t posted = 0;
  for (int round = 0; round < 300; ++round) {
    const auto its_class = static_cast<std::uint8_t>(draw.between(0, 2));
    ASSERT_TRUE(
        network.post({draw.between<std::uint32_t>(0, 15), draw.between<std::uint32_t>(0, 15),
                      draw.between<std::uint32_t>(0, 60), its_class, nullptr}));
    ++posted;
    network.run_until(network.now() + draw.between<Network::Cycle>(0, 30));
    const Network::Statistics is = network.statistics();
    ASSERT_EQ(is.cycle, network.now());
    ASSERT_EQ(is.total.posted, posted);
    ASSERT_EQ(is.total.sent, sent);
    std::uint64_t received = 0;
    for (const auto& [message_class, arrivals] : came) {
      const Network::ClassStatistics& own = is.classes.at(static_cast<std::size_t>(message_class));
      ASSERT_EQ(own.received, arrivals.size());
      ASSERT_EQ(own.latency.packets, arrivals.size());
      Network::Cycle sum = 0;
      Network::Cycle in_network = 0;
      std::uint64_t flits = 0;
      for (const Network::Arrival& arrival : arrivals) {
        sum += arrival.arrived - arrival.posted;
        in_network += arrival.arrived - arrival.injected;
        flits += arrival.flits + 1;
      }
      const auto count = static_cast<double>(arrivals.size());
      ASSERT_DOUBLE_EQ(own.latency.mean, static_cast<double>(sum) / count);
      ASSERT_DOUBLE_EQ(own.network_latency.mean, static_cast<double>(in_network) / count);
      ASSERT_EQ(own.received_flits, flits);
      received += arrivals.size();
    }
    ASSERT_EQ(is.total.received, received);
    ASSERT_EQ(posted - received, network.in_flight());
  }
}

TEST(NetworkStatistics, HaveNearestRankPercentiles) {
  Network network(line_network(2));
  for (Network::Cycle flits = 0; flits < 100; ++flits) {  // one alone after the other
    ASSERT_TRUE(network.post({0, 1, static_cast<std::uint32_t>(flits), 0, nullptr}));
    ASSERT_TRUE(network.run_to_next_event());
  }
  const Network::Latency is = network.statistics().total.latency;
  EXPECT_EQ(is.packets, 100U);
  EXPECT_EQ(is.min, time_alone(1, 0));
  EXPECT_EQ(is.p50, time_alone(1, 49));
  EXPECT_EQ(is.p95, time_alone(1, 94));
  EXPECT_EQ(is.p99, time_alone(1, 98));
  EXPECT_EQ(is.max, time_alone(1, 99));
  EXPECT_DOUBLE_EQ(is.mean, static_cast<double>(time_alone(1, 0)) + 49.5);
}

TEST(NetworkStatistics, OfNothingAreZero) {
  const Network::Statistics is = Network(line_network(2)).statistics();
  EXPECT_EQ(is.total.latency.packets, 0U);
  EXPECT_EQ(is.total.latency.mean, 0);
  EXPECT_TRUE(is.classes.empty());
}

}  // namespace
}  // namespace flitcast::test_network_statistics
