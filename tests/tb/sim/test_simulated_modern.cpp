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
  const RunResult result =
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

/// A run with t_s = 24, t_d = 2, t_m = 1 and further keys: its cycles, and those of them that are
/// more than the closed form's.
struct PinnedRun {
  const char* algorithm;
  const char* kind;
  const char* dims;
  const char* flits;
  const char* keys;
  Cycle completion;
  Cycle excess;
};

std::ostream& operator<<(std::ostream& out, const PinnedRun& run) {
  return out << run.algorithm << ' ' << run.kind << ' ' << run.dims << ' ' << run.keys;
}

class PinnedRow : public testing::TestWithParam<PinnedRun> {};

TEST_P(PinnedRow, TakesItsCycles) {
  const PinnedRun& run = GetParam();
  RawConfig raw;
  give(raw, "topology.kind", run.kind);
  give(raw, "topology.dims", run.dims);
  give(raw, "traffic.algorithm", run.algorithm);
  give(raw, "traffic.message_flits", run.flits);
  give(raw, "router.delay", "1");
  give(raw, "ni.startup", "20");
  give_keys(raw, run.keys);
  const Plan plan(raw);
  const RunResult result =
      simulate(plan.config(), plan.topology(), plan.routing(), plan.schedule(), {});
  EXPECT_EQ(result.completion_cycles, run.completion);
  EXPECT_EQ(result.completion_cycles - plan.prediction().cycles, run.excess);
  EXPECT_LE(plan.prediction().lower_bound_cycles, run.completion);
  EXPECT_EQ(result.data_check, DataCheck::kPassed) << result.data_error;
}

std::string name_of_pinned(const testing::TestParamInfo<PinnedRun>& tested) {
  const PinnedRun& run = tested.param;
  std::string name = std::string(run.algorithm) + "_" + run.kind + "_" + run.dims + "_" + run.keys;
  for (char& c : name) {
    c = std::isalnum(static_cast<unsigned char>(c)) != 0 ? c : '_';
  }
  return name;
}

// Worms that wait for each other around rings, or more than two at a link.
const PinnedRun kContended[] = {
    {"aas-bruck", "ring", "5", "4", "", 130, 30},
    {"aas-bruck", "ring", "8", "4", "", 348, 214},
    {"aas-bruck", "line", "8", "4", "", 268, 114},
    {"aas-bruck", "mesh", "3x4", "4", "", 242, 32},
    {"aas-bruck", "torus", "4x4", "4", "", 428, 188},
    {"aab-bruck", "ring", "7", "4", "", 220, 112},
    {"aab-bruck", "torus", "3x4", "4", "", 254, 94},
    {"aab-bruck", "mesh", "5x3", "4", "", 253, 61},
    {"allreduce-rabenseifner", "ring", "7", "16", "", 228, 4},
    {"allreduce-rabenseifner", "ring", "16", "64", "", 542, 170},
    {"allreduce-rabenseifner", "torus", "4x4", "64", "", 452, 116},
    {"allreduce-rabenseifner", "mesh", "3x4", "64", "", 570, 94},
    {"allreduce-ring-swing", "ring", "8", "64", "", 460, 186},
    {"allreduce-ring-swing", "ring", "16", "64", "", 1232, 860},
    {"allreduce-ring-swing", "ring", "8", "64", "traffic.variant=bandwidth", 312, 36},
    {"allreduce-ring-swing", "ring", "16", "64", "traffic.variant=bandwidth", 446, 94},
};

INSTANTIATE_TEST_SUITE_P(Contended, PinnedRow, testing::ValuesIn(kContended), name_of_pinned);

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

// Adding takes 3 cycles a flit, putting in order 2.
const PinnedRun kInMemory[] = {
    {"allreduce-rabenseifner", "hypercube", "3", "64", "ni.reduce_per_flit=3",
     6 * 24 + 6 * 2 + 112 + 56 * 3, 0},
    {"allreduce-rabenseifner", "line", "3", "64", "ni.reduce_per_flit=3",
     4 * 24 + 4 * 2 + 192 + 96 * 3, 0},
    {"allreduce-ring", "ring", "8", "64", "ni.reduce_per_flit=3", 14 * 24 + 14 * 2 + 112 + 56 * 3,
     0},
    {"allreduce-torus2d-bucket", "torus", "3x4", "24", "ni.reduce_per_flit=3",
     10 * 24 + 10 * 2 + 44 + 22 * 3, 0},
    {"allreduce-ring-swing", "ring", "4", "64", "ni.reduce_per_flit=3",
     2 * 24 + 2 * 2 + 128 + 128 * 3, 0},
    {"allreduce-ring-swing", "ring", "4", "64", "traffic.variant=bandwidth ni.reduce_per_flit=3",
     4 * 24 + 4 * 2 + 96 + 48 * 3, 0},
    {"aas-hc-multiphase", "hypercube", "3", "4", "ni.copy_per_flit=2", 7 * 24 + 12 * 2 + 7 * 4, 0},
    {"aas-hc-multiphase", "hypercube", "3", "4", "traffic.partition=1,2 ni.copy_per_flit=2",
     4 * 24 + 5 * 2 + 10 * 4 + 16 * 4 * 2, 0},
};

INSTANTIATE_TEST_SUITE_P(InMemory, PinnedRow, testing::ValuesIn(kInMemory), name_of_pinned);

}  // namespace
}  // namespace flitcast::test_simulated_modern
