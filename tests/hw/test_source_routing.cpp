#include <vector>

#include <gtest/gtest.h>

#include "tests/support/cores/core_network.h"
#include "tests/support/networks/timing_setups.h"

namespace flitcast::test_source_routing {
namespace {

std::vector<PortId> ports_along(const Topology& topology, const std::vector<NodeId>& path) {
  std::vector<PortId> ports;
  for (std::size_t i = 0; i + 1 < path.size(); ++i) {
    ports.push_back(topology.port_towards(path[i], path[i + 1]));
  }
  return ports;
}

class SourceRouting : public testing::TestWithParam<Switching> {
 protected:
  static NetworkConfig config(Cycle router_delay, Cycle t_m) {
    NetworkConfig config = wormhole_config(router_delay, 1, t_m);
    config.switching = GetParam();
    config.buffer_flits = 20;
    return config;
  }
  // Sends 12 words along `path` and nothing else: takes the contract's time and these channels.
  static void expect_exact(TopologyKind kind, const std::vector<std::uint32_t>& dims,
                           const std::vector<NodeId>& path) {
    for (Cycle t_m = 1; t_m <= 3; ++t_m) {
      for (Cycle router_delay = 0; router_delay <= 3; ++router_delay) {
        CoreNetwork network(kind, dims, config(router_delay, t_m));
        const std::size_t worm = network.add(
            {path.front(), {path.back()}, 12, 0, ports_along(network.topology(), path)});
        network.run();
        const auto [t_s, t_d, channel, copy, reduce] = network.model();
        const auto hops = static_cast<Cycle>(path.size() - 1);
        EXPECT_EQ(network.latency(worm, path.back()), GetParam() == Switching::kStoreAndForward
                                                          ? t_s + hops * (t_d + 12 * t_m)
                                                          : t_s + hops * t_d + 12 * t_m);
        for (std::size_t i = 0; i + 1 < path.size(); ++i) {
          EXPECT_EQ(network.link(path[i], path[i + 1]).flits(), 13U);
        }
      }
    }
  }
};

TEST_P(SourceRouting, TakesAColumnFirstOnAMesh) {
  expect_exact(TopologyKind::kMesh, {4, 3}, {0, 4, 8, 9, 10, 11});
}
TEST_P(SourceRouting, TakesAReversedPathOnAHypercube) {
  expect_exact(TopologyKind::kHypercube, {4}, {0, 8, 12, 14, 15});
}
TEST_P(SourceRouting, TakesADetour) {
  expect_exact(TopologyKind::kMesh, {4, 3}, {0, 4, 5, 6, 2, 3, 7});
}
TEST_P(SourceRouting, GoesTheLongWayRoundARing) {
  expect_exact(TopologyKind::kRing, {6}, {1, 0, 5, 4, 3});
}

// 0 → 5 and 1 → 5 on a mesh 4x2: both base paths end in channel 1 → 5, so the second worm to ask
// waits. By way of node 4 nobody waits.
TEST_P(SourceRouting, AvoidsAChannelThatIsTaken) {
  for (const bool around : {false, true}) {
    NetworkConfig both = config(0, 1);
    both.ports = 2;
    CoreNetwork network(TopologyKind::kMesh, {4, 2}, both);
    const std::size_t far =
        network.add({0,
                     {5},
                     12,
                     0,
                     around ? ports_along(network.topology(), {0, 4, 5}) : std::vector<PortId>{}});
    network.add({1, {5}, 12, 0});
    network.run();
    // The near worm takes 1 → 5 at 2, the far one has it 13 later.
    const Cycle alone = GetParam() == Switching::kStoreAndForward ? 4 + 2 * 13 : 4 + 2 + 12;
    const Cycle asks = GetParam() == Switching::kStoreAndForward ? 15 : 3;
    EXPECT_EQ(network.latency(far, 5), around ? alone : alone + std::max<Cycle>(0, 15 - asks));
    EXPECT_EQ(network.link(1, 5).flits(), around ? 13U : 26U);
  }
}

INSTANTIATE_TEST_SUITE_P(All, SourceRouting,
                         testing::Values(Switching::kWormhole, Switching::kCutThrough,
                                         Switching::kStoreAndForward));

}  // namespace
}  // namespace flitcast::test_source_routing
