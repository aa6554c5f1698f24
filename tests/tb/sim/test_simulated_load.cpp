// Random traffic on the whole model.

#include <string>

#include <gtest/gtest.h>

#include "tb/config/ini/raw_config.h"
#include "tb/config/resolve/resolve.h"
#include "tb/plan/load_plan.h"
#include "tb/plan/plan.h"
#include "tb/sim/simulated_run.h"
#include "traffic/schedule/random.h"

namespace flitcast::test_simulated_load {
namespace {

struct RoutedNetwork {
  const char* routing;
  const char* kind;
  const char* dims;
};

/// A trace of packets of one flit, two in every cycle, from anybody to anybody.
std::string drawn_trace(NodeId processors) {
  constexpr int kCycles = 200;
  SplitMix64 random(7);
  std::string text;
  for (int i = 0; i < 2 * kCycles; ++i) {
    const std::uint64_t source = random.below(processors);
    const std::uint64_t destination = random.below(processors);
    text += std::to_string(i / 2) + "," + std::to_string(source) + "," +
            std::to_string(destination) + ",1\n";
  }
  return text;
}

class Hops : public testing::TestWithParam<RoutedNetwork> {};

// A packet of one flit passes as many router outputs as links, and the one into its node.
TEST_P(Hops, AreTheLinksThatPacketsHavePassed) {
  RawConfig raw;
  give(raw, "topology.kind", GetParam().kind);
  give(raw, "topology.dims", GetParam().dims);
  give(raw, "router.routing", GetParam().routing);
  give(raw, "load.pattern", "uniform");
  Config config = resolve(raw);
  config.network.buffer_flits = 4;
  config.load.pattern.word = "trace";
  config.load.pattern.text = drawn_trace(config.topology->processors());
  const LoadRun run =
      simulate_load(config, *config.topology, *config.routing, PacketLatency(config.network), {});
  EXPECT_EQ(run.load.packets, 400U);
  EXPECT_DOUBLE_EQ(run.load.hops * 400, static_cast<double>(run.flit_hops - 400));
}

INSTANTIATE_TEST_SUITE_P(Routings, Hops,
                         testing::Values(RoutedNetwork{"ascending", "torus", "5x4"},
                                         RoutedNetwork{"source", "mesh", "5x4"},
                                         RoutedNetwork{"o1turn", "mesh", "5x4"},
                                         RoutedNetwork{"romm", "torus", "5x4"},
                                         RoutedNetwork{"valiant", "hypercube", "4"},
                                         RoutedNetwork{"odd_even", "mesh", "5x4"},
                                         RoutedNetwork{"west_first", "mesh", "5x4"},
                                         RoutedNetwork{"p_cube", "hypercube", "4"},
                                         RoutedNetwork{"adaptive", "torus", "5x4"},
                                         RoutedNetwork{"adaptive", "mesh", "5x4"},
                                         RoutedNetwork{"adaptive_up", "fat_tree", "2x4"}));

ScheduleRun broadcast_under_load(const char* rate) {
  RawConfig raw;
  give(raw, "topology.kind", "mesh");
  give(raw, "topology.dims", "4x4");
  give(raw, "traffic.algorithm", "oab-mesh");
  give(raw, "traffic.message_flits", "16");
  give(raw, "load.rate", rate);
  const Plan plan(raw);
  ScheduleParts parts;
  parts.packet_latency = packet_latency(plan.config());
  return simulate(plan.config(), plan.topology(), plan.routing(), plan.schedule(), parts);
}

// Alone: four steps of 4 + 16 cycles over 2, 1, 2 and 1 links. What it takes under load is what its
// rounds take, and what added to them is told by cause.
TEST(ScheduleUnderLoad, IsSlowedDownByWhatItsMessagesWait) {
  const ScheduleRun result = broadcast_under_load("0.3");
  ASSERT_TRUE(result.background);
  const BackgroundResult& background = *result.background;
  EXPECT_EQ(background.quiet_cycles, 4 * 20 + 6);
  EXPECT_EQ(background.quiet_split->waits.total(), 0);
  EXPECT_EQ(result.rounds, 4U);
  EXPECT_EQ(result.data_check, DataCheck::kPassed);
  EXPECT_GT(result.added_cycles(), 0);
  EXPECT_GT(result.slowdown(), 1);
  const ExcessSplit added = *result.added_split();
  EXPECT_EQ(result.added_cycles(), added.waits.total() - added.slack);
  EXPECT_EQ(result.completion_cycles, result.per_round.back().end - background.schedule_from);
  EXPECT_GE(background.traffic_from, background.quiet_cycles);
  EXPECT_GT(background.schedule_from, background.traffic_from);
  const LoadAccount& account = background.load.account;
  EXPECT_EQ(account.created_packets, account.delivered_packets);
}

TEST(ScheduleUnderLoad, TakesNoLongerWhereThereIsHardlyAny) {
  const ScheduleRun result = broadcast_under_load("0.0001");
  EXPECT_EQ(result.added_cycles(), 0);
  EXPECT_EQ(result.slowdown(), 1);
}

}  // namespace
}  // namespace flitcast::test_simulated_load
