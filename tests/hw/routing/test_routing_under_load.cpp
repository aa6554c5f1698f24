#include <map>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/cores/core_traffic.h"
#include "tests/support/cores/open_loop.h"
#include "tests/support/networks/routed_networks.h"
#include "tests/support/networks/timing_setups.h"
#include "traffic/verify/routing_proof.h"

namespace flitcast::test_routing_under_load {
namespace {

/// A policy on a network, with the virtual channels that its classes take and `more` of them.
struct Loaded {
  const RoutingPolicy& (*policy)();
  TopologyKind kind;
  std::vector<std::uint32_t> dims;
  int more = 0;
  Selection selection = Selection::kFixed;
  bool of_load = false;  ///< ties drawn, datelines on entering

  friend std::ostream& operator<<(std::ostream& out, const Loaded& loaded) {
    return out << loaded.policy().word << " on " << Topology(loaded.kind, loaded.dims).describe();
  }
};

class RoutingUnderLoad : public testing::TestWithParam<Loaded> {
 protected:
  static Routing routing_on(const Topology& topology) {
    RoutingOptions options = options_for(GetParam().policy(), topology);
    options.selection = GetParam().selection;
    if (GetParam().of_load) {
      options.ties = Ties::kDrawn;
      options.datelines = Datelines::kEntering;
    }
    return {topology, RoutingOrder::kAscending, GetParam().policy(), options};
  }
  static NetworkConfig config_for(const Routing& routing, Switching switching) {
    NetworkConfig config = wormhole_config(0, 1, 1);
    config.switching = switching;
    config.vcs = routing.relation().classes() + GetParam().more;
    config.buffer_flits = switching == Switching::kWormhole ? 3 : 8;
    return config;
  }
};

/// Where every header has one way only, messages of a pair stay in order.
bool has_one_way_only(const Routing& routing) {
  const Topology& topology = routing.topology();
  RouteCandidates ways;
  for (NodeId source = 0; source < topology.processors(); ++source) {
    for (NodeId destination = 0; destination < topology.processors(); ++destination) {
      PortId from_port = kNoPort;
      for (NodeId here = source; here != destination;) {
        routing.candidates(here, from_port, 0, destination, ways);
        if (ways.size() > 1) {
          return false;
        }
        from_port = topology.entry_port(here, ways[0].port);
        here = topology.neighbour(here, ways[0].port);
      }
    }
  }
  return true;
}

void expect_all_there(const BernoulliSources& sources, bool in_order) {
  ASSERT_TRUE(sources.all_arrived());
  std::map<std::pair<NodeId, NodeId>, Cycle> last;
  for (const Mailer::Letter& letter : sources.letters()) {
    ASSERT_EQ(letter.words, letter.flits);
    Cycle& before = last[{letter.source, letter.destination}];
    ASSERT_TRUE(!in_order || letter.arrived > before);
    before = letter.arrived;
  }
}

// A flit or more per node and cycle is more than any of the networks takes: its buffers fill.
TEST_P(RoutingUnderLoad, EveryWordArrives) {
  const Topology topology(GetParam().kind, GetParam().dims);
  const Routing routing = routing_on(topology);
  struct Case {
    Switching switching;
    int ports;
    std::uint32_t flits;
    std::uint64_t one_in;
  };
  for (const Case& each : {Case{Switching::kWormhole, 1, 6, 6}, Case{Switching::kWormhole, 3, 1, 1},
                           Case{Switching::kCutThrough, 3, 6, 2}}) {
    NetworkConfig config = config_for(routing, each.switching);
    config.ports = each.ports;
    CoreTraffic traffic(routing, config, {7, each.one_in, each.flits, 700, true});
    traffic.run();
    const bool in_order = each.ports == 1 && GetParam().more == 0 && has_one_way_only(routing);
    expect_all_there(traffic.sources(), in_order);
    ASSERT_GT(traffic.sources().completion(), 1000);  // they were more than the network takes
  }
}

TEST_P(RoutingUnderLoad, IsTheSameInWhateverOrderModulesRunAndWormsPass) {
  const Topology topology(GetParam().kind, GetParam().dims);
  const Routing routing = routing_on(topology);
  NetworkConfig config = config_for(routing, Switching::kWormhole);
  config.ports = 2;
  const auto arrivals = [&](CoreTraffic::Order order, CoreTraffic::Worms worms) {
    CoreTraffic traffic(routing, config, {3, 12, 9, 400, true}, worms);
    traffic.run(order);
    EXPECT_TRUE(traffic.sources().all_arrived());
    std::vector<Cycle> dates;
    for (const Mailer::Letter& letter : traffic.sources().letters()) {
      dates.push_back(letter.arrived);
    }
    return dates;
  };
  const auto expected = arrivals(CoreTraffic::Order::kForward, CoreTraffic::Worms::kFlitByFlit);
  EXPECT_EQ(arrivals(CoreTraffic::Order::kBackward, CoreTraffic::Worms::kMayPassWhole), expected);
  EXPECT_EQ(arrivals(CoreTraffic::Order::kForward, CoreTraffic::Worms::kMayPassWhole), expected);
  EXPECT_EQ(arrivals(CoreTraffic::Order::kBackward, CoreTraffic::Worms::kFlitByFlit), expected);
}

// The queues of staged routers are counted at a time of its own.
TEST(StagedRoutingUnderLoad, IsTheSameInWhateverOrderModulesRun) {
  const Topology torus(TopologyKind::kTorus, {4, 4});
  for (const auto* const policy : {&ugal_policy(), &valiant_policy()}) {
    const Routing routing(torus, RoutingOrder::kAscending, *policy);
    NetworkConfig config = wormhole_config(0, 1, 1);
    config.vcs = 4;
    config.ports = 2;
    config.buffer_flits = 4;
    config.pipeline.kind = PipelineKind::kStaged;
    const auto arrivals = [&](CoreTraffic::Order order) {
      CoreTraffic traffic(routing, config, {3, 12, 9, 400, true});
      traffic.run(order);
      expect_all_there(traffic.sources(), false);
      std::vector<Cycle> dates;
      for (const Mailer::Letter& letter : traffic.sources().letters()) {
        dates.push_back(letter.arrived);
      }
      return dates;
    };
    EXPECT_EQ(arrivals(CoreTraffic::Order::kForward), arrivals(CoreTraffic::Order::kBackward));
  }
}

/// Mean latency on an 8×8 mesh where every node sends to the one with column and row exchanged.
double latency_of_transpose(double rate, const RoutingPolicy& policy,
                            const RoutingOptions& options = {}) {
  const Topology mesh(TopologyKind::kMesh, {8, 8});
  NetworkConfig config;
  config.vcs = 4;
  config.buffer_flits = 8;
  OpenLoop network(
      mesh, config, {rate, 5, 2000, 2000},
      [](NodeId source, SplitMix64& /*random*/) { return source % 8 * 8 + source / 8; },
      Routing(mesh, RoutingOrder::kAscending, policy, options));
  network.run(2000);
  return network.mean_latency();
}

/// 4 times the latency without load: 21/4 hops that pay a cycle each, four flits behind the header,
/// and three cycles.
constexpr double kSaturated = 4 * (21.0 / 4 + 4 + 3);

// Dimension order takes a seventh of a flit per node at most: all seven nodes of a row turn at one.
// Where headers go by what is free, odd-even takes more, and where each prefers a port, however
// busy, it takes less.
TEST(Selection, LetsOddEvenCarryMoreOfTransposeThanDimensionOrder) {
  EXPECT_LT(latency_of_transpose(0.125, ascending_policy()), kSaturated);
  EXPECT_GT(latency_of_transpose(0.18, ascending_policy()), 2 * kSaturated);
  EXPECT_LT(latency_of_transpose(0.18, odd_even_policy()), kSaturated);
  RoutingOptions fixed;
  fixed.selection = Selection::kFixed;
  EXPECT_GT(latency_of_transpose(0.125, odd_even_policy(), fixed), 2 * kSaturated);
}

TEST(Selection, IsByCreditsWhereNothingElseIsAskedFor) {
  const Topology mesh(TopologyKind::kMesh, {4, 4});
  for (const auto& policy : {west_first_policy, north_last_policy, negative_first_policy,
                             odd_even_policy, adaptive_policy, min_adapt_policy}) {
    EXPECT_EQ(Routing(mesh, RoutingOrder::kAscending, policy()).selection(), Selection::kCredits)
        << policy().word;
  }
}

// Every shortest way, whether the escape may be left again or not.
TEST(Selection, LetsAdaptiveRoutingCarryMoreOfTransposeThanDimensionOrder) {
  for (const auto& policy : {adaptive_policy, min_adapt_policy}) {
    EXPECT_LT(latency_of_transpose(0.2, policy()), kSaturated / 2) << policy().word;
  }
}

// With one virtual channel less than its classes need, all of them are one.
TEST(RoutingWithoutItsClasses, DeadlocksAndTheProofSaysSo) {
  for (const Loaded& loaded :
       std::vector<Loaded>{{o1turn_policy, TopologyKind::kMesh, {4, 4}},
                           {romm_policy, TopologyKind::kMesh, {4, 4}},
                           {valiant_policy, TopologyKind::kMesh, {4, 4}},
                           {valiant_policy, TopologyKind::kHypercube, {4}},
                           {romm_policy, TopologyKind::kTorus, {6, 6}},
                           {ugal_policy, TopologyKind::kTorus, {6, 6}},
                           {ugal_policy, TopologyKind::kMesh, {4, 4}},
                           {adaptive_policy, TopologyKind::kMesh, {4, 4}},
                           {adaptive_policy, TopologyKind::kHypercube, {4}},
                           {adaptive_policy, TopologyKind::kTorus, {6, 6}}}) {
    const Topology topology(loaded.kind, loaded.dims);
    RoutingOptions options;
    options.selection = Selection::kRandom;
    const Routing routing(topology, RoutingOrder::kAscending, loaded.policy(), options);
    NetworkConfig config = wormhole_config(0, 1, 1);
    config.ports = 4;  // so that the network is what is full, not the way out of it
    config.vcs = routing.relation().classes();
    EXPECT_TRUE(prove_routing(routing, config).free) << loaded;
    --config.vcs;
    EXPECT_FALSE(prove_routing(routing, config).free) << loaded;
    CoreTraffic traffic(routing, config, {1, 3, 30, 3000, true});
    traffic.run();
    EXPECT_FALSE(traffic.sources().all_arrived()) << loaded;
  }
}

constexpr auto kMesh = TopologyKind::kMesh;
constexpr auto kTorus = TopologyKind::kTorus;
constexpr auto kCube = TopologyKind::kHypercube;

INSTANTIATE_TEST_SUITE_P(
    All, RoutingUnderLoad,
    testing::Values(
        Loaded{any_order_policy, kMesh, {3, 3, 2}}, Loaded{any_order_policy, kTorus, {3, 4, 3}, 1},
        Loaded{any_order_policy, kCube, {4}}, Loaded{o1turn_policy, kMesh, {5, 4}},
        Loaded{o1turn_policy, kMesh, {4, 4}, 2},
        Loaded{adaptive_xy_yx_policy, kMesh, {4, 4}, 2, Selection::kRandom},
        Loaded{ascending_policy, kTorus, {4, 5}, 0, Selection::kFixed, true},
        Loaded{descending_policy, kTorus, {6, 2}, 1, Selection::kFixed, true},
        Loaded{any_order_policy, kTorus, {3, 4, 3}, 1, Selection::kFixed, true},
        Loaded{romm_policy, kTorus, {4, 6}, 0, Selection::kFixed, true},
        Loaded{valiant_policy, kTorus, {4, 5}, 1, Selection::kFixed, true},
        Loaded{ugal_policy, kTorus, {4, 4}, 0, Selection::kFixed, true},
        Loaded{adaptive_policy, kTorus, {4, 4}, 0, Selection::kFixed, true},
        Loaded{opposite_tori_policy, kTorus, {5, 4}},
        Loaded{opposite_tori_policy, kTorus, {3, 3}, 2}, Loaded{romm_policy, kMesh, {4, 4}},
        Loaded{romm_policy, kTorus, {4, 5}}, Loaded{romm_policy, kCube, {4}},
        Loaded{valiant_policy, kMesh, {4, 4}}, Loaded{valiant_policy, kTorus, {4, 5}},
        Loaded{valiant_policy, kCube, {4}}, Loaded{ugal_policy, kMesh, {4, 4}},
        Loaded{ugal_policy, kTorus, {4, 5}, 1}, Loaded{ugal_policy, kCube, {4}},
        Loaded{west_first_policy, kMesh, {4, 4}},
        Loaded{west_first_policy, kMesh, {4, 4}, 1, Selection::kCredits},
        Loaded{north_last_policy, kMesh, {4, 4}, 0, Selection::kRandom},
        Loaded{negative_first_policy, kMesh, {3, 3, 2}, 0, Selection::kCredits},
        Loaded{odd_even_policy, kMesh, {5, 4}},
        Loaded{odd_even_policy, kMesh, {4, 4}, 1, Selection::kRandom},
        Loaded{p_cube_policy, kCube, {4}, 0, Selection::kRandom},
        Loaded{adaptive_policy, kMesh, {4, 4}},
        Loaded{adaptive_policy, kMesh, {4, 4}, 2, Selection::kCredits},
        Loaded{adaptive_policy, kTorus, {4, 4}},
        Loaded{adaptive_policy, kTorus, {5, 4}, 1, Selection::kRandom},
        Loaded{adaptive_policy, kCube, {4}},
        Loaded{adaptive_policy, kCube, {4}, 1, Selection::kCredits},
        Loaded{min_adapt_policy, kMesh, {4, 4}},
        Loaded{min_adapt_policy, kMesh, {4, 4}, 2, Selection::kCredits},
        Loaded{min_adapt_policy, kTorus, {4, 4}, 1, Selection::kCredits},
        Loaded{min_adapt_policy, kCube, {4}, 2, Selection::kRandom},
        Loaded{adaptive_up_policy, TopologyKind::kFatTree, {2, 3}},
        Loaded{adaptive_up_policy, TopologyKind::kFatTree, {3, 2}, 1, Selection::kCredits}),
    [](const auto& test) {
      std::string name(test.param.policy().word);
      return name + "_" + std::to_string(test.index);
    });

}  // namespace
}  // namespace flitcast::test_routing_under_load
