#include <gtest/gtest.h>

#include "tb/sim/simulated_run.h"
#include "tests/support/schedules/handmade_schedule.h"
#include "tests/support/schedules/random_unicasts.h"

namespace flitcast::test_excess_split {
namespace {

Cycle wait(const RoundRecord& round, WaitCause cause) {
  return round.waits[cause];
}

void expect_adds_up(const ScheduleRun& result) {
  ASSERT_TRUE(result.excess_split.has_value());
  Cycle start = 0;
  for (const RoundRecord& round : result.per_round) {
    ASSERT_EQ(round.start, start);
    ASSERT_EQ(round.end - round.start, round.lockstep - round.slack + round.waits.total());
    start = round.end;
  }
  EXPECT_EQ(result.completion_cycles, start);
}

/// One round of unicasts on a line with t_s = 4, t_d = t_m = 1 unless the test says otherwise.
ScheduleRun play(std::uint32_t nodes, const std::vector<std::vector<NodeId>>& paths,
                 const NetworkConfig& network, std::uint32_t flits) {
  std::vector<HandmadeMessage> messages;
  for (const auto& path : paths) {
    messages.push_back({path, {make_block(path.front(), path.back())}});
  }
  const Topology topology(TopologyKind::kLine, {nodes});
  const Routing routing(topology, RoutingOrder::kAscending);
  Config config;
  config.network = network;
  const ScheduleRun result =
      simulate(config, topology, routing,
               handmade_schedule(operation(loose_unicasts(), nodes), {messages}, flits), {});
  expect_adds_up(result);
  return result;
}

NetworkConfig roomy() {
  NetworkConfig network;
  network.buffer_flits = 64;
  return network;
}

// 0 -> 2 is in router 1 at 3, when 1 -> 3 has held link 1 -> 2 since 2 and will until its tail goes
// at 2 + 10: it goes at 13, ten cycles late, and ends the round: lockstep 4 + 2 + 10.
TEST(ExcessSplit, AWormThatWaitsForAnotherSuffersContention) {
  const ScheduleRun result = play(4, {{0, 1, 2}, {1, 2, 3}}, roomy(), 10);
  const RoundRecord& round = result.per_round.at(0);
  EXPECT_EQ(round.lockstep, 16);
  EXPECT_EQ(round.end, 26);
  EXPECT_EQ(wait(round, WaitCause::kContention), 10);
  EXPECT_EQ(round.waits.total(), 10);
  EXPECT_EQ(round.slack, 0);
}

// 0 -> 2 alone, but a credit takes four cycles to come back (link.delay 2) and there is one: a flit
// every four cycles over each link; the eleventh flit is 10·3 cycles late.
TEST(ExcessSplit, ABodyWithoutRoomWaitsForCredit) {
  NetworkConfig network;
  network.buffer_flits = 1;
  network.link_delay = 2;
  const ScheduleRun result = play(3, {{0, 1, 2}}, network, 10);
  const RoundRecord& round = result.per_round.at(0);
  EXPECT_EQ(round.lockstep, 4 + 4 + 10);
  EXPECT_EQ(wait(round, WaitCause::kCredit), 30);
  EXPECT_EQ(round.waits.total(), 30);
  EXPECT_GT(result.links.waits[WaitCause::kCredit], 0);
}

// Both worms are for node 1, which has one port: the one from node 2 comes at 3 like the other and
// is ejected behind it, header at 3 + 11.
TEST(ExcessSplit, AWormWaitsForTheReceivePort) {
  const ScheduleRun result = play(3, {{0, 1}, {2, 1}}, roomy(), 10);
  const RoundRecord& round = result.per_round.at(0);
  EXPECT_EQ(round.lockstep, 15);
  EXPECT_EQ(wait(round, WaitCause::kPort), 11);
  EXPECT_EQ(round.waits.total(), 11);
  EXPECT_EQ(result.links.waits[WaitCause::kPort], 11);
}

// Two messages of one node with one port: the second starts when the first has left, after
// t_s - 1 + 10 cycles.
TEST(ExcessSplit, AMessageWaitsForItsSendPort) {
  const ScheduleRun result = play(2, {{0, 1}, {0, 1}}, roomy(), 10);
  EXPECT_EQ(wait(result.per_round.at(0), WaitCause::kPort), 13);
  EXPECT_EQ(result.per_round.at(0).waits.total(), 13);
}

// With two virtual channels the worms of the first test take turns on link 1 -> 2: 0 -> 2, behind
// by one flit, has its last flit through when 22 have gone.
TEST(ExcessSplit, WormsThatShareAChannelSufferSerialisation) {
  NetworkConfig network = roomy();
  network.vcs = 2;
  network.ports = 2;
  const ScheduleRun result = play(4, {{0, 1, 2}, {1, 2, 3}}, network, 10);
  const RoundRecord& round = result.per_round.at(0);
  EXPECT_EQ(round.lockstep, 16);
  EXPECT_EQ(round.end, 16 + 10);
  EXPECT_EQ(wait(round, WaitCause::kSerialisation), 10);
  EXPECT_EQ(round.waits.total(), 10);
}

// 0 -> 4 takes 4 + 4 + 10 cycles, 4 -> 5 and 6 -> 5 only 4 + 1 + 10; but node 5 has one port, and
// the second of these has its header taken 11 cycles late: it ends the round at 26, eight cycles
// behind the others' 18, because three of its eleven were covered by the longer way of the first.
TEST(ExcessSplit, WhatTheSlowestMessageCoversIsSlack) {
  const ScheduleRun result = play(7, {{0, 1, 2, 3, 4}, {4, 5}, {6, 5}}, roomy(), 10);
  const RoundRecord& round = result.per_round.at(0);
  EXPECT_EQ(round.lockstep, 18);
  EXPECT_EQ(round.end, 26);
  EXPECT_EQ(wait(round, WaitCause::kPort), 11);
  EXPECT_EQ(round.waits.total(), 11);
  EXPECT_EQ(round.slack, 3);
}

TEST(ExcessSplit, AddsUpUnderAnyTraffic) {
  const Topology topology(TopologyKind::kMesh, {4, 4});
  const Routing routing(topology, RoutingOrder::kAscending);
  Config config;
  config.network.cycles_per_flit = 2;
  config.network.router_delay = 1;
  config.network.buffer_flits = 2;
  const ScheduleRun result =
      simulate(config, topology, routing, random_unicasts(topology, routing, 7, 200, 12), {});
  EXPECT_EQ(result.data_check, DataCheck::kPassed) << result.data_error;
  EXPECT_GT(result.excess_split->waits.total(), 0);
  expect_adds_up(result);
}

TEST(ExcessSplit, AddsUpOnSharedHalfDuplexChannels) {
  const Topology topology(TopologyKind::kMesh, {4, 4});
  const Routing routing(topology, RoutingOrder::kAscending);
  Config config;
  config.network.switching = Switching::kStoreAndForward;
  config.network.duplex = Duplex::kHalf;
  config.network.vcs = 2;
  config.network.buffer_flits = 20;
  const ScheduleRun result =
      simulate(config, topology, routing, random_unicasts(topology, routing, 3, 100, 12), {});
  EXPECT_EQ(result.data_check, DataCheck::kPassed) << result.data_error;
  EXPECT_GT(result.links.waits[WaitCause::kContention], 0);
  expect_adds_up(result);
}

}  // namespace
}  // namespace flitcast::test_excess_split
