#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/runs/played_load.h"
#include "traffic/channel_load/load_theory.h"

namespace flitcast::test_ugal {
namespace {

constexpr PipelineKind kKinds[] = {PipelineKind::kContract, PipelineKind::kStaged};

NetworkConfig routers(PipelineKind kind) {
  NetworkConfig config;
  config.vcs = 8;
  config.ports = 4;
  config.buffer_flits = 8;
  config.pipeline.kind = kind;
  return config;
}

LoadSettings traffic(const std::string& pattern, double rate) {
  LoadSettings settings;
  settings.pattern.word = pattern;
  settings.rate = rate;
  settings.precision = 0.05;
  return settings;
}

LoadResult played(const Topology& topology, const NetworkConfig& config,
                  const LoadSettings& settings, const RoutingPolicy& policy) {
  return PlayedLoad(topology, config, settings, LoadedCores::Order::kForward,
                    WiredCores::Worms::kMayPassWhole, policy)
      .result();
}

// Nobody is in the way, so that packets go along base routes: 2 links on the 4×4 torus, and
// 3 + 2 + 4 cycles; valiant's take nearly twice as many.
TEST(Ugal, TakesBaseRoutesWithoutLoad) {
  const Topology torus(TopologyKind::kTorus, {4, 4});
  const NetworkConfig config = routers(PipelineKind::kContract);
  const LoadSettings light = traffic("uniform", 0.005);
  const LoadResult result = played(torus, config, light, ugal_policy());
  EXPECT_EQ(result.verdict, LoadVerdict::kSettled);
  EXPECT_NEAR(result.zero_load, 9, 1e-9);
  EXPECT_NEAR(result.hops, 2, 0.05);
  EXPECT_NEAR(result.latency.mean, 9, 0.15);
  EXPECT_GT(played(torus, config, light, valiant_policy()).hops, 3);
}

// All go three links up the rings of 8, so that base routes take a third of a flit a node at most,
// and half of the channels have nothing to do. Detours give them some.
TEST(Ugal, DeliversMoreOfTornadoThanBaseRoutes) {
  for (const Topology& topology :
       {Topology(TopologyKind::kRing, {8}), Topology(TopologyKind::kTorus, {8, 8})}) {
    for (const PipelineKind kind : kKinds) {
      SCOPED_TRACE(topology.describe());
      NetworkConfig config = routers(kind);
      config.ports = topology.degree();
      LoadSettings heavy = traffic("tornado", 0.35);
      heavy.most_cycles = 6000;
      const LoadResult base = played(topology, config, heavy, ascending_policy());
      const LoadResult ugal = played(topology, config, heavy, ugal_policy());
      EXPECT_LE(base.accepted.mean, 1.0 / 3);
      EXPECT_GT(ugal.accepted.mean, 1.05 * base.accepted.mean);
      EXPECT_GT(ugal.hops, 1.1 * base.hops);
    }
  }
}

// Where base routes are best, detours are rarely taken, and it takes more than valiant does.
TEST(Ugal, DeliversMoreOfUniformTrafficThanValiant) {
  const Topology torus(TopologyKind::kTorus, {4, 4});
  const NetworkConfig config = routers(PipelineKind::kContract);
  const LoadSettings heavy = traffic("uniform", 0.9);
  EXPECT_GT(played(torus, config, heavy, ugal_policy()).accepted.mean,
            1.1 * played(torus, config, heavy, valiant_policy()).accepted.mean);
}

NetworkConfig dragonfly_routers(PipelineKind kind) {
  NetworkConfig config = routers(kind);
  config.vcs = 6;
  config.ports = 1;
  return config;
}

// 8 processors of a group have one link to the next group, so that minimal routes carry an eighth
// of a flit at most; detours load all links alike, twice.
TEST(Ugal, DeliversSeveralTimesAsMuchOfTheWorstCaseOfADragonflyAsBaseRoutes) {
  const Topology dragonfly(TopologyKind::kDragonfly, {2, 4, 2});
  for (const PipelineKind kind : kKinds) {
    const NetworkConfig config = dragonfly_routers(kind);
    LoadSettings heavy = traffic("next_group", 0.45);
    heavy.most_cycles = 6000;
    const double base = played(dragonfly, config, heavy, ascending_policy()).accepted.mean;
    EXPECT_LE(base, 1.0 / 8);
    EXPECT_GT(base, 0.9 / 8);
    for (const auto* policy : {&valiant_policy(), &ugal_policy(), &ugal_global_policy()}) {
      EXPECT_GT(played(dragonfly, config, heavy, *policy).accepted.mean, 2 * base) << policy->word;
    }
  }
}

// A router looks at the queues of others, which are called before it in a cycle, or after.
TEST(Ugal, OfOtherRoutersDoesNotDependOnTheirOrder) {
  const Topology dragonfly(TopologyKind::kDragonfly, {2, 4, 2});
  for (const PipelineKind kind : kKinds) {
    LoadSettings heavy = traffic("next_group", 0.3);
    heavy.most_cycles = 2000;
    const auto run = [&](LoadedCores::Order order) {
      return PlayedLoad(dragonfly, dragonfly_routers(kind), heavy, order,
                        WiredCores::Worms::kMayPassWhole, ugal_global_policy())
          .result();
    };
    const LoadResult forward = run(LoadedCores::Order::kForward);
    const LoadResult backward = run(LoadedCores::Order::kBackward);
    EXPECT_EQ(forward.hops, backward.hops);
    EXPECT_EQ(forward.latency.mean, backward.latency.mean);
    EXPECT_EQ(forward.accepted.mean, backward.accepted.mean);
  }
}

TEST(Ugal, HasNoChannelLoads) {
  const Topology ring(TopologyKind::kRing, {8});
  const Routing routing(ring, RoutingOrder::kAscending, ugal_policy());
  const LoadTheory theory(routing, {}, {});
  EXPECT_FALSE(theory.knows_routes());
  EXPECT_DOUBLE_EQ(theory.mix().hops(), 2);  // without load
}

}  // namespace
}  // namespace flitcast::test_ugal
