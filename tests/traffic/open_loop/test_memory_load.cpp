#include <cmath>
#include <cstdint>
#include <tuple>

#include <gtest/gtest.h>

#include "hw/ni/interfaces.h"
#include "tests/support/runs/played_load.h"

namespace flitcast::test_memory_load {
namespace {

using Order = LoadedCores::Order;
using Worms = WiredCores::Worms;

NetworkConfig with_memory(const MemorySettings& memory) {
  NetworkConfig config;
  config.buffer_flits = 8;
  config.interface = &memory_interface();
  config.memory = memory;
  return config;
}

NetworkConfig with_classes(const MemorySettings& memory) {
  NetworkConfig config = with_memory(memory);
  config.pipeline.kind = PipelineKind::kStaged;
  config.pipeline.message_classes = 2;
  config.classes_at_ports = true;
  config.vcs = 2;
  config.ports = 2;
  return config;
}

LoadSettings closed(std::uint32_t request, std::uint32_t reply) {
  LoadSettings settings;
  settings.injection = Injection::kClosed;
  settings.sizes = {{request, 1}};
  settings.reply_flits = reply;
  settings.precision = 0.02;
  settings.pattern.self_sends = false;
  return settings;
}

std::uint64_t replies(const LoadResult& result) {
  std::uint64_t count = 0;
  for (const LoadClass& packets : result.classes) {
    count += packets.kind == LoadClass::Kind::kReply ? packets.packets : 0;
  }
  return count;
}

// Two nodes that ask each other meet nothing but their own. The cycle into memory is not counted
// at the end.
TEST(MemoryLoad, OfOneRequestATimeIsTheSumOfFlightsAndService) {
  for (const Cycle delay : {1, 20, 300}) {
    for (const std::uint32_t reply : {1U, 5U, 17U}) {
      const NetworkConfig config = with_memory({1, delay, 1, 4, 4});
      const auto [t_s, t_d, t_m, t_r, t_op] = timing_model(config);
      LoadSettings settings = closed(2, reply);
      settings.pattern.word = "bit_complement";
      settings.most_cycles = 20'000;
      const PlayedLoad load(Topology(TopologyKind::kMesh, {2}), config, settings);
      const Cycle there = t_s + t_d + t_m;
      const Cycle back = t_s + t_d + (Cycle{reply} - 1) * t_m;
      EXPECT_DOUBLE_EQ(load.result().round_trip, static_cast<double>(there + delay + back - 1));
      EXPECT_NEAR(load.result().latency.mean, load.result().zero_load,
                  0.01 * load.result().zero_load);
    }
  }
}

// Little's law: what is under way is what comes back per cycle times how long it stays, whatever
// the network does. One cycle of the stay is the one into memory.
TEST(MemoryLoad, HasAsManyRequestsUnderWayAsItMay) {
  const Topology mesh(TopologyKind::kMesh, {4, 4});
  for (const int outstanding : {1, 2, 6, 16}) {
    for (const int banks : {1, 4}) {
      const PlayedLoad load(mesh, with_classes({outstanding, 15, banks, 4, 4}), closed(1, 5));
      const LoadResult& result = load.result();
      ASSERT_EQ(result.verdict, LoadVerdict::kSettled) << outstanding;
      const double per_cycle = static_cast<double>(replies(result)) /
                               static_cast<double>(result.measured_to - result.measured_from) / 16;
      EXPECT_NEAR(per_cycle * (result.round_trip + 1), outstanding, 0.01 * outstanding);
    }
  }
}

// All ask node 0, whose bank takes ten cycles a request: that is what comes back.
TEST(MemoryLoad, GetsNoMoreThanABankServes) {
  LoadSettings settings = closed(1, 1);
  settings.pattern.word = "hotspot";
  settings.pattern.hotspots = {0};
  settings.pattern.hotspot_share = 1;
  settings.pattern.self_sends = true;
  const PlayedLoad load(Topology(TopologyKind::kMesh, {4, 4}), with_classes({4, 10, 1, 2, 2}),
                        settings);
  const LoadResult& result = load.result();
  const double per_cycle = static_cast<double>(replies(result)) /
                           static_cast<double>(result.measured_to - result.measured_from);
  EXPECT_NEAR(per_cycle, 0.1, 0.002);
  // Nodes farther away get less, and none starves.
  for (NodeId node = 1; node < 16; ++node) {
    EXPECT_GT(result.nodes[node].received_packets, 0U) << node;
  }
}

TEST(MemoryLoad, HasReadsAndWritesOfTheirSizes) {
  LoadSettings settings = closed(1, 9);
  settings.writes = 0.25;
  const PlayedLoad load(Topology(TopologyKind::kMesh, {4, 4}), with_classes({4, 10, 2, 4, 4}),
                        settings);
  const LoadResult& result = load.result();
  ASSERT_EQ(result.classes.size(), 4U);
  EXPECT_EQ(result.classes[0].flits, 1U);
  EXPECT_EQ(result.classes[1].flits, 9U);
  EXPECT_EQ(result.classes[2].flits, 9U);
  EXPECT_EQ(result.classes[3].flits, 1U);
  for (const std::size_t request : {0U, 1U}) {
    const auto asked = static_cast<double>(result.classes[request].packets);
    EXPECT_NEAR(static_cast<double>(result.classes[request + 2].packets), asked, 0.02 * asked);
  }
  const auto writes = static_cast<double>(result.classes[1].packets);
  EXPECT_NEAR(writes / (writes + static_cast<double>(result.classes[0].packets)), 0.25, 0.02);
}

// A memory that has room for all, or has not, on routers of all kinds.
TEST(MemoryLoad, IsTheSameInBothOrdersAndFlitByFlit) {
  const auto essence = [](const NetworkConfig& config, const LoadSettings& settings, Order order,
                          Worms worms) {
    const PlayedLoad load(Topology(TopologyKind::kMesh, {3, 3}), config, settings, order, worms);
    const LoadResult& result = load.result();
    return std::tuple(result.verdict, result.packets, result.measured_to, load.load().latencies(),
                      load.flit_hops());
  };
  for (const bool is_closed : {true, false}) {
    LoadSettings settings = closed(3, 20);
    settings.injection = is_closed ? Injection::kClosed : Injection::kBernoulli;
    settings.pattern.self_sends = true;
    settings.rate = 0.02;
    settings.writes = 0.3;
    settings.most_cycles = 6000;
    NetworkConfig vcs = with_memory({5, 20, 2, 200, 2});
    vcs.vcs = 2;
    vcs.ports = 2;
    for (const NetworkConfig& config :
         {with_memory({5, 20, 1, 200, 2}), vcs, with_classes({5, 20, 1, 2, 1}),
          with_memory({5, 20, 1, 1, 1})}) {
      const auto played = essence(config, settings, Order::kForward, Worms::kMayPassWhole);
      EXPECT_TRUE(essence(config, settings, Order::kBackward, Worms::kMayPassWhole) == played);
      EXPECT_TRUE(essence(config, settings, Order::kForward, Worms::kFlitByFlit) == played);
      EXPECT_TRUE(essence(config, settings, Order::kBackward, Worms::kFlitByFlit) == played);
    }
  }
}

// The same load on the same routers: with classes it goes on, without it stands still.
TEST(MemoryLoad, StandsStillWithoutClasses) {
  const Topology mesh(TopologyKind::kMesh, {4, 4});
  NetworkConfig shared = with_classes({16, 5, 1, 1, 1});
  shared.pipeline.message_classes = 1;
  shared.classes_at_ports = false;
  EXPECT_EQ(PlayedLoad(mesh, shared, closed(1, 5)).result().verdict, LoadVerdict::kStalled);
  EXPECT_EQ(PlayedLoad(mesh, with_classes({16, 5, 1, 1, 1}), closed(1, 5)).result().verdict,
            LoadVerdict::kSettled);
}

}  // namespace
}  // namespace flitcast::test_memory_load
