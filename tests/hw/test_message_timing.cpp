#include <tuple>

#include <gtest/gtest.h>

#include "tests/support/cores/core_network.h"

namespace flitcast::test_message_timing {
namespace {

// The contract for one message of L payload flits over D links without contention:
//   wormhole, cut-through   T = t_s + D·t_d + L·t_m
//   store-and-forward       T = t_s + D·(t_d + L·t_m)
Cycle expected_cycles(Switching switching, Cycle t_s, Cycle t_d, Cycle t_m, Cycle hops,
                      Cycle payload) {
  return switching == Switching::kStoreAndForward ? t_s + hops * (t_d + payload * t_m)
                                                  : t_s + hops * t_d + payload * t_m;
}

NetworkConfig config_for(Switching switching, Cycle router_delay, Cycle link_delay, Cycle t_m,
                         Cycle startup, Cycle payload) {
  NetworkConfig config;
  config.switching = switching;
  config.router_delay = router_delay;
  config.link_delay = link_delay;
  config.cycles_per_flit = t_m;
  config.startup = startup;
  config.buffer_flits = full_rate_buffer(config);
  if (switching != Switching::kWormhole) {
    config.buffer_flits = std::max(config.buffer_flits, payload + 1);
  }
  return config;
}

class SingleMessage : public testing::TestWithParam<std::tuple<Switching, int, int>> {};

// Every D and L up to 16, t_m = 1 … 3, t_d = 1 … 4 in every split between router and link, with one
// virtual channel (streams go ahead of time) and with two (cycle by cycle).
TEST_P(SingleMessage, TakesTheContractsTimeForEveryDistanceAndLength) {
  const auto [switching, t_m, vcs] = GetParam();
  for (Cycle t_d = 1; t_d <= 4; ++t_d) {
    for (Cycle link_delay = 1; link_delay <= t_d; ++link_delay) {
      for (Cycle payload = 1; payload <= 16; ++payload) {
        NetworkConfig config =
            config_for(switching, t_d - link_delay, link_delay, t_m, payload % 3, payload);
        config.vcs = vcs;
        for (NodeId hops = 1; hops <= 16; ++hops) {
          CoreNetwork network(TopologyKind::kLine, {17}, config);
          const std::size_t message =
              network.add({0, {hops}, static_cast<std::uint32_t>(payload), 5});
          network.run();
          ASSERT_EQ(network.latency(message, hops),
                    expected_cycles(switching, config.startup + 4, t_d, t_m, hops, payload))
              << "t_d " << t_d << " link " << link_delay << " L " << payload << " D " << hops;
          ASSERT_EQ(network.times(message).issued, 5);
        }
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, SingleMessage,
                         testing::Combine(testing::Values(Switching::kWormhole,
                                                          Switching::kCutThrough,
                                                          Switching::kStoreAndForward),
                                          testing::Values(1, 2, 3), testing::Values(1, 2)));

// On a tree from leaf 0 to leaf 2^(k − 1), whose lowest common ancestor is k levels up: 2k links.
TEST_P(SingleMessage, TakesTheContractsTimeOverSwitches) {
  const auto [switching, t_m, vcs] = GetParam();
  for (Cycle t_d = 1; t_d <= 4; ++t_d) {
    for (Cycle payload = 1; payload <= 16; payload += 3) {
      NetworkConfig config = config_for(switching, t_d - 1, 1, t_m, payload % 3, payload);
      config.vcs = vcs;
      for (Cycle height = 1; height <= 5; ++height) {
        CoreNetwork network(TopologyKind::kTree, {5}, config);
        const NodeId leaf = NodeId{1} << (height - 1);
        const std::size_t message =
            network.add({0, {leaf}, static_cast<std::uint32_t>(payload), 5});
        network.run();
        ASSERT_EQ(network.latency(message, leaf),
                  expected_cycles(switching, config.startup + 4, t_d, t_m, 2 * height, payload))
            << "t_d " << t_d << " L " << payload << " height " << height;
      }
    }
  }
}

}  // namespace
}  // namespace flitcast::test_message_timing
