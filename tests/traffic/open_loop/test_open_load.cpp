#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/runs/played_load.h"
#include "traffic/channel_load/load_theory.h"

namespace flitcast::test_open_load {
namespace {

using Dims = std::vector<std::uint32_t>;

void expect_conserved(const LoadResult& result) {
  const LoadAccount& all = result.account;
  EXPECT_EQ(all.created_packets, all.delivered_packets);
  EXPECT_EQ(all.created_flits, all.delivered_flits);
  EXPECT_EQ(all.in_flight_packets + all.queued_packets, 0U);
}

// ---- without contention ----

struct Hardware {
  Switching switching;
  int vcs;
  const char* sizes;
};

class LightLoad : public testing::TestWithParam<Hardware> {};

// At a rate of 0.002 a packet hardly ever meets another.
TEST_P(LightLoad, TakesTheLatencyWithoutLoad) {
  const Hardware& hardware = GetParam();
  NetworkConfig config;
  config.switching = hardware.switching;
  config.vcs = hardware.vcs;
  config.ports = hardware.vcs;
  config.buffer_flits = 8;
  config.router_delay = 1;
  const PlayedLoad played(Topology(TopologyKind::kMesh, {4, 4}), config,
                          light_load(0.002, hardware.sizes));
  const LoadResult& result = played.result();
  EXPECT_EQ(result.verdict, LoadVerdict::kSettled);
  EXPECT_NEAR(result.latency.mean, result.zero_load,
              result.latency.half_width + 0.01 * result.zero_load);
  EXPECT_NEAR(result.accepted.mean, 0.002, 0.00008);
  EXPECT_NEAR(result.offered, result.accepted.mean, 0.00001);
  EXPECT_NEAR(result.hops, 2.5, 0.05);
  EXPECT_NEAR(result.queueing, 1, 0.05);  // the command to the interface
  expect_conserved(result);
}

INSTANTIATE_TEST_SUITE_P(Switching, LightLoad,
                         testing::Values(Hardware{Switching::kWormhole, 1, "1"},
                                         Hardware{Switching::kWormhole, 1, "5"},
                                         Hardware{Switching::kWormhole, 4, "1"},
                                         Hardware{Switching::kWormhole, 4, "5"},
                                         Hardware{Switching::kCutThrough, 1, "1, 5"},
                                         Hardware{Switching::kCutThrough, 4, "1, 5"},
                                         Hardware{Switching::kStoreAndForward, 1, "1, 5"},
                                         Hardware{Switching::kStoreAndForward, 4, "1, 5"}),
                         [](const auto& info) { return "Case" + std::to_string(info.index); });

// Links of a way on the 4×4 mesh, mean over all sources, destinations and intermediate nodes: from
// a node to itself 0; to another one those of both phases, 2·5/2. By a node on a shortest way it is
// 2.5.
TEST(OpenLoopTraffic, SendsPacketsOnTheWaysThatTheRoutingDraws) {
  NetworkConfig config;
  config.vcs = 2;
  config.buffer_flits = 8;
  for (const auto& [policy, hops] :
       {std::pair{&valiant_policy(), 5.0 * 15 / 16}, {&romm_policy(), 2.5}}) {
    const PlayedLoad played(Topology(TopologyKind::kMesh, {4, 4}), config, light_load(0.002),
                            LoadedCores::Order::kForward, WiredCores::Worms::kMayPassWhole,
                            *policy);
    EXPECT_EQ(played.result().verdict, LoadVerdict::kSettled) << policy->word;
    EXPECT_NEAR(played.result().hops, hops, 0.1) << policy->word;
    EXPECT_NEAR(played.result().latency.mean, 3 + hops + 4, 0.15) << policy->word;
    expect_conserved(played.result());
  }
}

// Periodic sources of a permutation without common links: every packet takes exactly as long.
TEST(OpenLoopTraffic, IsExactWherePacketsNeverMeet) {
  LoadSettings settings = light_load(0.25);
  settings.pattern.word = "bit_complement";
  settings.injection = Injection::kPeriodic;
  NetworkConfig config;
  config.startup = 4;
  const PlayedLoad played(Topology(TopologyKind::kMesh, {2}), config, settings);
  const LoadResult& result = played.result();
  EXPECT_EQ(result.latency.mean, 4 + 4 + 4);
  EXPECT_EQ(result.latency.half_width, 0);
  EXPECT_EQ(result.queueing, 5);
  EXPECT_EQ(result.network, 7);
  EXPECT_EQ(played.load().latencies(), (std::map<Cycle, std::uint64_t>{{12, result.packets}}));
  EXPECT_EQ(played.load().network_latencies(),
            (std::map<Cycle, std::uint64_t>{{7, result.packets}}));
  EXPECT_NEAR(result.accepted.mean, 0.25, 0.001);
}

// All packets go through the own router: no link, 3 + 4 cycles.
TEST(OpenLoopTraffic, PlaysPacketsToOneself) {
  LoadSettings settings = light_load(0.05);
  settings.pattern.word = "permutation";
  settings.pattern.file = "self";
  settings.pattern.text = "0 0\n1 1\n";
  settings.injection = Injection::kPeriodic;
  const PlayedLoad played(Topology(TopologyKind::kMesh, {2}), {}, settings);
  EXPECT_EQ(played.result().latency.mean, 7);
  EXPECT_EQ(played.result().hops, 0);
  expect_conserved(played.result());
}

TEST(OpenLoopTraffic, PlaysANetworkOfOneNode) {
  const PlayedLoad played(Topology(TopologyKind::kMesh, {1}), {}, light_load(0.02));
  EXPECT_EQ(played.result().verdict, LoadVerdict::kSettled);
  EXPECT_NEAR(played.result().latency.mean, 7, 0.3);
}

TEST(OpenLoopTraffic, RunsOnTreesAndRings) {
  for (const auto& [kind, dims] :
       {std::pair(TopologyKind::kTree, Dims{3}), std::pair(TopologyKind::kHypercube, Dims{4}),
        std::pair(TopologyKind::kLine, Dims{5})}) {
    const PlayedLoad played(Topology(kind, dims), {}, light_load(0.02));
    const LoadResult& result = played.result();
    EXPECT_EQ(result.verdict, LoadVerdict::kSettled);
    EXPECT_NEAR(result.latency.mean, result.zero_load, 0.1 * result.zero_load);
    EXPECT_GT(result.latency.mean, 0.98 * result.zero_load);
    expect_conserved(result);
  }
}

// A request of one flit, a reply of five: each takes 3 + 1 and its flits, one after the other.
TEST(OpenLoopTraffic, AnswersRequests) {
  LoadSettings settings = light_load(0.01, "1");
  settings.pattern.word = "bit_complement";
  settings.injection = Injection::kPeriodic;
  settings.reply_flits = 5;
  const PlayedLoad played(Topology(TopologyKind::kMesh, {2}), {}, settings);
  const LoadResult& result = played.result();
  ASSERT_EQ(result.classes.size(), 2U);
  EXPECT_EQ(result.classes[0].kind, LoadClass::Kind::kRequest);
  EXPECT_EQ(result.classes[1].kind, LoadClass::Kind::kReply);
  EXPECT_NEAR(static_cast<double>(result.classes[0].packets),
              static_cast<double>(result.classes[1].packets), 2);
  EXPECT_EQ(result.zero_load, (4 + 8) / 2.0);
  EXPECT_NEAR(result.round_trip, 4 + 1 + 8, 1);  // a cycle into memory; replies may meet requests
  EXPECT_NEAR(result.accepted.mean, 0.06, 0.002);
  expect_conserved(result);
}

// ---- the same on every way to run it ----

std::tuple<double, double, std::uint64_t, Cycle, std::uint64_t> essence(const LoadResult& result) {
  return {result.latency.mean, result.latency.half_width, result.packets, result.measured_to,
          result.account.created_packets};
}

TEST(OpenLoopTraffic, HangsOnTheSeedAlone) {
  const Topology mesh(TopologyKind::kMesh, {4, 4});
  LoadSettings settings = light_load(0.3, "1, 5");
  settings.reply_flits = 3;
  settings.rate = 0.15;
  for (const int vcs : {1, 4}) {
    NetworkConfig config;
    config.vcs = vcs;
    config.ports = vcs;
    config.buffer_flits = 4;
    const PlayedLoad played(mesh, config, settings);
    const PlayedLoad backward(mesh, config, settings, LoadedCores::Order::kBackward);
    const PlayedLoad by_flits(mesh, config, settings, LoadedCores::Order::kForward,
                              WiredCores::Worms::kFlitByFlit);
    EXPECT_EQ(essence(played.result()), essence(backward.result()));
    EXPECT_EQ(essence(played.result()), essence(by_flits.result()));
    EXPECT_EQ(played.load().latencies(), by_flits.load().latencies());
    LoadSettings other = settings;
    other.seed = 2;
    const PlayedLoad another(mesh, config, other);
    EXPECT_NE(essence(played.result()), essence(another.result()));
    EXPECT_NEAR(another.result().latency.mean, played.result().latency.mean,
                another.result().latency.half_width + 2 * played.result().latency.half_width);
  }
}

// ---- traces and multicasts ----

// Two packets that do not meet, and one that waits at its source for the first: its port is free
// again 5 + 2 cycles after it was issued.
TEST(OpenLoopTraffic, PlaysATraceToItsEnd) {
  LoadSettings settings;
  settings.pattern.word = "trace";
  settings.pattern.file = "t.csv";
  settings.pattern.text = "cycle,src,dst,flits\n10,0,2,5\n10,2,1,1\n12,0,1,2\n";
  const PlayedLoad played(Topology(TopologyKind::kLine, {3}), {}, settings);
  const LoadResult& result = played.result();
  EXPECT_EQ(result.verdict, LoadVerdict::kSettled);
  EXPECT_EQ(result.account.created_flits, 8U);
  expect_conserved(result);
  // 3 + 2 + 4, 3 + 1 + 0, and 5 cycles of waiting before 3 + 1 + 1.
  EXPECT_EQ(played.load().latencies(), (std::map<Cycle, std::uint64_t>{{9, 1}, {4, 1}, {10, 1}}));
  EXPECT_EQ(result.measured_to, 23);
  EXPECT_EQ(played.load().completion(), 23);
}

TEST(OpenLoopTraffic, LeavesCopiesOnTheWay) {
  LoadSettings settings = light_load(0.02);
  settings.pattern.self_sends = false;
  settings.destinations = parse_weighted("1, 3");
  NetworkConfig config;
  config.ports = 2;
  config.buffer_flits = 8;
  const PlayedLoad played(Topology(TopologyKind::kMesh, {4, 4}), config, settings);
  const LoadResult& result = played.result();
  EXPECT_EQ(result.verdict, LoadVerdict::kSettled);
  EXPECT_NEAR(result.latency.mean, result.zero_load, 0.05 * result.zero_load);
  EXPECT_NEAR(result.accepted.mean, 0.02, 0.001);
  ASSERT_EQ(result.classes.size(), 2U);
  EXPECT_EQ(result.classes[1].destinations, 3U);
  EXPECT_GT(result.classes[1].packets, result.classes[0].packets);
  expect_conserved(result);
}

TEST(OpenLoopTraffic, ReportsHowFarItIs) {
  const Topology pair(TopologyKind::kMesh, {2});
  const Routing routing(pair, RoutingOrder::kAscending);
  OpenLoopTraffic load(routing, {}, light_load(0.1), PacketLatency(NetworkConfig{}));
  EXPECT_EQ(load.phase(), 0U);
  EXPECT_EQ(load.progress().words, "warming up");
  EXPECT_EQ(load.position(), "while warming up");
  EXPECT_FALSE(load.finished());
  LoadedCores cores(routing, {}, load);
  cores.run();
  EXPECT_EQ(load.phase(), 2U);
  EXPECT_TRUE(load.finished());
  EXPECT_EQ(load.position(), "while draining");
}

}  // namespace
}  // namespace flitcast::test_open_load
