#include "tests/support/rows/simulated_row.h"

namespace flitcast::test_simulated_modern {
namespace {

// In some rounds two worms meet at a link. The one that starts there goes first; the other one
// waits for all its flits, header included, but comes a link later itself: L·t_m + t_m − t_d cycles
// more.
const SimulatedRun kMeetings[] = {
    // Shifts by 2, L = 2μ: 0 -> 2 waits for 1 -> 3, and 3 -> 1 for 2 -> 0
    {"aas-bruck", "line", "4", "", 2, 3 + 2 - 1, 4 + 2, 1},
    {"aab-bruck", "line", "4", "", 2, 3 + 2 - 1, 3 + 2, 1},
    // The same pairs exchange a quarter of the vector, there and back
    {"allreduce-rabenseifner", "line", "4", "", 4, 6 - 2, 6 + 2, 2, 4},
    // Behind a fold the nodes 1 to 4 do
    {"allreduce-rabenseifner", "line", "5", "", 6, 8 - 2, 14 + 2, 2, 4},
    // The pairs of all four rows exchange a quarter, those of the columns a sixteenth
    {"allreduce-rabenseifner", "mesh", "4x4", "", 8, 12 - 4, 30 + 2 * (4 + 1), 4, 16},
};

class MeetingWorms : public testing::TestWithParam<SimulatedCase> {};

TEST_P(MeetingWorms, TakeTheirLinkOneAfterTheOther) {
  const auto& [run, hardware] = GetParam();
  RawConfig raw;
  give_all(raw, run, hardware);
  const Plan plan(raw);
  const ScheduleRun result =
      simulate(plan.config(), plan.topology(), plan.routing(), plan.schedule(), {});
  // The second worm ends in the router that the first one passes. There it is behind the first
  // one's tail, which takes the router its delay, and at a flit a cycle cannot catch up.
  const long behind = hardware.t_m == 1 ? run.t_m * std::stol(hardware.router_delay) : 0;
  EXPECT_EQ(result.completion_cycles, run.t_s * hardware.t_s + run.t_d * hardware.t_d +
                                          (run.mu_t_m * hardware.flits + run.t_m) * hardware.t_m +
                                          behind);
  EXPECT_EQ(plan.report().link_contention, 2U);
  EXPECT_EQ(result.data_check, DataCheck::kPassed) << result.data_error;
}

INSTANTIATE_TEST_SUITE_P(Modern, MeetingWorms,
                         testing::Combine(testing::ValuesIn(kMeetings),
                                          testing::ValuesIn(kSimulatedHardware)),
                         name_of_case);

int default_channels(const char* kind, const char* dims) {
  RawConfig raw;
  give(raw, "topology.kind", kind);
  give(raw, "topology.dims", dims);
  give(raw, "traffic.algorithm", "aab-bruck");
  give(raw, "traffic.message_flits", "4");
  return Plan(raw).config().network.vcs;
}

TEST(SharedLinks, GetDatelinesByDefaultOnRings) {
  EXPECT_EQ(default_channels("ring", "8"), 2);
  EXPECT_EQ(default_channels("torus", "4x4"), 2);
  EXPECT_EQ(default_channels("line", "8"), 1);
  EXPECT_EQ(default_channels("hypercube", "3"), 1);
}

}  // namespace
}  // namespace flitcast::test_simulated_modern
