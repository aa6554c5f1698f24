#include <algorithm>

#include <gtest/gtest.h>

#include "tb/sim/simulated_run.h"
#include "tests/support/schedules/handmade_schedule.h"
#include "tests/support/schedules/unicasts.h"
#include "traffic/schedule/messages.h"
#include "traffic/verify/verifier.h"

namespace flitcast::test_stuck_run {
namespace {

/// A ring of four with one virtual channel: every node sends a long worm two hops up. All four take
/// their first link in the same cycle, and then each wants the link that the next one holds.
struct CircularWait {
  Topology topology{TopologyKind::kRing, {4}};
  Routing routing{topology, RoutingOrder::kAscending};
  Config config;
  Schedule schedule;

  explicit CircularWait(std::uint32_t flits) {
    schedule.operation.kind = &loose_unicasts();
    schedule.operation.nodes = 4;
    schedule.rounds = 1;
    schedule.block_flits = flits;
    schedule.fill = [this](std::uint64_t, Round& round) {
      for (NodeId node = 0; node < 4; ++node) {
        const NodeId destination = (node + 2) % 4;
        begin_unicast(round, routing, node, destination);
        round.add_block(make_block(node, destination));
      }
    };
  }

  VerifyReport verified() const {
    return verify(schedule, routing,
                  {timing_model(config.network), config.network.switching, config.network.ports});
  }
  ScheduleRun run() { return simulate(config, topology, routing, schedule, {}); }
};

TEST(StuckRun, VerifierSeesTheDependencyCycle) {
  const CircularWait wait(20);
  EXPECT_EQ(wait.verified().dependency_cycle, "0->1->2->3->0");
  EXPECT_EQ(wait.verified().link_contention, 2U);
}

using Waits = std::vector<std::uint64_t>;

// Issued at 0, t_s = 4: the headers take their first links at cycle 2 and are in the next router at
// 3, where they find its link taken by the worm of that node. The flit behind the header fills the
// buffer of two; its 18 followers wait in the injection channel.
TEST(StuckRun, NamesWhatEveryWormHoldsAndWantsAndTheCircle) {
  CircularWait wait(20);
  const ScheduleRun result = wait.run();
  ASSERT_TRUE(result.stuck);
  const StuckReport& report = *result.stuck;
  EXPECT_EQ(report.reason, StuckReport::Reason::kNoProgress);
  EXPECT_EQ(report.position, "in round 0");
  EXPECT_EQ(report.cycle, (Waits{0, 1, 2, 3}));
  ASSERT_EQ(report.worms.size(), 4U);
  for (NodeId node = 0; node < 4; ++node) {
    const StuckWorm& worm = report.worms[node];
    const NodeId next = (node + 1) % 4;
    EXPECT_EQ(worm.message, node);
    EXPECT_EQ(worm.source, node);
    EXPECT_EQ(worm.destinations, std::vector<NodeId>{(node + 2) % 4});
    EXPECT_EQ(worm.flits, 21U);
    EXPECT_EQ(worm.router, next);
    ASSERT_EQ(worm.holds.size(), 1U);
    EXPECT_EQ(worm.holds[0].from, node);
    EXPECT_EQ(worm.holds[0].to, next);
    EXPECT_EQ(worm.wanted, (node + 2) % 4);
    EXPECT_EQ(worm.reason, WaitReason::kOutput);
    EXPECT_EQ(worm.waits_for, next);
  }
  EXPECT_EQ(result.data_check, DataCheck::kOff);
  EXPECT_EQ(result.messages, 0U);
}

TEST(StuckRun, ListsTheStatesOfTheRouters) {
  CircularWait wait(20);
  const ScheduleRun result = wait.run();
  ASSERT_TRUE(result.stuck);
  ASSERT_EQ(result.stuck->routers.size(), 4U);
  const BusyRouter& router = result.stuck->routers[1];
  EXPECT_EQ(router.node, 1U);
  ASSERT_EQ(router.inputs.size(), 2U);
  const BusyVc& from_0 = router.inputs[0];  // by port 1, which leads down
  EXPECT_EQ(from_0.from, 0U);
  EXPECT_EQ(from_0.port, 1);
  EXPECT_EQ(from_0.state, VcState::kBlockedOnVc);
  EXPECT_EQ(from_0.message, 0U);
  EXPECT_EQ(from_0.wanted, 2U);
  EXPECT_EQ(from_0.flits, 2U);
  const BusyVc& injected = router.inputs[1];
  EXPECT_EQ(injected.from, 1U);
  EXPECT_EQ(injected.state, VcState::kBlockedOnCredit);
  EXPECT_EQ(injected.message, 1U);
  EXPECT_EQ(injected.wanted, 2U);
  EXPECT_EQ(injected.flits, 19U);
}

TEST(StuckRun, SaysItInWords) {
  CircularWait wait(20);
  wait.config.stall_cycles = 50;
  const ScheduleRun result = wait.run();
  ASSERT_TRUE(result.stuck);
  const StuckReport& report = *result.stuck;
  EXPECT_EQ(report.verdict, report.last_progress + 50);
  EXPECT_EQ(result.completion_cycles, report.verdict);
  EXPECT_LT(report.last_progress, 20);
  const std::string text = stuck_text(report);
  EXPECT_EQ(text.rfind("deadlock: nothing has moved since cycle ", 0), 0U) << text;
  EXPECT_NE(text.find("\n  wait in a circle: message 0 at 1 -> message 1 at 2 -> message 2 at 3 -> "
                      "message 3 at 0 -> message 0\n"
                      "  message 0, 0 to 2, 21 flits: at router 1, holds 0->1, wants 1->2: held by "
                      "message 1\n"),
            std::string::npos)
      << text;
}

TEST(StuckRun, TheVerdictComesAtTheLastCycleAllowed) {
  CircularWait wait(20);
  wait.config.max_cycles = 100;
  const ScheduleRun result = wait.run();
  ASSERT_TRUE(result.stuck);
  EXPECT_EQ(result.stuck->reason, StuckReport::Reason::kNoProgress);
  EXPECT_EQ(result.stuck->verdict, 100);
}

// Whole worms fit: their links are free again, and it is room that they wait for.
TEST(StuckRun, BuffersOfOnePacketAreStillTooSmall) {
  CircularWait wait(20);
  wait.config.network.buffer_flits = 21;
  const ScheduleRun result = wait.run();
  ASSERT_TRUE(result.stuck);
  EXPECT_EQ(result.stuck->cycle, (Waits{0, 1, 2, 3}));
  const StuckWorm& worm = result.stuck->worms[3];
  EXPECT_EQ(worm.router, 0U);
  EXPECT_EQ(worm.reason, WaitReason::kRoom);
  EXPECT_EQ(worm.waits_for, 0U);
  ASSERT_EQ(worm.holds.size(), 2U);
  EXPECT_EQ(worm.holds[0].from, 3U);
  EXPECT_EQ(worm.holds[1].from, 0U);
  EXPECT_EQ(worm.holds[1].to, 1U);
}

// In half duplex a packet takes the pair of channels only where it has room.
TEST(StuckRun, AWormThatWaitsForRoomDoesNotHoldTheHalfDuplexLink) {
  CircularWait wait(20);
  wait.config.network.buffer_flits = 21;
  wait.config.network.switching = Switching::kCutThrough;
  wait.config.network.duplex = Duplex::kHalf;
  const ScheduleRun result = wait.run();
  ASSERT_TRUE(result.stuck);
  EXPECT_EQ(result.stuck->cycle, (Waits{0, 1, 2, 3}));
  const StuckWorm& worm = result.stuck->worms[3];
  EXPECT_EQ(worm.router, 0U);
  EXPECT_EQ(worm.reason, WaitReason::kRoom);
  ASSERT_EQ(worm.holds.size(), 1U);
  EXPECT_EQ(worm.holds[0].from, 3U);
}

TEST(StuckRun, DeepBuffersLetTheSameTrafficThrough) {
  CircularWait wait(20);
  wait.config.network.buffer_flits = 42;
  const ScheduleRun result = wait.run();
  EXPECT_FALSE(result.stuck);
  EXPECT_EQ(result.data_check, DataCheck::kPassed) << result.data_error;
  EXPECT_GT(result.links.waits.total(), 0);
}

TEST(StuckRun, GivesUpAtTheLastCycleAllowed) {
  CircularWait wait(20);
  wait.config.network.buffer_flits = 42;
  wait.config.max_cycles = 15;
  const ScheduleRun result = wait.run();
  ASSERT_TRUE(result.stuck);
  EXPECT_EQ(result.stuck->reason, StuckReport::Reason::kMaxCycles);
  EXPECT_EQ(stuck_text(*result.stuck), "run.max_cycles reached at cycle 15 in round 0");
  EXPECT_TRUE(result.stuck->worms.empty());
  EXPECT_EQ(result.completion_cycles, 15);
  EXPECT_EQ(result.data_check, DataCheck::kOff);
}

/// What one round of worms of 20 flits, written out by hand, comes to.
ScheduleRun play(const Topology& topology, const Config& config,
                 const std::vector<HandmadeMessage>& worms) {
  const Routing routing(topology, RoutingOrder::kAscending);
  const Operation unicasts = operation(loose_unicasts(), topology.nodes());
  return simulate(config, topology, routing, handmade_schedule(unicasts, {worms}, 20), {});
}

// Both are absorbed at the first router they come to, the one where the other worm ends.
TEST(StuckRun, CrossingWormsWaitForEachOthersReceivePorts) {
  const Topology line(TopologyKind::kLine, {4});
  const ScheduleRun result = play(
      line, {}, {{{0, 1, 2}, {make_block(0, 2)}, {1, 2}}, {{3, 2, 1}, {make_block(3, 1)}, {2, 1}}});
  ASSERT_TRUE(result.stuck);
  EXPECT_EQ(result.stuck->cycle, (Waits{0, 1}));
  ASSERT_EQ(result.stuck->worms.size(), 2U);
  const StuckWorm& worm = result.stuck->worms[0];
  EXPECT_EQ(worm.destinations, (std::vector<NodeId>{1, 2}));
  EXPECT_EQ(worm.router, 2U);
  EXPECT_EQ(worm.wanted, 2U);
  EXPECT_EQ(worm.reason, WaitReason::kReceivePort);
  EXPECT_EQ(worm.waits_for, 1U);
  ASSERT_EQ(worm.holds.size(), 2U);
  EXPECT_EQ(worm.holds[0].from, 0U);
  EXPECT_EQ(worm.holds[1].from, 1U);
  // The body of message 0 stands in router 1, which leaves a copy of it at its node.
  const BusyRouter& router = result.stuck->routers[1];
  ASSERT_EQ(router.node, 1U);
  EXPECT_EQ(router.inputs[1].from, 0U);
  EXPECT_EQ(router.inputs[1].state, VcState::kBlockedOnCredit);
  EXPECT_EQ(router.inputs[0].from, 2U);
  EXPECT_EQ(router.inputs[0].state, VcState::kBlockedOnPort);
}

// Line 0-1-2, half duplex: 0 -> 2 has the pair 0-1 and 2 -> 0 the pair 1-2, since cycle 2. In
// router 1, from cycle 3 on, each waits for the other's pair: up to the verdict, 100 cycles behind
// the last arrival of a flit at 4.
TEST(StuckRun, OpposingWormsWaitForEachOthersHalfDuplexPair) {
  const Topology line(TopologyKind::kLine, {3});
  Config config;
  config.network.duplex = Duplex::kHalf;
  config.stall_cycles = 100;
  const ScheduleRun result =
      play(line, config, {{{0, 1, 2}, {make_block(0, 2)}}, {{2, 1, 0}, {make_block(2, 0)}}});
  ASSERT_TRUE(result.stuck);
  EXPECT_EQ(result.stuck->cycle, (Waits{0, 1}));
  EXPECT_EQ(result.stuck->verdict, 104);
  ASSERT_EQ(result.stuck->worms.size(), 2U);
  const StuckWorm& worm = result.stuck->worms[0];
  EXPECT_EQ(worm.router, 1U);
  EXPECT_EQ(worm.wanted, 2U);
  EXPECT_EQ(worm.reason, WaitReason::kTurn);
  EXPECT_EQ(worm.waits_for, 1U);
  ASSERT_EQ(worm.holds.size(), 1U);
  EXPECT_EQ(worm.holds[0].from, 0U);
  EXPECT_EQ(worm.holds[0].to, 1U);
  EXPECT_EQ(result.links.waits[WaitCause::kContention], 2 * (104 - 3));
}

// The same two on a mesh, and one that comes to router 1 a cycle later: there the first has the
// output to 2, but not the pair of channels, and nobody holds what the third one wants.
TEST(StuckRun, AWormThatIsNextOnAHalfDuplexLinkDoesNotHoldIt) {
  const Topology mesh(TopologyKind::kMesh, {3, 3});
  Config config;
  config.network.duplex = Duplex::kHalf;
  const ScheduleRun result = play(mesh, config,
                                  {{{0, 1, 2}, {make_block(0, 2)}},
                                   {{2, 1, 0}, {make_block(2, 0)}},
                                   {{7, 4, 1, 2}, {make_block(7, 2)}}});
  ASSERT_TRUE(result.stuck);
  EXPECT_EQ(result.stuck->cycle, (Waits{0, 1}));
  ASSERT_EQ(result.stuck->worms.size(), 3U);
  EXPECT_EQ(result.stuck->worms[2].reason, WaitReason::kNextInTurn);
  EXPECT_EQ(result.stuck->worms[2].waits_for, 0U);
  const std::string text = stuck_text(*result.stuck);
  EXPECT_NE(text.find("message 0, 0 to 2, 21 flits: at router 1, holds 0->1, wants 1->2: the pair "
                      "of channels belongs to message 1\n"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("message 2, 7 to 2, 21 flits: at router 1, holds 7->4, 4->1, wants 1->2: "
                      "message 0 is next, and waits itself"),
            std::string::npos)
      << text;
}

// The worm of node 5 comes to the circle from the other row: it waits for the circle without being
// part of it.
TEST(StuckRun, AWormOutsideOfTheCircleWaitsForIt) {
  const Topology torus(TopologyKind::kTorus, {4, 2});
  const ScheduleRun result = play(torus, {},
                                  {{{0, 1, 2}, {make_block(0, 2)}},
                                   {{1, 2, 3}, {make_block(1, 3)}},
                                   {{2, 3, 0}, {make_block(2, 0)}},
                                   {{3, 0, 1}, {make_block(3, 1)}},
                                   {{5, 1, 2, 6}, {make_block(5, 6)}}});
  ASSERT_TRUE(result.stuck);
  EXPECT_EQ(result.stuck->cycle, (Waits{0, 1, 2, 3}));
  ASSERT_EQ(result.stuck->worms.size(), 5U);
  const StuckWorm& worm = result.stuck->worms[4];
  EXPECT_EQ(worm.router, 1U);
  EXPECT_EQ(worm.wanted, 2U);
  EXPECT_EQ(worm.waits_for, 1U);
}

StuckWorm waiting(std::uint64_t message, std::optional<std::uint64_t> waits_for) {
  StuckWorm worm;
  worm.message = message;
  worm.waits_for = waits_for;
  return worm;
}

TEST(CycleOfWaits, IsFoundBehindThoseWhoOnlyWaitForIt) {
  EXPECT_EQ(cycle_of_waits({waiting(1, 7), waiting(4, 9), waiting(7, 9), waiting(9, 4)}),
            (Waits{4, 9}));
  EXPECT_EQ(cycle_of_waits({waiting(3, 3)}), Waits{3});
}

TEST(CycleOfWaits, IsEmptyWhereAChainEnds) {
  EXPECT_EQ(cycle_of_waits({waiting(1, 2), waiting(2, 5), waiting(5, std::nullopt)}), Waits{});
  EXPECT_EQ(cycle_of_waits({waiting(1, 2)}), Waits{});
  EXPECT_EQ(cycle_of_waits({}), Waits{});
}

TEST(StuckText, IsShortOnLargeNetworks) {
  StuckReport report;
  for (std::uint64_t message = 0; message < 25; ++message) {
    report.worms.push_back(waiting(message, (message + 1) % 25));
    report.worms.back().reason = WaitReason::kOutput;
  }
  report.cycle = cycle_of_waits(report.worms);
  const std::string text = stuck_text(report);
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 1 + 20 + 1) << text;
  EXPECT_NE(text.find(" -> and 13 more -> message 0\n"), std::string::npos) << text;
  EXPECT_EQ(text.substr(text.rfind('\n')), "\n  and 5 more");
}

TEST(StuckText, SaysWhereThereIsNoCircle) {
  StuckReport report;
  report.worms.push_back(waiting(3, std::nullopt));
  const std::string text = stuck_text(report);
  EXPECT_EQ(text.rfind("no progress: ", 0), 0U);
  EXPECT_NE(text.find("no worms wait for each other in a circle"), std::string::npos);
}

}  // namespace
}  // namespace flitcast::test_stuck_run
