#include <cmath>
#include <cstdint>
#include <map>
#include <numeric>
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

LoadSettings light(double rate, const std::string& sizes = "5") {
  LoadSettings settings;
  settings.rate = rate;
  settings.sizes = parse_weighted(sizes);
  settings.precision = 0.02;
  return settings;
}

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
                          light(0.002, hardware.sizes));
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
    const PlayedLoad played(Topology(TopologyKind::kMesh, {4, 4}), config, light(0.002),
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
  LoadSettings settings = light(0.25);
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
  LoadSettings settings = light(0.05);
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
  const PlayedLoad played(Topology(TopologyKind::kMesh, {1}), {}, light(0.02));
  EXPECT_EQ(played.result().verdict, LoadVerdict::kSettled);
  EXPECT_NEAR(played.result().latency.mean, 7, 0.3);
}

TEST(OpenLoopTraffic, RunsOnTreesAndRings) {
  for (const auto& [kind, dims] :
       {std::pair(TopologyKind::kTree, Dims{3}), std::pair(TopologyKind::kHypercube, Dims{4}),
        std::pair(TopologyKind::kLine, Dims{5})}) {
    const PlayedLoad played(Topology(kind, dims), {}, light(0.02));
    const LoadResult& result = played.result();
    EXPECT_EQ(result.verdict, LoadVerdict::kSettled);
    EXPECT_NEAR(result.latency.mean, result.zero_load, 0.1 * result.zero_load);
    EXPECT_GT(result.latency.mean, 0.98 * result.zero_load);
    expect_conserved(result);
  }
}

// ---- what is told of a run ----

TEST(OpenLoopTraffic, CountsByClassAndByNode) {
  const PlayedLoad played(Topology(TopologyKind::kMesh, {3, 3}), {}, light(0.1, "1:3, 7:1"));
  const LoadResult& result = played.result();
  ASSERT_EQ(result.classes.size(), 2U);
  const LoadClass& small = result.classes[0];
  const LoadClass& large = result.classes[1];
  EXPECT_EQ(small.flits, 1U);
  EXPECT_EQ(large.flits, 7U);
  EXPECT_NEAR(static_cast<double>(small.packets) / static_cast<double>(result.packets), 0.75, 0.02);
  const auto mean = [](const LoadClass& all) {
    return static_cast<double>(all.latency) / static_cast<double>(all.packets);
  };
  EXPECT_GT(mean(large), mean(small) + 5.5);
  std::uint64_t sent = 0;
  std::uint64_t received = 0;
  std::uint64_t flits = 0;
  for (const LoadNode& node : result.nodes) {
    sent += node.sent_packets;
    received += node.received_packets;
    flits += node.received_flits;
    EXPECT_NEAR(static_cast<double>(node.sent_packets), static_cast<double>(result.packets) / 9,
                0.15 * static_cast<double>(result.packets) / 9);
  }
  EXPECT_EQ(sent, result.packets);
  EXPECT_EQ(received, result.packets);
  EXPECT_EQ(flits, small.packets + 7 * large.packets);
  std::uint64_t histogram = 0;
  for (const auto& [latency, packets] : played.load().latencies()) {
    histogram += packets;
  }
  EXPECT_EQ(histogram, result.packets);
}

TEST(OpenLoopTraffic, LatencyIsQueueingAndNetwork) {
  const PlayedLoad played(Topology(TopologyKind::kMesh, {4, 4}), {}, light(0.3));
  const LoadResult& result = played.result();
  EXPECT_NEAR(result.latency.mean, result.queueing + result.network, 1e-9);
  EXPECT_GT(result.queueing, 1.5);
  double network = 0;
  for (const auto& [latency, packets] : played.load().network_latencies()) {
    network += static_cast<double>(latency) * static_cast<double>(packets);
  }
  EXPECT_NEAR(network / static_cast<double>(result.packets), result.network, 1e-6);
}

// A request of one flit, a reply of five: each takes 3 + 1 and its flits, one after the other.
TEST(OpenLoopTraffic, AnswersRequests) {
  LoadSettings settings = light(0.01, "1");
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
  LoadSettings settings = light(0.3, "1, 5");
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

// ---- what belongs to the measured time ----

/// Everything that is told of it is of the same time.
void expect_of_measured_time(const LoadResult& result, NodeId nodes) {
  std::uint64_t packets = 0;
  std::uint64_t delivered = 0;
  std::uint64_t created = 0;
  Cycle from = result.measured_from;
  for (const LoadBatch& batch : result.batches) {
    EXPECT_EQ(batch.from, from);
    from = batch.to;
    packets += batch.packets;
    delivered += batch.delivered_flits;
    created += batch.created_flits;
  }
  EXPECT_EQ(from, result.measured_to);
  EXPECT_EQ(packets, result.packets);
  const auto node_cycles = static_cast<double>(result.measured_to - result.measured_from) * nodes;
  EXPECT_DOUBLE_EQ(result.accepted.mean, static_cast<double>(delivered) / node_cycles);
  EXPECT_DOUBLE_EQ(result.offered, static_cast<double>(created) / node_cycles);
}

TEST(OpenLoopTraffic, CountsAllThatHappenedInTheMeasuredTime) {
  const Topology mesh(TopologyKind::kMesh, {4, 4});
  for (const Cycle most : {500, 501, 777, 3000}) {
    for (const Cycle batch : {1, 7, 500}) {
      LoadSettings settings = light(0.2);
      settings.most_cycles = most;
      settings.precision = 1e-6;
      settings.warm_up = 0;
      settings.batch = batch;
      const PlayedLoad given(mesh, {}, settings);
      EXPECT_EQ(given.result().measured_to, most);
      expect_of_measured_time(given.result(), 16);
      settings.batch.reset();
      const PlayedLoad chosen(mesh, {}, settings);
      expect_of_measured_time(chosen.result(), 16);
    }
  }
}

// One packet of a million flits, two hops from corner to corner of a 2×2 mesh: 3 + 2 + 999,999
// cycles of latency, and one more into memory.
TEST(OpenLoopTraffic, OfOneLongPacketIsTheRateOfThatPacket) {
  LoadSettings settings;
  settings.pattern.word = "trace";
  settings.pattern.file = "t.csv";
  settings.pattern.text = "0,0,3,1000000\n";
  const PlayedLoad played(Topology(TopologyKind::kMesh, {2, 2}), {}, settings);
  EXPECT_EQ(played.result().measured_to, 1'000'005);
  EXPECT_EQ(played.result().accepted.mean, 1e6 / 1'000'005 / 4);
  EXPECT_EQ(played.result().offered, 1e6 / 1'000'005 / 4);
  EXPECT_TRUE(std::isinf(played.result().accepted.half_width));
}

TEST(OpenLoopTraffic, KnowsNothingWhereNothingWasMeasured) {
  LoadSettings settings;
  settings.pattern.word = "trace";
  settings.pattern.file = "t.csv";
  settings.pattern.text = "0,0,3,5\n";
  settings.warm_up = 1000;
  const PlayedLoad played(Topology(TopologyKind::kMesh, {2, 2}), {}, settings);
  const LoadResult& result = played.result();
  EXPECT_EQ(result.packets, 0U);
  EXPECT_EQ(result.measured_from, result.measured_to);
  for (const double mean : {result.latency.mean, result.accepted.mean, result.offered, result.hops,
                            result.queueing, result.network}) {
    EXPECT_TRUE(std::isnan(mean));
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
  LoadSettings settings = light(0.02);
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
  OpenLoopTraffic load(routing, {}, light(0.1), PacketLatency(NetworkConfig{}));
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
