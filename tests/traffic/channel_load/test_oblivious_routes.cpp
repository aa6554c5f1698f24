#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "hw/routing/routing_policies.h"
#include "tests/support/networks/routed_networks.h"
#include "traffic/channel_load/load_theory.h"
#include "traffic/schedule/random.h"

namespace flitcast::test_oblivious_routes {
namespace {

constexpr auto kMesh = TopologyKind::kMesh;
constexpr auto kTorus = TopologyKind::kTorus;
constexpr auto kCube = TopologyKind::kHypercube;

/// A policy on a network.
struct Routed {
  Routed(TopologyKind kind, const std::vector<std::uint32_t>& dims, const RoutingPolicy& policy,
         Ties ties = Ties::kUp)
      : topology(kind, dims),
        routing(topology, RoutingOrder::kAscending, policy, with(ties, policy, topology)) {}

  static RoutingOptions with(Ties ties, const RoutingPolicy& policy, const Topology& topology) {
    RoutingOptions options = options_for(policy, topology);
    options.ties = ties;
    return options;
  }
  LoadTheory theory(const std::string& pattern) const {
    LoadSettings settings;
    settings.pattern.word = pattern;
    return {routing, {}, settings};
  }
  double gamma_max(const std::string& pattern) const { return theory(pattern).bounds().gamma_max; }

  Topology topology;
  Routing routing;
};

// Half of the packets of uniform traffic cross the middle of a k-ary 2-mesh, over k channels: k/4.
// By way of any node they do so twice: k/2, whatever the pattern (Dally and Towles, §9.1), but for
// what nodes send to themselves.
TEST(RoutesByAnywhere, LoadAMeshTwiceAsUniformTrafficDoesWhateverThePattern) {
  const Routed mesh(kMesh, {8, 8}, valiant_policy());
  for (const char* const pattern : {"transpose", "bit_complement", "tornado", "bit_reverse"}) {
    EXPECT_LE(mesh.gamma_max(pattern), 4) << pattern;
    EXPECT_GT(mesh.gamma_max(pattern), 3.4) << pattern;
  }
  EXPECT_NEAR(mesh.gamma_max("bit_complement"), 4, 1e-12);
}

// (1 + … + (k − 1)/2)/k each way round for uniform traffic on a k-ary 2-cube, about k/8, and twice
// that by way of any node. With even k and ties up it is (1 + … + k/2)/k up the rings; with ties
// drawn k/8.
TEST(RoutesByAnywhere, LoadATorusTwiceAsUniformTrafficDoes) {
  const Routed odd(kTorus, {7, 7}, valiant_policy());
  EXPECT_NEAR(odd.gamma_max("tornado"), 2 * (1 + 2 + 3) / 7.0, 1e-12);
  const Routed even(kTorus, {8, 8}, valiant_policy());
  EXPECT_NEAR(even.gamma_max("tornado"), 2 * (1 + 2 + 3 + 4) / 8.0, 1e-12);
  const Routed drawn(kTorus, {8, 8}, valiant_policy(), Ties::kDrawn);
  EXPECT_NEAR(drawn.gamma_max("tornado"), 2, 1e-12);
}

// 1/2 for uniform traffic on a hypercube, so 1; of bit-complement nothing comes by its destination
// on the way to another node but what is 2^-n of all.
TEST(RoutesByAnywhere, LoadAHypercubeByOne) {
  const Routed cube(kCube, {6}, valiant_policy());
  const LoadTheory theory = cube.theory("bit_complement");
  for (NodeId node = 0; node < 64; ++node) {
    for (PortId port = 0; port < 6; ++port) {
      EXPECT_NEAR(theory.loads().of(node, port), 1, 1e-12);
    }
  }
}

// Two nodes, to each other: by way of one's own half of the time, and by way of the other half.
TEST(RoutesByAnywhere, BetweenTwoNodesAreDirect) {
  const Routed pair(kMesh, {2}, valiant_policy());
  EXPECT_DOUBLE_EQ(pair.gamma_max("bit_complement"), 1);
  EXPECT_DOUBLE_EQ(pair.theory("bit_complement").mix().hops(), 1);
}

// Three nodes in a line: 0 to 2 by way of 0, 1, 2 takes 2 links each; 1 to 0 by way of 2 takes 3,
// and 1 by way of the others; 0 to 1 by way of 2 goes there and back.
TEST(RoutesByAnywhere, GoAllTheWayToTheMidpoint) {
  const Routed line(TopologyKind::kLine, {3}, valiant_policy());
  const std::unique_ptr<ObliviousRoutes> routes = oblivious_routes(line.routing);
  const auto loads = [&](NodeId source, NodeId destination) {
    ChannelLoads added(line.topology);
    routes->add(source, destination, 3, added);
    return std::vector<double>{added.of(0, 0), added.of(1, 1), added.of(1, 0), added.of(2, 1)};
  };
  using Loads = std::vector<double>;  // 0->1, 1->0, 1->2, 2->1
  EXPECT_EQ(loads(0, 2), (Loads{3, 0, 3, 0}));
  EXPECT_EQ(loads(0, 1), (Loads{3, 0, 1, 1}));
  EXPECT_EQ(loads(1, 0), (Loads{0, 3, 1, 1}));
}

// XY and YX load opposite channels with the seven of transpose: half of it each (Seo et al.).
TEST(RoutesInEitherOrder, DivideTransposeByTwo) {
  const Routed mesh(kMesh, {8, 8}, o1turn_policy());
  EXPECT_DOUBLE_EQ(mesh.gamma_max("transpose"), 3.5);
  EXPECT_DOUBLE_EQ(mesh.gamma_max("uniform"), 2);
  EXPECT_DOUBLE_EQ(mesh.theory("transpose").bounds().channel, 1 / 3.5);
}

TEST(RoutesInEitherOrder, AreNotKnownWhereHeadersChooseTheirOrder) {
  const Topology mesh(kMesh, {4, 4});
  const Routing routing(mesh, RoutingOrder::kAscending, adaptive_xy_yx_policy());
  EXPECT_EQ(oblivious_routes(routing), nullptr);
}

// Each network has half of the packets and a channel up, or down, for each node and dimension; a
// packet takes 0 to k − 1 of them, all alike.
TEST(RoutesOnOppositeTori, LoadAllChannelsAlike) {
  for (const std::uint32_t k : {3U, 4U, 7U}) {
    const Routed tori(kTorus, {k, k}, opposite_tori_policy());
    const LoadTheory theory = tori.theory("uniform");
    for (NodeId node = 0; node < k * k; ++node) {
      for (PortId port = 0; port < 4; ++port) {
        ASSERT_NEAR(theory.loads().of(node, port), (k - 1) / 4.0, 1e-12) << k;
      }
    }
  }
}

// Uniform traffic on rings of k: (1 + … + (k/2 − 1))/k each way, and half of the ties, of k/2 links
// each, which makes k/8 on all channels; where all ties go up, (1 + … + k/2)/k on those that do.
TEST(RoutesRoundRings, AreEvenWhereTiesAreDrawn) {
  for (const auto* const policy :
       {&ascending_policy(), &descending_policy(), &any_order_policy(), &romm_policy()}) {
    for (const std::uint32_t k : {4U, 6U, 8U}) {
      SCOPED_TRACE(std::string(policy->word) + " " + std::to_string(k));
      const Routed drawn(kTorus, {k, k}, *policy, Ties::kDrawn);
      const LoadTheory theory = drawn.theory("uniform");
      for (NodeId node = 0; node < k * k; ++node) {
        for (PortId port = 0; port < 4; ++port) {
          ASSERT_NEAR(theory.loads().of(node, port), k / 8.0, 1e-12);
        }
      }
      const Routed up(kTorus, {k, k}, *policy);
      EXPECT_NEAR(up.gamma_max("uniform"), (k / 2 + 1) / 4.0, 1e-12);
      EXPECT_NEAR(theory.mix().hops(), up.theory("uniform").mix().hops(), 1e-12);
    }
  }
}

// 2 by 2, corner to corner: by way of each of four nodes, of which the one on YX makes it that.
TEST(RoutesByTheBox, AreThoseOfItsNodes) {
  const Routed mesh(kMesh, {2, 2}, romm_policy());
  ChannelLoads loads(mesh.topology);
  oblivious_routes(mesh.routing)->add(0, 3, 4, loads);
  EXPECT_DOUBLE_EQ(loads.of(0, 0), 3);
  EXPECT_DOUBLE_EQ(loads.of(1, 2), 3);
  EXPECT_DOUBLE_EQ(loads.of(0, 2), 1);
  EXPECT_DOUBLE_EQ(loads.of(2, 0), 1);
}

std::vector<std::pair<const RoutingPolicy*, Topology>> drawing() {
  return {{&valiant_policy(), {kMesh, {4, 3}}},
          {&valiant_policy(), {kTorus, {4, 5}}},
          {&valiant_policy(), {kCube, {4}}},
          {&valiant_policy(), {kTorus, {2, 3, 2}}},
          {&romm_policy(), {kMesh, {4, 3, 2}}},
          {&romm_policy(), {kTorus, {4, 5}}},
          {&romm_policy(), {kTorus, {2, 6}}},
          {&romm_policy(), {kCube, {4}}},
          {&valiant_policy(), {TopologyKind::kRing, {6}}}};
}

// As many draws of every pair as there are midpoints, evenly over the 64 bits, come by every one of
// them where their number is a power of two; else nearly so.
TEST(ObliviousRoutes, AreThoseThatAreDrawn) {
  constexpr int kDraws = 4096;
  for (const auto& [policy, topology] : drawing()) {
    for (int rules = 0; rules < 4; ++rules) {
      SCOPED_TRACE(topology.describe() + " " + std::string(policy->word));
      RoutingOptions options;
      options.ties = rules % 2 == 0 ? Ties::kUp : Ties::kDrawn;
      const auto order = rules < 2 ? RoutingOrder::kAscending : RoutingOrder::kDescending;
      const Routing routing(topology, order, *policy, options);
      const NodeId source = topology.nodes() / 3;
      const NodeId destination = topology.nodes() - 1;
      ChannelLoads exact(topology);
      oblivious_routes(routing)->add(source, destination, 1, exact);
      ChannelLoads drawn(topology);
      for (std::uint64_t draw = 0; draw < kDraws; ++draw) {
        std::vector<PortId> ports;
        std::vector<PortId> classes;
        routing.draw()->append_route(source, destination, draw << 52U, ports, classes);
        NodeId at = source;
        for (const PortId port : ports) {
          drawn.add(at, port, 1.0 / kDraws);
          at = topology.neighbour(at, port);
        }
      }
      for (NodeId node = 0; node < topology.nodes(); ++node) {
        for (PortId port = 0; port < topology.network_ports(); ++port) {
          ASSERT_NEAR(exact.of(node, port), drawn.of(node, port), 0.01) << node << ' ' << int{port};
        }
      }
    }
  }
}

std::vector<std::vector<double>> drawn_flows(NodeId destinations, NodeId nodes) {
  SplitMix64 random(3);
  std::vector<std::vector<double>> to(destinations, std::vector<double>(nodes));
  for (std::vector<double>& by_source : to) {
    for (double& flits : by_source) {
      flits = static_cast<double>(random.below(4));
    }
  }
  return to;
}

TEST(ObliviousRoutes, AddedForAllPairsAreThoseOfEachByItself) {
  std::vector<std::pair<const RoutingPolicy*, Topology>> cases = drawing();
  cases.push_back({&ascending_policy(), {kTorus, {5, 4}}});
  cases.push_back({&o1turn_policy(), {kMesh, {4, 5}}});
  cases.push_back({&any_order_policy(), {kMesh, {3, 2, 4}}});
  for (const auto& [policy, topology] : cases) {
    SCOPED_TRACE(topology.describe() + " " + std::string(policy->word));
    RoutingOptions options = options_for(*policy, topology);
    options.ties = Ties::kDrawn;
    const Routing routing(topology, RoutingOrder::kDescending, *policy, options);
    const std::unique_ptr<ObliviousRoutes> routes = oblivious_routes(routing);
    const NodeId nodes = topology.nodes();
    constexpr NodeId kFirst = 2;
    const auto to = drawn_flows(nodes - 4, nodes);
    ChannelLoads all(topology);
    routes->add_flows(to, kFirst, all);
    ChannelLoads each(topology);
    for (NodeId i = 0; i < to.size(); ++i) {
      for (NodeId source = 0; source < nodes; ++source) {
        if (source != kFirst + i) {
          routes->add(source, kFirst + i, to[i][source], each);
        }
      }
    }
    for (NodeId node = 0; node < nodes; ++node) {
      for (PortId port = 0; port < topology.network_ports(); ++port) {
        ASSERT_NEAR(all.of(node, port), each.of(node, port), 1e-9);
      }
    }
  }
}

// Every link that a flit takes is in the load of a channel.
TEST(MeanHops, AreTheSumOfTheChannelLoads) {
  for (const auto& [policy, topology] : drawing()) {
    SCOPED_TRACE(topology.describe() + " " + std::string(policy->word));
    const Routing routing(topology, RoutingOrder::kAscending, *policy);
    const LoadTheory theory(routing, {}, {});
    double links = 0;
    for (NodeId node = 0; node < topology.nodes(); ++node) {
      for (PortId port = 0; port < topology.network_ports(); ++port) {
        links += theory.loads().of(node, port);
      }
    }
    EXPECT_NEAR(theory.mix().hops(), links / topology.nodes(), 1e-9);
  }
}

// Bit-complement on Q_6: 3 links to the midpoint on average, and 3 on, whatever it is.
TEST(MeanHops, OfDrawnRoutesMakeTheLatencyWithoutLoad) {
  const Routed cube(kCube, {6}, valiant_policy());
  const LoadTheory theory = cube.theory("bit_complement");
  EXPECT_NEAR(theory.mix().hops(), 6, 1e-12);
  EXPECT_NEAR(theory.mix().zero_load(PacketLatency(NetworkConfig{})), 3 + 6 + 4, 1e-12);
  // 5/2 links between two nodes of a 4×4 mesh on average, each with itself counted: 16·16·16 cases
  // of source, destination and midpoint, less the 16·16 in which nothing leaves the source.
  const Routed mesh(kMesh, {4, 4}, valiant_policy());
  const double hops = 2 * 2.5 * (4096 - 256) / 4096;
  EXPECT_NEAR(mesh.theory("uniform").mix().hops(), hops, 1e-12);
  EXPECT_NEAR(mesh.theory("uniform").mix().zero_load(PacketLatency(NetworkConfig{})), 3 + hops + 4,
              1e-12);
}

// 2,304 nodes: routes of pairs are drawn, of 65,536 packets.
TEST(MeanHops, AreDrawnOnLargeNetworks) {
  const Routed mesh(kMesh, {48, 48}, valiant_policy());
  const auto pattern = make_pattern(mesh.topology, {});
  const PacketMix mix(mesh.routing, *pattern, {});
  const double to_midpoint = 2 * (48.0 * 48 - 1) / (3 * 48);
  EXPECT_LT(mix.hops(), 2 * to_midpoint + 0.5);
  EXPECT_GT(mix.hops(), 2 * to_midpoint * 0.97);
}

TEST(UnknownRoutes, HaveNoChannelLoadsAndBoundsOfAnyRouting) {
  const Routed mesh(kMesh, {8, 8}, adaptive_policy());
  EXPECT_EQ(unknown_routes(mesh.routing), "headers choose their way by what is in the network");
  const LoadTheory theory = mesh.theory("uniform");
  EXPECT_FALSE(theory.knows_routes());
  EXPECT_TRUE(std::isnan(theory.bounds().gamma_max));
  EXPECT_TRUE(std::isnan(theory.estimate(PacketLatency(NetworkConfig{}), 0.1)));
  EXPECT_EQ(theory.bounds().channel, std::numeric_limits<double>::infinity());
  EXPECT_DOUBLE_EQ(theory.bounds().bisection, 0.5);
  EXPECT_DOUBLE_EQ(theory.bounds().ejection, 1);
  EXPECT_DOUBLE_EQ(theory.mix().hops(), 5.25);
}

TEST(UnknownRoutes, AreThoseOfMidpointsOnLargeNetworks) {
  const Routed largest(kMesh, {32, 32}, romm_policy());
  EXPECT_EQ(unknown_routes(largest.routing), "");
  const Routed larger(kMesh, {33, 32}, romm_policy());
  EXPECT_EQ(unknown_routes(larger.routing),
            "ways by nodes that are drawn are added up for at most 1024 processors, not for 1056");
  EXPECT_EQ(oblivious_routes(larger.routing), nullptr);
}

TEST(OneWay, InAnyOrderIsKnown) {
  const Routed mesh(kMesh, {4, 4, 4}, any_order_policy());
  EXPECT_DOUBLE_EQ(mesh.gamma_max("uniform"), 1);
  EXPECT_DOUBLE_EQ(mesh.theory("uniform").mix().hops(), 3 * 15.0 / 12);
}

}  // namespace
}  // namespace flitcast::test_oblivious_routes
