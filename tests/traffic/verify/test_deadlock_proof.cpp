#include <algorithm>
#include <ostream>
#include <set>

#include <gtest/gtest.h>

#include "tests/support/cores/core_network.h"
#include "tests/support/schedules/handmade_schedule.h"
#include "tests/support/schedules/unicasts.h"
#include "traffic/schedule/random.h"
#include "traffic/verify/verifier.h"

namespace flitcast::test_deadlock_proof {
namespace {

// What the verifier says of traffic, against what the hardware does with it: worms along random
// walks, longer than the buffers on their way, all posted at once.

constexpr std::uint32_t kFlits = 40;

struct Hardware {
  const char* name;
  TopologyKind kind;
  std::vector<std::uint32_t> dims;
  Switching switching;
  int vcs;
  Duplex duplex = Duplex::kFull;
};

std::ostream& operator<<(std::ostream& out, const Hardware& hardware) {
  return out << hardware.name;
}

std::vector<NodeId> random_walk(const Topology& topology, SplitMix64& random) {
  std::vector<NodeId> path{static_cast<NodeId>(random.below(topology.nodes()))};
  const std::uint64_t hops = 1 + random.below(4);
  while (path.size() <= hops) {
    const auto port =
        static_cast<PortId>(random.below(static_cast<std::uint64_t>(topology.network_ports())));
    const NodeId next = topology.neighbour(path.back(), port);
    if (next == kNoNode) {
      continue;
    }
    if (std::find(path.begin(), path.end(), next) != path.end()) {
      break;
    }
    path.push_back(next);
  }
  return path;
}

/// Worms along random walks, no two between the same nodes.
std::vector<HandmadeMessage> random_worms(const Topology& topology, SplitMix64& random) {
  std::vector<HandmadeMessage> worms;
  std::set<std::pair<NodeId, NodeId>> ends;
  const std::uint64_t count = 2 + random.below(7);
  while (worms.size() < count) {
    const std::vector<NodeId> path = random_walk(topology, random);
    if (path.size() > 1 && ends.insert({path.front(), path.back()}).second) {
      worms.push_back({path, {make_block(path.front(), path.back())}});
    }
  }
  return worms;
}

NetworkConfig network_config(const Hardware& hardware) {
  NetworkConfig config;
  config.switching = hardware.switching;
  config.vcs = hardware.vcs;
  config.duplex = hardware.duplex;
  config.buffer_flits = hardware.switching == Switching::kWormhole ? 2 : kFlits + 1;
  return config;
}

bool completes(const Hardware& hardware, const std::vector<HandmadeMessage>& worms) {
  CoreNetwork network(hardware.kind, hardware.dims, network_config(hardware));
  for (const HandmadeMessage& worm : worms) {
    std::vector<PortId> route;
    for (std::size_t i = 1; i < worm.path.size(); ++i) {
      route.push_back(network.topology().port_towards(worm.path[i - 1], worm.path[i]));
    }
    network.add({worm.path.front(), {worm.path.back()}, kFlits, 0, route});
  }
  network.run();
  return network.complete();
}

class DeadlockProof : public testing::TestWithParam<Hardware> {};

TEST_P(DeadlockProof, WhatHasNoCycleNeverGetsStuck) {
  const Hardware& hardware = GetParam();
  const Topology topology(hardware.kind, hardware.dims);
  const Routing routing(topology, RoutingOrder::kAscending);
  const NetworkConfig config = network_config(hardware);
  SplitMix64 random(1);
  int proven = 0;
  int stuck = 0;
  for (int i = 0; i < 2000; ++i) {
    const std::vector<HandmadeMessage> worms = random_worms(topology, random);
    const Schedule schedule =
        handmade_schedule(operation(loose_unicasts(), topology.nodes()), {worms}, kFlits);
    const VerifyReport report = verify(
        schedule, routing,
        {timing_model(config), config.switching, config.ports, false, config.vcs, config.duplex});
    const bool complete = completes(hardware, worms);
    proven += report.dependency_cycle.empty() ? 1 : 0;
    stuck += complete ? 0 : 1;
    ASSERT_TRUE(complete || !report.dependency_cycle.empty()) << "trial " << i;
  }
  EXPECT_GT(proven, 100);
  // Stored packets have to fill buffers in a circle, which takes more worms than there are here.
  EXPECT_TRUE(stuck > 0 || hardware.switching != Switching::kWormhole || hardware.vcs > 1);
}

INSTANTIATE_TEST_SUITE_P(
    Setups, DeadlockProof,
    testing::Values(
        Hardware{"wormhole_mesh", TopologyKind::kMesh, {2, 2}, Switching::kWormhole, 1},
        Hardware{"wormhole_hypercube", TopologyKind::kHypercube, {3}, Switching::kWormhole, 1},
        Hardware{"wormhole_mesh_vcs", TopologyKind::kMesh, {2, 2}, Switching::kWormhole, 2},
        Hardware{"half_duplex_mesh",
                 TopologyKind::kMesh,
                 {3, 2},
                 Switching::kWormhole,
                 1,
                 Duplex::kHalf},
        Hardware{"half_duplex_mesh_vcs",
                 TopologyKind::kMesh,
                 {3, 2},
                 Switching::kWormhole,
                 2,
                 Duplex::kHalf},
        Hardware{"half_duplex_cut_through",
                 TopologyKind::kMesh,
                 {2, 2},
                 Switching::kCutThrough,
                 1,
                 Duplex::kHalf},
        Hardware{"half_duplex_store_and_forward",
                 TopologyKind::kLine,
                 {5},
                 Switching::kStoreAndForward,
                 1,
                 Duplex::kHalf},
        Hardware{"datelines_ring", TopologyKind::kRing, {5}, Switching::kWormhole, 2},
        Hardware{"datelines_torus", TopologyKind::kTorus, {3, 4}, Switching::kWormhole, 3},
        Hardware{"half_duplex_datelines",
                 TopologyKind::kRing,
                 {5},
                 Switching::kWormhole,
                 2,
                 Duplex::kHalf},
        Hardware{"wormhole_ring", TopologyKind::kRing, {5}, Switching::kWormhole, 1},
        Hardware{"cut_through_ring", TopologyKind::kRing, {4}, Switching::kCutThrough, 1},
        Hardware{
            "store_and_forward_mesh", TopologyKind::kMesh, {2, 2}, Switching::kStoreAndForward, 1}),
    [](const auto& hardware) { return hardware.param.name; });

}  // namespace
}  // namespace flitcast::test_deadlock_proof
