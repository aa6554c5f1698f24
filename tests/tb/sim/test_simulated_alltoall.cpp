#include <algorithm>
#include <string>

#include "tests/support/rows/simulated_row.h"

// All-to-all scatter on meshes, rings and tori, simulated.

namespace flitcast::test_simulated_alltoall {
namespace {

/// Worms that share links.
struct SerialisedRun {
  SimulatedRun run;
  long worms;    ///< that wait behind others, in all rounds: (μ + 1)·t_m − t_d more each
  long held_up;  ///< cycles beyond that on the second hardware
};

std::ostream& operator<<(std::ostream& out, const SerialisedRun& serialised) {
  return out << serialised.run;
}

// A9, raw: (k + l)·(t_s + t_d) + Σ(s(L + 1) − 1)·t_m with all waiting. One cycle more in every
// phase with s > 1 where routers have a delay and t_m = 1: the last worm of the phase then ends
// behind a tail that its router has delayed, and cannot catch up.
//
// A15, raw: lockstep without contention, N − 1 permutations. A change with the highest bit 2^h has
// 2^h worms on the middle channel, in rows and again in columns, so that 2^hx − 1 and 2^hy − 1 wait
// one behind the other: over all permutations 4·1 on M(4,2), 16 on M(4,4), 224 on M(8,8).
const SerialisedRun kSerialisedRuns[] = {
    {{"aas-mesh-bex", "mesh", "2x2", "traffic.variant=raw", 2, 2, 4, 0}, 0, 0},
    {{"aas-mesh-bex", "mesh", "4x4", "traffic.variant=raw", 4, 4, 48, 2}, 0, 2},
    {{"aas-mesh-bex", "mesh", "8x2", "traffic.variant=raw", 4, 4, 64, 4}, 0, 2},
    {{"aas-mesh-bex", "mesh", "1x16", "traffic.variant=raw", 4, 4, 120, 11}, 0, 3},
    {{"aas-mesh-bex", "mesh", "8x8", "traffic.variant=raw", 6, 6, 448, 8}, 0, 4},
    {{"aas-mesh-dex", "mesh", "2x2", "traffic.variant=raw", 3, 4, 3}, 0, 0},
    {{"aas-mesh-dex", "mesh", "4x1", "traffic.variant=raw", 3, 6, 3}, 2, 1},
    {{"aas-mesh-dex", "mesh", "4x2", "traffic.variant=raw", 7, 16, 7}, 4, 1},
    {{"aas-mesh-dex", "mesh", "4x4", "traffic.variant=raw", 15, 48, 15}, 16, 5},
    {{"aas-mesh-dex", "mesh", "8x8", "traffic.variant=raw", 63, 448, 63}, 224, 27},
};

using SerialisedCase = std::tuple<SerialisedRun, SimulatedHardware>;

class SerialisedRow : public testing::TestWithParam<SerialisedCase> {};

TEST_P(SerialisedRow, TakesWhatTheWaitingWormsAdd) {
  const auto& [serialised, hardware] = GetParam();
  const SimulatedRun& run = serialised.run;
  RawConfig raw;
  give_all(raw, run, hardware);
  const Plan plan(raw);
  const ScheduleRun result =
      simulate(plan.config(), plan.topology(), plan.routing(), plan.schedule(), {});
  const long predicted = run.t_s * hardware.t_s + run.t_d * hardware.t_d +
                         (run.mu_t_m * hardware.flits + run.t_m) * hardware.t_m;
  const long waiting = serialised.worms * ((hardware.flits + 1) * hardware.t_m - hardware.t_d);
  const bool delayed_tails = hardware.t_d > 1 && hardware.t_m == 1;
  EXPECT_EQ(plan.prediction().cycles, predicted);
  EXPECT_EQ(result.completion_cycles - predicted,
            waiting + (delayed_tails ? serialised.held_up : 0));
  EXPECT_EQ(result.data_check, DataCheck::kPassed) << result.data_error;
}

std::string name_of_serialised(const testing::TestParamInfo<SerialisedCase>& tested) {
  const auto& [serialised, hardware] = tested.param;
  return name_of_case({{serialised.run, hardware}, tested.index});
}

INSTANTIATE_TEST_SUITE_P(AllToAll, SerialisedRow,
                         testing::Combine(testing::ValuesIn(kSerialisedRuns),
                                          testing::ValuesIn(kSimulatedHardware)),
                         name_of_serialised);

RawConfig config_of(const char* kind, const char* dims, const char* algorithm) {
  RawConfig raw;
  give(raw, "topology.kind", kind);
  give(raw, "topology.dims", dims);
  give(raw, "traffic.algorithm", algorithm);
  give(raw, "traffic.message_flits", "3");
  return raw;
}

// All permutations of M(4,2), worms of 4 flits: in a row (x + 1)(3 − x) packets for either row go
// up behind x, in a column those of four nodes.
TEST(SimulatedAllToAll, A16FlitsOnEveryLink) {
  RawConfig raw = config_of("mesh", "4x2", "aas-mesh-dex");
  give(raw, "traffic.variant", "raw");
  const Plan plan(raw);
  ScheduleParts parts;
  parts.channels = true;
  const ScheduleRun result =
      simulate(plan.config(), plan.topology(), plan.routing(), plan.schedule(), parts);
  const std::uint64_t of_row[] = {24, 32, 24};
  std::size_t links = 0;
  for (const ChannelResult& channel : result.channels) {
    if (channel.receive_port) {
      continue;
    }
    ++links;
    const NodeId lower = std::min(channel.from, channel.to);
    const bool along_row = std::max(channel.from, channel.to) == lower + 1;
    EXPECT_EQ(channel.flits, along_row ? of_row[lower % 4] : 16U)
        << channel.from << " -> " << channel.to;
  }
  EXPECT_EQ(links, 2U * 6 + 2 * 4);
}

TEST(SimulatedAllToAll, A19OverlapsItsRoundsWithDatelinesOnly) {
  RawConfig raw = config_of("torus", "8x8", "aas-torus2d-dex");
  give(raw, "traffic.sync", "dataflow");
  RawConfig one_channel = raw;
  give(one_channel, "router.vcs", "1");
  try {
    const Plan plan(one_channel);
    FAIL() << "may deadlock";
  } catch (const ConfigError& error) {
    EXPECT_STREQ(error.what(),
                 "--traffic.algorithm: may deadlock: worms can wait for each other along "
                 "1->57->49->41->33->25->17->9->1, and rounds overlap; give router.vcs = 2, which "
                 "cuts the rings at datelines, or run.allow_deadlock = on plays it anyway");
  }
  const Plan plan(raw);
  EXPECT_TRUE(plan.report().dependency_cycle.empty());
  const ScheduleRun result =
      simulate(plan.config(), plan.topology(), plan.routing(), plan.schedule(), {});
  EXPECT_FALSE(result.stuck);
  EXPECT_EQ(result.data_check, DataCheck::kPassed) << result.data_error;
  EXPECT_GE(result.completion_cycles, plan.report().critical_path_cycles);
  EXPECT_LT(result.completion_cycles, plan.prediction().cycles);
}

TEST(SimulatedAllToAll, A18OverlapsItsRoundsWithDatelines) {
  RawConfig raw = config_of("ring", "9", "aas-ring-dex");
  give(raw, "traffic.sync", "dataflow");
  const Plan plan(raw);
  EXPECT_TRUE(plan.report().dependency_cycle.empty());
  const ScheduleRun result =
      simulate(plan.config(), plan.topology(), plan.routing(), plan.schedule(), {});
  EXPECT_FALSE(result.stuck);
  EXPECT_EQ(result.data_check, DataCheck::kPassed) << result.data_error;
  EXPECT_LT(result.completion_cycles, plan.prediction().cycles);
}

}  // namespace
}  // namespace flitcast::test_simulated_alltoall
