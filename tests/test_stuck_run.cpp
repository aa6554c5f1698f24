#include <gtest/gtest.h>

#include "tb/test_bench.h"
#include "traffic/messages.h"
#include "traffic/verifier.h"

namespace flitcast {
namespace {

/// A ring of four with one virtual channel: every node sends a long worm two hops up. All four take
/// their first link in the same cycle, and then each wants the link that the next one holds.
struct CircularWait {
  Topology topology{TopologyKind::kRing, {4}};
  Routing routing{topology, RoutingOrder::kAscending};
  Config config;
  Schedule schedule;

  explicit CircularWait(std::uint32_t flits) {
    schedule.operation.kind = OperationKind::kUnicasts;
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
  RunResult run() { return simulate(config, topology, routing, schedule, {}); }
};

TEST(StuckRun, VerifierSeesTheDependencyCycle) {
  const CircularWait wait(20);
  EXPECT_EQ(wait.verified().dependency_cycle, "0->1->2->3->0");
  EXPECT_EQ(wait.verified().link_contention, 2U);
}

// Issued at 0, t_s = 4: the headers take their first links at cycle 2 and are in the next router at
// 3, where they find its link taken. Buffers of two flits are full with the flit sent at 3.
TEST(StuckRun, EndsWhenNothingCanMoveAndSaysWhoStandsWhere) {
  CircularWait wait(20);
  const RunResult result = wait.run();
  EXPECT_EQ(result.deadlock.rfind("no progress after cycle ", 0), 0U) << result.deadlock;
  EXPECT_NE(result.deadlock.find("8 worms stand in routers"), std::string::npos) << result.deadlock;
  EXPECT_NE(result.deadlock.find("\n  router 1: worm from node 0 to node 2 waits for output 0"),
            std::string::npos)
      << result.deadlock;
  EXPECT_NE(result.deadlock.find(
                "\n  router 3: worm from node 3 to node 1 holds output 0 and waits for credit"),
            std::string::npos)
      << result.deadlock;
  EXPECT_EQ(result.data_check, DataCheck::kOff);
  EXPECT_EQ(result.messages, 0U);
  EXPECT_LT(result.completion_cycles, 20);
}

TEST(StuckRun, BuffersOfOnePacketAreStillTooSmall) {
  CircularWait wait(20);
  wait.config.network.buffer_flits = 21;  // every link is full of a worm that wants into the next
  EXPECT_NE(wait.run().deadlock.find("4 worms stand in routers"), std::string::npos);
}

TEST(StuckRun, DeepBuffersLetTheSameTrafficThrough) {
  CircularWait wait(20);
  wait.config.network.buffer_flits = 42;
  const RunResult result = wait.run();
  EXPECT_EQ(result.deadlock, "");
  EXPECT_EQ(result.data_check, DataCheck::kPassed) << result.data_error;
  EXPECT_GT(result.links.waits.total(), 0);
}

TEST(StuckRun, GivesUpAtTheLastCycleAllowed) {
  CircularWait wait(20);
  wait.config.network.buffer_flits = 42;
  wait.config.max_cycles = 15;
  const RunResult result = wait.run();
  EXPECT_EQ(result.deadlock, "run.max_cycles reached at cycle 15 in round 0");
  EXPECT_EQ(result.data_check, DataCheck::kOff);
}

}  // namespace
}  // namespace flitcast
