// What dates and delays take, by hand: programs without messages, on one rank.

#include <utility>

#include <gtest/gtest.h>

#include "hw/network_config.h"
#include "hw/routing/routing.h"
#include "hw/topology/families.h"
#include "traffic/forecast/program_forecast.h"

namespace flitcast::test_waits_and_delays {
namespace {

ProgramOp op(OpKind kind, std::uint64_t amount) {
  ProgramOp op;
  op.kind = kind;
  op.amount = amount;
  return op;
}

/// A rank that has begun.
Program one_rank() {
  Program program(1);
  program.begin_rank(0);
  return program;
}

Cycle cycles_of(const Program& program) {
  const Topology one(TopologyKind::kMesh, {1});
  const Routing routing(one, RoutingOrder::kAscending);
  const ProgramForecast found = forecast(program, {0}, routing, NetworkConfig{});
  EXPECT_TRUE(found.waiting.empty());
  return found.cycles;
}

TEST(WaitsAndDelays, AWaitEndsAtItsDate) {
  Program program = one_rank();
  program.add(op(OpKind::kWait, 70));
  EXPECT_EQ(cycles_of(program), 70);
}

TEST(WaitsAndDelays, AWaitEndsWithWhatItWaitsForWhereThatIsLater) {
  for (const auto& [computes, ends] : {std::pair{30, 70}, {70, 70}, {71, 71}, {300, 300}}) {
    Program program = one_rank();
    program.add(op(OpKind::kCompute, static_cast<std::uint64_t>(computes)));
    program.require(program.add(op(OpKind::kWait, 70)), 0);
    EXPECT_EQ(cycles_of(program), ends);
  }
}

TEST(WaitsAndDelays, AWaitWithoutADateTakesNothing) {
  Program program = one_rank();
  program.add(op(OpKind::kCompute, 9));
  program.require(program.add(op(OpKind::kWait, 0)), 0);
  EXPECT_EQ(cycles_of(program), 9);
}

TEST(WaitsAndDelays, ADelayBeginsWhenItIsReady) {
  Program program = one_rank();
  program.add(op(OpKind::kCompute, 9));
  program.require(program.add(op(OpKind::kDelay, 50)), 0);
  program.require(program.add(op(OpKind::kDelay, 1)), 1);
  EXPECT_EQ(cycles_of(program), 60);
}

// Computations of a stream follow one another; dates and delays are nobody's affair.
TEST(WaitsAndDelays, TakeNobodysTurn) {
  Program program = one_rank();
  program.add(op(OpKind::kDelay, 100));
  program.add(op(OpKind::kDelay, 100));
  program.add(op(OpKind::kWait, 100));
  program.add(op(OpKind::kCompute, 60));
  program.add(op(OpKind::kCompute, 50));
  EXPECT_EQ(cycles_of(program), 110);
}

TEST(WaitsAndDelays, AreToldInWords) {
  Program program = one_rank();
  program.add(op(OpKind::kDelay, 100));
  program.add(op(OpKind::kWait, 7));
  program.add(op(OpKind::kWait, 0));
  EXPECT_EQ(program.describe(0), "rank 0: operation 1, which is a delay");
  EXPECT_EQ(program.describe(1), "rank 0: operation 2, which waits until cycle 7");
  EXPECT_EQ(program.describe(2), "rank 0: operation 3, which waits");
}

}  // namespace
}  // namespace flitcast::test_waits_and_delays
