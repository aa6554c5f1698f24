#include <set>
#include <stdexcept>
#include <vector>

#include <gtest/gtest.h>

#include "hw/routing/routing_policies.h"
#include "tests/support/cores/core_network.h"
#include "traffic/theory/distance.h"

namespace flitcast::test_shared_routers {
namespace {

using Dims = std::vector<std::uint32_t>;

TEST(ConcentratedMesh, IsAMeshOfRoutersWithSeats) {
  const Topology mesh(TopologyKind::kCmesh, {4, 3, 2});
  EXPECT_EQ(mesh.describe(), "cmesh 4x3x2");
  EXPECT_EQ(mesh.processors(), 24U);
  EXPECT_EQ(mesh.nodes(), 36U);
  EXPECT_EQ(mesh.degree(), 1);
  EXPECT_EQ(mesh.router_of(0), 24U);
  EXPECT_EQ(mesh.router_of(3), 25U);
  EXPECT_EQ(mesh.router_of(30), 30U);
  EXPECT_FALSE(mesh.has_router(23));
  EXPECT_TRUE(mesh.has_router(24));
  EXPECT_EQ(mesh.seats_of(26).first, 4U);
  EXPECT_EQ(mesh.seats_of(26).count, 2U);
  EXPECT_EQ(mesh.neighbour(24, 0), 25U);      // x up
  EXPECT_EQ(mesh.neighbour(24, 2), 28U);      // y up
  EXPECT_EQ(mesh.neighbour(35, 1), 34U);      // x down
  EXPECT_EQ(mesh.neighbour(24, 1), kNoNode);  // at the edge
  EXPECT_EQ(mesh.neighbour(0, 0), kNoNode);   // a processor has no links
  EXPECT_EQ(mesh.local_port({3, 1}, 3), 4);   // port 1 of the second of two
  EXPECT_EQ(mesh.seat_port(25, 4, 3).processor, 3U);
  EXPECT_EQ(mesh.seat_port(25, 4, 3).port, 1);
  EXPECT_EQ(distance(mesh, 0, 1), 0);
  EXPECT_EQ(distance(mesh, 0, 23), 5);
  EXPECT_EQ(eccentricity(mesh, 8), 3 + 1);  // at router (0, 1)
}

// As a fat tree, but for two routers and two links of every packet.
TEST(DirectFatTree, HasItsProcessorsAtItsLowestSwitches) {
  const Topology direct(TopologyKind::kDirectFatTree, {2, 3});
  const Topology tree(TopologyKind::kFatTree, {2, 3});
  EXPECT_EQ(direct.nodes(), tree.nodes());
  EXPECT_EQ(direct.router_of(5), 8U + 2);
  EXPECT_EQ(direct.seats_of(8 + 2).first, 4U);
  EXPECT_EQ(direct.seats_of(8 + 4).count, 0U);  // of the second level
  for (NodeId to = 1; to < 8; ++to) {
    EXPECT_EQ(distance(direct, 0, to), distance(tree, 0, to) - 2) << to;
  }
}

TEST(FlattenedButterfly, LinksRoutersThatDifferInADigit) {
  const Topology flat(TopologyKind::kFlattenedButterfly, {4, 3});
  EXPECT_EQ(flat.processors(), 64U);
  EXPECT_EQ(flat.nodes(), 64U + 16);
  EXPECT_EQ(flat.network_ports(), 6);
  std::set<NodeId> neighbours;
  for (PortId port = 0; port < 6; ++port) {
    neighbours.insert(flat.neighbour(64 + 6, port) - 64);
  }
  EXPECT_EQ(neighbours, (std::set<NodeId>{4, 5, 7, 2, 10, 14}));
  EXPECT_EQ(distance(flat, 0, 3), 0);
  EXPECT_EQ(distance(flat, 0, 12), 1);
  EXPECT_EQ(distance(flat, 0, 63), 2);
}

// p = 2, a = 4, h = 2, the example of the paper's figure 5: 9 groups, 36 routers, 72 processors.
TEST(Dragonfly, HasALinkBetweenAnyTwoGroups) {
  const Topology dragonfly(TopologyKind::kDragonfly, {2, 4, 2});
  EXPECT_EQ(dragonfly.processors(), 72U);
  EXPECT_EQ(dragonfly.nodes(), 72U + 36);
  EXPECT_EQ(dragonfly.network_ports(), 3 + 2);
  EXPECT_EQ(dragonfly.group(), 8U);
  std::set<std::pair<NodeId, NodeId>> linked;
  for (NodeId router = 0; router < 36; ++router) {
    for (PortId port = 0; port < 5; ++port) {
      const NodeId other = dragonfly.neighbour(72 + router, port) - 72;
      EXPECT_EQ(dragonfly.is_global(port), router / 4 != other / 4);
      if (router / 4 != other / 4) {
        EXPECT_TRUE(linked.emplace(router / 4, other / 4).second);
      }
    }
  }
  EXPECT_EQ(linked.size(), 72U);
  EXPECT_EQ(dragonfly.neighbour(72, 3), 72U + 4);  // group 0's first global link, to group 1
  EXPECT_EQ(eccentricity(dragonfly, 0), 3);
  EXPECT_EQ(distance(dragonfly, 0, 8), 1);
}

TEST(SharedRouters, AreRefusedWhereTheyCannotBeBuilt) {
  const std::vector<std::pair<TopologyKind, Dims>> impossible{
      {TopologyKind::kCmesh, {4}},
      {TopologyKind::kCmesh, {4, 4, 0}},
      {TopologyKind::kCmesh, {4, 0, 4}},
      {TopologyKind::kCmesh, {200, 200, 4}},
      {TopologyKind::kCmesh, {2, 2, 254}},
      {TopologyKind::kFlattenedButterfly, {4}},
      {TopologyKind::kFlattenedButterfly, {1, 3}},
      {TopologyKind::kFlattenedButterfly, {4, 1}},
      {TopologyKind::kFlattenedButterfly, {130, 2}},  // 129 + 130 ports
      {TopologyKind::kFlattenedButterfly, {40, 3}},
      {TopologyKind::kDragonfly, {2, 4}},
      {TopologyKind::kDragonfly, {0, 4, 2}},
      {TopologyKind::kDragonfly, {2, 1, 2}},
      {TopologyKind::kDragonfly, {100, 100, 100}},
      {TopologyKind::kDragonfly, {10, 40, 20}},
  };
  for (const auto& [kind, dims] : impossible) {
    EXPECT_THROW(Topology(kind, dims), std::invalid_argument) << join_dims(dims);
  }
  EXPECT_EQ(Topology(TopologyKind::kDragonfly, {4, 8, 4}).processors(), 1056U);
}

NetworkConfig routers(int vcs, PipelineKind kind) {
  NetworkConfig config;
  config.vcs = vcs;
  config.router_delay = 1;
  config.link_delay = 2;
  config.pipeline.kind = kind;
  config.buffer_flits = full_rate_buffer(config);
  return config;
}

constexpr std::pair<int, PipelineKind> kKinds[] = {
    {1, PipelineKind::kContract}, {2, PipelineKind::kContract}, {2, PipelineKind::kStaged}};

// T = t_s + D·t_d + L·t_m, with D links between the routers, none at the same one.
TEST(SharedRouters, TakeTheContractsTimeForEveryPair) {
  const std::vector<std::pair<TopologyKind, Dims>> networks{
      {TopologyKind::kDirectFatTree, {2, 3}},
      {TopologyKind::kCmesh, {3, 2, 2}},
      {TopologyKind::kFlattenedButterfly, {3, 3}},
      {TopologyKind::kDragonfly, {2, 2, 1}}};
  constexpr Cycle kPayload = 10;
  for (const auto& [kind, dims] : networks) {
    for (const auto& [vcs, pipeline] : kKinds) {
      const NetworkConfig config = routers(vcs, pipeline);
      const Topology topology(kind, dims);
      const auto [t_s, t_d, t_m, t_r, t_op] = timing_model(config);
      for (NodeId to = 1; to < topology.processors(); ++to) {
        CoreNetwork network(topology, config);
        network.add({0, {to}, kPayload, 7});
        network.run();
        ASSERT_EQ(network.latency(0, to), t_s + distance(topology, 0, to) * t_d + kPayload * t_m)
            << topology.describe() << ' ' << vcs << ' ' << to;
      }
    }
  }
}

// Nodes 0 and 1 are at one router, 2 and 3 at its neighbour, by one link. The header that comes
// later takes the channel a cycle after the tail of the other: that is 11 flits.
TEST(SharedRouters, SharesTheLinksOfItsProcessors) {
  CoreNetwork network(TopologyKind::kCmesh, {2, 2}, routers(1, PipelineKind::kContract));
  network.add({0, {2}, 10, 0});
  network.add({1, {3}, 10, 0});
  network.run();
  EXPECT_EQ(network.latency(0, 2), 4 + 3 + 10);
  EXPECT_EQ(network.latency(1, 3), 4 + 3 + 10 + 11);
}

// Every processor has ports of its own: two messages for one of them take turns, others do not.
TEST(SharedRouters, HasReceivePortsForEveryProcessor) {
  for (const auto& [vcs, pipeline] : kKinds) {
    const NetworkConfig config = routers(vcs, pipeline);
    const Cycle alone = timing_model(config).t_s + 10;
    CoreNetwork network(TopologyKind::kCmesh, {1, 4}, config);
    network.add({0, {1}, 10, 0});
    network.add({1, {2}, 10, 0});
    network.add({2, {0}, 10, 0});
    network.add({3, {2}, 10, 0});
    network.run();
    EXPECT_EQ(network.latency(0, 1), alone);
    EXPECT_EQ(network.latency(2, 0), alone);
    EXPECT_EQ(std::min(network.latency(1, 2), network.latency(3, 2)), alone);
    EXPECT_GE(std::max(network.latency(1, 2), network.latency(3, 2)), alone + 10);
  }
}

// With two ports a processor, it takes both messages at once.
TEST(SharedRouters, HasSeveralPortsForEveryProcessor) {
  NetworkConfig config = routers(1, PipelineKind::kContract);
  config.ports = 2;
  CoreNetwork network(TopologyKind::kCmesh, {1, 4}, config);
  network.add({0, {2}, 10, 0});
  network.add({1, {2}, 10, 0});
  network.add({3, {2}, 10, 0});
  network.run();
  std::multiset<Cycle> latencies;
  for (std::size_t message = 0; message < 3; ++message) {
    latencies.insert(network.latency(message, 2));
  }
  EXPECT_EQ(latencies, (std::multiset<Cycle>{14, 14, 14 + 11}));
}

// On a dragonfly of 9 groups: over one global link, or by way of a group over two.
TEST(Detours, GoByWayOfEveryGroupOfADragonfly) {
  const Topology dragonfly(TopologyKind::kDragonfly, {2, 4, 2});
  const Routing routing(dragonfly, RoutingOrder::kAscending, valiant_policy());
  EXPECT_EQ(routing.relation().classes(), 3);
  std::set<NodeId> groups;
  for (std::uint64_t draw = 0; draw < 64; ++draw) {
    std::vector<PortId> ports;
    std::vector<PortId> classes;
    routing.draw()->append_route(0, 71, draw << 58U, ports, classes);
    const int own_group = classes[0] > 0 ? 1 : 0;  // that was drawn: no detour
    NodeId at = dragonfly.router_of(0);
    int global = 0;
    NodeId by = 0;
    for (std::size_t hop = 0; hop < ports.size(); ++hop) {
      EXPECT_EQ(classes[hop], global + own_group) << hop;
      at = dragonfly.neighbour(at, ports[hop]);
      if (dragonfly.is_global(ports[hop]) && ++global == 1) {
        by = (at - 72) / 4;
      }
    }
    EXPECT_EQ(at, dragonfly.router_of(71));
    EXPECT_LE(ports.size(), 5U);
    EXPECT_LE(global, 2);
    groups.insert(by);
  }
  EXPECT_EQ(groups, (std::set<NodeId>{1, 2, 3, 4, 5, 6, 7, 8}));
}

}  // namespace
}  // namespace flitcast::test_shared_routers
