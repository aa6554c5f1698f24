#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/runs/played_load.h"
#include "traffic/channel_load/load_theory.h"

namespace flitcast::test_saturated_load {
namespace {

LoadSettings heavy(double rate, const std::string& pattern) {
  LoadSettings settings;
  settings.rate = rate;
  settings.pattern.word = pattern;
  settings.precision = 0.02;
  return settings;
}

NetworkConfig with_vcs(int vcs) {
  NetworkConfig config;
  config.vcs = vcs;
  config.ports = vcs;
  config.buffer_flits = 8;
  return config;
}

void expect_accounted(const LoadResult& result) {
  const LoadAccount& all = result.account;
  EXPECT_EQ(all.created_packets,
            all.delivered_packets + all.in_flight_packets + all.queued_packets);
  EXPECT_EQ(all.created_flits, all.delivered_flits + all.in_flight_flits + all.queued_flits);
  EXPECT_GT(all.queued_packets, 0U);
}

// One link each way that takes a flit a cycle: a little below it all is well, above it is not,
// and what arrives is what the link can carry.
TEST(SaturatedLoad, BeginsAtTheBoundOfTheChannel) {
  NetworkConfig config = with_vcs(1);
  config.cycles_per_flit = 4;
  const Topology pair(TopologyKind::kMesh, {2});
  const PlayedLoad below(pair, config, heavy(0.2, "bit_complement"));
  EXPECT_EQ(below.result().verdict, LoadVerdict::kSettled);
  EXPECT_NEAR(below.result().accepted.mean, 0.2, 0.006);
  const PlayedLoad above(pair, config, heavy(0.27, "bit_complement"));
  EXPECT_EQ(above.result().verdict, LoadVerdict::kSaturated);
  EXPECT_NEAR(above.result().accepted.mean, 0.25, 0.001);
  EXPECT_TRUE(above.load().finished());
  expect_accounted(above.result());
}

// Transpose with four virtual channels comes close to the bound of 1/7 and never beyond it.
TEST(SaturatedLoad, OfTransposeIsAtTheBoundOfItsBusiestChannel) {
  const Topology mesh(TopologyKind::kMesh, {8, 8});
  const PlayedLoad below(mesh, with_vcs(4), heavy(0.12, "transpose"));
  EXPECT_EQ(below.result().verdict, LoadVerdict::kSettled);
  const PlayedLoad above(mesh, with_vcs(4), heavy(0.155, "transpose"));
  EXPECT_EQ(above.result().verdict, LoadVerdict::kSaturated);
  expect_accounted(above.result());
}

TEST(SaturatedLoad, OfOneVirtualChannelDeliversLessThanOfFour) {
  const Topology mesh(TopologyKind::kMesh, {8, 8});
  const PlayedLoad one(mesh, with_vcs(1), heavy(0.6, "uniform"));
  const PlayedLoad four(mesh, with_vcs(4), heavy(0.6, "uniform"));
  EXPECT_EQ(one.result().verdict, LoadVerdict::kSaturated);
  EXPECT_EQ(four.result().verdict, LoadVerdict::kSaturated);
  EXPECT_LT(one.result().accepted.mean, four.result().accepted.mean);
  EXPECT_LT(four.result().accepted.mean, 0.5);  // the bisection
  EXPECT_LT(four.result().measured_to, 20'000);
}

// Requests and replies of equal length are as many flits, so that a virtual channel for each
// carries nearly twice as much as one for both.
TEST(SaturatedLoad, HasRequestsAndRepliesOnVirtualChannelsOfTheirOwn) {
  const Topology mesh(TopologyKind::kMesh, {8, 8});
  LoadSettings settings = heavy(0.4, "uniform");
  settings.reply_flits = 5;
  NetworkConfig config = with_vcs(1);
  config.pipeline.kind = PipelineKind::kStaged;
  const PlayedLoad together(mesh, config, settings);
  config.vcs = 2;
  config.pipeline.message_classes = 2;
  const PlayedLoad apart(mesh, config, settings);
  EXPECT_EQ(together.result().verdict, LoadVerdict::kSaturated);
  EXPECT_EQ(apart.result().verdict, LoadVerdict::kSaturated);
  EXPECT_GT(apart.result().accepted.mean, 1.2 * together.result().accepted.mean);
}

TEST(SaturatedLoad, MayDrain) {
  LoadSettings settings = heavy(0.9, "bit_complement");
  settings.drain = Drain::kAlways;
  const PlayedLoad played(Topology(TopologyKind::kMesh, {2, 2}), with_vcs(1), settings);
  EXPECT_EQ(played.result().verdict, LoadVerdict::kSaturated);
  EXPECT_GT(played.result().backlog_flits, 0U);
  EXPECT_EQ(played.result().account.queued_packets, 0U);
  EXPECT_EQ(played.result().account.created_packets, played.result().account.delivered_packets);
  EXPECT_GT(played.load().completion(), played.result().measured_to);
}

TEST(SaturatedLoad, MayEndWithPacketsUnderWay) {
  LoadSettings settings = heavy(0.1, "uniform");
  settings.drain = Drain::kNever;
  const PlayedLoad played(Topology(TopologyKind::kMesh, {8, 8}), with_vcs(1), settings);
  EXPECT_EQ(played.result().verdict, LoadVerdict::kSettled);
  EXPECT_GT(played.result().account.in_flight_packets, 0U);
  EXPECT_LE(played.load().completion(), played.result().measured_to + 1);
}

// One node of many is asked for more than it can take: those that do not send to it are not
// delayed, and still the network is saturated.
TEST(SaturatedLoad, IsNoticedWhereOneDestinationIs) {
  LoadSettings settings = heavy(0.1, "hotspot");
  settings.pattern.hotspots = {5};
  settings.pattern.hotspot_share = 0.5;
  const PlayedLoad played(Topology(TopologyKind::kMesh, {8, 8}), with_vcs(1), settings);
  EXPECT_EQ(played.result().verdict, LoadVerdict::kSaturated);
  EXPECT_LT(played.result().measured_to, 40'000);
}

// A ring of one virtual channel and shallow buffers, loaded all round, comes to a stand; the run
// ends by itself, and has not finished.
TEST(SaturatedLoad, OfARingWithoutDatelinesStands) {
  NetworkConfig config = with_vcs(1);
  config.buffer_flits = 1;
  LoadSettings settings = heavy(0.9, "tornado");
  settings.sizes = {{20, 1}};
  const PlayedLoad played(Topology(TopologyKind::kRing, {8}), config, settings);
  EXPECT_EQ(played.result().verdict, LoadVerdict::kStalled);
  EXPECT_FALSE(played.load().finished());
  EXPECT_EQ(played.result().accepted.mean, 0);
  EXPECT_LT(played.result().measured_to, 20'000);
  expect_accounted(played.result());
}

TEST(SaturatedLoad, EndsAtTheMostCycles) {
  LoadSettings settings = heavy(0.1, "uniform");
  settings.precision = 1e-6;
  settings.most_cycles = 3000;
  const PlayedLoad played(Topology(TopologyKind::kMesh, {4, 4}), with_vcs(1), settings);
  EXPECT_EQ(played.result().verdict, LoadVerdict::kUnsettled);
  EXPECT_EQ(played.result().measured_to, 3000);
}

// γ = 3.5 of transpose on the 8×8 mesh, half of it in either order: at most 1/3.5 is steady. More
// is where headers take the order that has a channel free.
TEST(SaturatedLoad, IsThatBeyondTheBoundWhereAnOrderIsDrawn) {
  LoadSettings settings;
  settings.pattern.word = "transpose";
  settings.rate = 0.33;
  settings.precision = 0.05;
  NetworkConfig config;
  config.vcs = 4;
  config.ports = 4;
  config.buffer_flits = 8;
  const Topology mesh(TopologyKind::kMesh, {8, 8});
  const auto verdict = [&](const RoutingPolicy& policy) {
    return PlayedLoad(mesh, config, settings, LoadedCores::Order::kForward,
                      WiredCores::Worms::kMayPassWhole, policy)
        .result()
        .verdict;
  };
  EXPECT_EQ(verdict(o1turn_policy()), LoadVerdict::kSaturated);
  EXPECT_EQ(verdict(adaptive_xy_yx_policy()), LoadVerdict::kSettled);
}

// All nodes of a ring of 4 send to the one opposite. Up alone channels have a load of 2, both ways
// of 1.
TEST(SaturatedLoad, TakesBothWaysRoundARingWhereTiesAreDrawn) {
  LoadSettings settings;
  settings.pattern.word = "matrix";
  settings.pattern.text = "0,0,1,0\n0,0,0,1\n1,0,0,0\n0,1,0,0\n";
  settings.rate = 0.6;
  settings.precision = 0.05;
  settings.most_cycles = 6000;
  NetworkConfig config;
  config.vcs = 4;
  config.ports = 2;
  config.buffer_flits = 8;
  const auto accepted = [&](Ties ties) {
    RoutingOptions options;
    options.ties = ties;
    options.datelines = Datelines::kEntering;
    return PlayedLoad(Topology(TopologyKind::kRing, {4}), config, settings,
                      LoadedCores::Order::kForward, WiredCores::Worms::kMayPassWhole,
                      ascending_policy(), options)
        .result()
        .accepted.mean;
  };
  EXPECT_LE(accepted(Ties::kUp), 0.5);
  EXPECT_GT(accepted(Ties::kDrawn), 0.55);
}

}  // namespace
}  // namespace flitcast::test_saturated_load
