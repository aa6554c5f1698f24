#include <algorithm>
#include <map>
#include <tuple>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "tb/plan/plan.h"
#include "tests/support/runs/played.h"
#include "tests/support/schedules/handmade_schedule.h"
#include "tests/support/schedules/unicasts.h"
#include "traffic/play/schedule_executor.h"

namespace flitcast::test_dataflow {
namespace {

/// A schedule written by hand, played in dataflow on a line with t_s = 4, t_d = t_m = 1.
struct OnALine {
  Topology topology;
  Routing routing{topology, RoutingOrder::kAscending};
  Config config;
  Schedule schedule;
  Deliveries deliveries;

  OnALine(std::uint32_t nodes, const Operation& operation, HandmadeRounds rounds,
          std::uint32_t flits)
      : topology(TopologyKind::kLine, {nodes}),
        schedule(handmade_schedule(operation, std::move(rounds), flits)) {
    config.sync = Sync::kDataflow;
  }
  ScheduleRun run() {
    ScheduleParts parts;
    parts.deliveries = &deliveries;
    return simulate(config, topology, routing, schedule, parts);
  }
  const Delivery& delivery(std::size_t i) const { return deliveries.all().at(i).what; }
};

const Block kWhole = make_block(0, Block::kEveryone);

// Broadcast over a line of 4: round 0 node 0 -> 3, round 1 0 -> 1 and 3 -> 2. Ten words.
//   0 -> 3 is issued at 0 and there at 4 + 3 + 10 = 17; node 3 goes on then: 3 -> 2 issued 17,
//   there 17 + 4 + 1 + 10 = 32. Node 0's port is free when the tail has left it, at t_s - 1 + L =
//   13: its second message is issued then and there at 28. In lockstep both would start at 17.
TEST(Dataflow, AMessageStartsWhenItsDataIsThereAndAPortIsFree) {
  OnALine line(4, operation(operations::broadcast(), 4),
               {{{{0, 1, 2, 3}, {kWhole}}}, {{{0, 1}, {kWhole}}, {{3, 2}, {kWhole}}}}, 10);
  const ScheduleRun result = line.run();
  EXPECT_EQ(line.delivery(0).tail_arrived, 17);
  EXPECT_EQ(line.delivery(1).issued, 13);
  EXPECT_EQ(line.delivery(1).tail_arrived, 28);
  EXPECT_EQ(line.delivery(2).issued, 17);
  EXPECT_EQ(line.delivery(2).tail_arrived, 32);
  EXPECT_EQ(result.completion_cycles, 32);
  EXPECT_EQ(result.data_check, DataCheck::kPassed) << result.data_error;
  ASSERT_EQ(result.per_round.size(), 2U);
  EXPECT_EQ(result.per_round[0].start, 0);
  EXPECT_EQ(result.per_round[0].end, 17);
  EXPECT_EQ(result.per_round[1].start, 13);
  EXPECT_EQ(result.per_round[1].end, 32);
}

// Two nodes add up what they have: both messages are there at 4 + 1 + 6 = 11 and reduced, three
// cycles a flit, at 11 + 18.
TEST(Dataflow, AReductionTakesItsTimeBehindTheTail) {
  const Operation sum = operation(operations::all_reduce(), 2);
  OnALine line(2, sum, {{{{0, 1}, {kWhole}}, {{1, 0}, {kWhole}}}}, 6);
  line.config.network.reduce_per_flit = 3;
  const ScheduleRun result = line.run();
  // both there at 4 + 1 + 6 = 11, reduced at 11 + 18
  EXPECT_EQ(result.completion_cycles, 29);
  EXPECT_EQ(result.data_check, DataCheck::kPassed) << result.data_error;
}

TEST(Dataflow, WithoutDependenciesOnlyThePortCounts) {
  const Operation scatter = operation(operations::one_to_all_scatter(), 3);
  OnALine line(3, scatter, {{{{0, 1, 2}, {make_block(0, 2)}}}, {{{0, 1}, {make_block(0, 1)}}}}, 5);
  const ScheduleRun result = line.run();
  EXPECT_EQ(line.delivery(0).tail_arrived, 4 + 2 + 5);
  EXPECT_EQ(line.delivery(1).issued, 3 + 5);
  EXPECT_EQ(line.delivery(1).tail_arrived, 8 + 4 + 1 + 5);
  EXPECT_EQ(result.completion_cycles, 18);
}

// More rounds than the window holds: a pipeline of 3·kWindow blocks along a line of three.
TEST(Dataflow, LongSchedulesMoveThroughTheWindow) {
  const Operation unicasts = operation(loose_unicasts(), 3);
  HandmadeRounds rounds;
  for (std::size_t i = 0; i < 3 * ScheduleExecutor::kWindow; ++i) {
    rounds.push_back({{{0, 1, 2}, {make_block(0, 2)}}});
  }
  const auto count = static_cast<Cycle>(rounds.size());
  OnALine line(3, unicasts, std::move(rounds), 4);
  const ScheduleRun result = line.run();
  EXPECT_EQ(result.rounds, static_cast<std::uint64_t>(count));
  // a start-up every t_s - 1 + L cycles; a round enters when the one kWindow before it has arrived
  EXPECT_EQ(result.completion_cycles, (count - 1) * 7 + 4 + 2 + 4);
}

/// Rows in dataflow on the rows' own hardware.
struct Played {
  const char* algorithm;
  const char* kind;
  const char* dims;
  const char* variant;
};

std::ostream& operator<<(std::ostream& out, const Played& played) {
  return out << played.algorithm << ' ' << played.dims << ' ' << played.variant;
}

class RowInDataflow : public testing::TestWithParam<std::tuple<Played, const char*>> {};

// Whatever overlaps: the data is right, nothing is faster than the critical path, and no message
// leaves a node before everything that it carries has come there.
TEST_P(RowInDataflow, DeliversItsDataInTheOrderOfItsDependencies) {
  const auto& [row, mu] = GetParam();
  RawConfig raw;
  give(raw, "topology.kind", row.kind);
  give(raw, "topology.dims", row.dims);
  give(raw, "traffic.algorithm", row.algorithm);
  give(raw, "traffic.message_flits", mu);
  give(raw, "traffic.sync", "dataflow");
  give(raw, "ni.startup", "3");
  give(raw, "ni.copy_per_flit", "1");
  give(raw, "ni.reduce_per_flit", "2");
  if (*row.variant != '\0') {
    give(raw, "traffic.variant", row.variant);
  }
  const Plan plan(raw);
  Deliveries deliveries;
  ScheduleParts parts;
  parts.deliveries = &deliveries;
  const ScheduleRun result =
      simulate(plan.config(), plan.topology(), plan.routing(), plan.schedule(), parts);
  EXPECT_FALSE(result.stuck);
  EXPECT_EQ(result.data_check, DataCheck::kPassed) << result.data_error;
  EXPECT_GE(result.completion_cycles, plan.report().critical_path_cycles);
  EXPECT_FALSE(result.excess_split.has_value());

  // When a block was complete at a node, told by the deliveries alone.
  std::map<std::tuple<NodeId, std::uint64_t, std::uint64_t>, Cycle> there;
  std::size_t next = 0;
  Round round(plan.topology());
  for (std::uint64_t r = 0; r < plan.schedule().rounds; ++r) {
    round.clear();
    plan.schedule().fill(r, round);
    std::vector<std::pair<const Delivery*, const Block*>> arrived;
    for (std::size_t i = 0; i < round.size(); ++i) {
      for (std::size_t d = 0; d < round[i].destinations.size(); ++d) {
        const Delivery& delivery = deliveries.all().at(next++).what;
        ASSERT_EQ(delivery.source, round[i].source);
        ASSERT_EQ(delivery.round, r);
        for (const Block& block : round[i].blocks) {
          const auto held = there.find({round[i].source, block.origin, block.final});
          if (held != there.end()) {
            ASSERT_GE(delivery.issued, held->second) << "round " << r;
          }
          arrived.emplace_back(&delivery, &block);
        }
      }
    }
    for (const auto& [delivery, block] : arrived) {
      Cycle& last = there[{delivery->destination, block->origin, block->final}];
      last = std::max(last, delivery->tail_arrived);
    }
  }
  EXPECT_EQ(next, deliveries.all().size());
}

INSTANTIATE_TEST_SUITE_P(
    Catalogue, RowInDataflow,
    testing::Combine(testing::Values(Played{"aas-hc-sex", "hypercube", "4", "ascending"},
                                     Played{"aas-ring-1port", "ring", "7", ""},
                                     Played{"aas-ring-allport", "ring", "8", "standard"},
                                     Played{"aas-torus-nd-sf", "torus", "3x4", ""},
                                     Played{"aas-mesh-nd-wh-ring", "mesh", "3x4", ""},
                                     Played{"aas-hc-allport-sf", "hypercube", "4", ""},
                                     Played{"aas-hc-dex", "hypercube", "4", ""},
                                     Played{"aas-ring-dex", "ring", "8", ""},
                                     Played{"aas-ring-dex", "ring", "12", ""},
                                     Played{"aas-ring-dex", "ring", "16", ""},
                                     Played{"oas-hc-sbt", "hypercube", "5", ""},
                                     Played{"oab-hc-sbt", "hypercube", "5", ""},
                                     Played{"oab-mesh-irc-corner", "mesh", "4x3", "RC-R"},
                                     Played{"allreduce-hc", "hypercube", "1", ""},
                                     Played{"allreduce-hc", "hypercube", "5", ""}),
                     testing::Values("1", "5", "32")));

}  // namespace
}  // namespace flitcast::test_dataflow
