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

TEST(Ugal, HasNoChannelLoads) {
  const Topology ring(TopologyKind::kRing, {8});
  const Routing routing(ring, RoutingOrder::kAscending, ugal_policy());
  const LoadTheory theory(routing, {}, {});
  EXPECT_FALSE(theory.knows_routes());
  EXPECT_DOUBLE_EQ(theory.mix().hops(), 2);  // without load
}

}  // namespace
}  // namespace flitcast::test_ugal
