#include <algorithm>

#include "tests/support/rows/simulated_row.h"

namespace flitcast::test_simulated_collectives {
namespace {

/// A row that adds up what arrives, with 30 flits a block, t_s = 24, t_d = 2, t_m = 1 and t_op = 3.
struct AddingRun {
  const char* algorithm;
  const char* kind;
  const char* dims;
  const char* message_flits;
  long t_s, t_d, blocks, added_blocks;  ///< in all rounds
};

std::ostream& operator<<(std::ostream& out, const AddingRun& run) {
  return out << run.algorithm;
}

const AddingRun kAddingRuns[] = {
    {"aor-hc", "hypercube", "4", "30", 4, 4, 4, 4},
    {"aor-line", "ring", "8", "30", 3, 7, 3, 3},
    {"aor-mesh", "mesh", "4x8", "30", 5, 10, 5, 5},
    {"aor-tree", "tree", "3", "30", 3, 12, 3, 3},
    {"aar-ring", "ring", "6", "30", 5, 5, 5, 5},
    {"aar-mesh", "torus", "3x4", "30", 5, 5, 11, 11},
    {"aar-hc", "hypercube", "4", "30", 4, 4, 15, 15},
    {"aor-hc-aar-gather", "hypercube", "3", "240", 6, 6, 14, 7},
    {"allreduce-hc-rsag", "hypercube", "3", "240", 6, 6, 14, 7},
};

class SimulatedAddition : public testing::TestWithParam<AddingRun> {};

TEST_P(SimulatedAddition, EndsBeforeTheNextRound) {
  const AddingRun& run = GetParam();
  RawConfig raw;
  give(raw, "topology.kind", run.kind);
  give(raw, "topology.dims", run.dims);
  give(raw, "traffic.algorithm", run.algorithm);
  give(raw, "traffic.message_flits", run.message_flits);
  give(raw, "router.delay", "1");
  give(raw, "ni.startup", "20");
  give(raw, "ni.reduce_per_flit", "3");
  const Plan plan(raw);
  const RunResult result =
      simulate(plan.config(), plan.topology(), plan.routing(), plan.schedule(), {});
  const long expected = run.t_s * 24 + run.t_d * 2 + run.blocks * 30 + run.added_blocks * 30 * 3;
  EXPECT_EQ(result.completion_cycles, expected);
  EXPECT_EQ(plan.prediction().cycles, expected);
  EXPECT_EQ(result.data_check, DataCheck::kPassed) << result.data_error;
}

INSTANTIATE_TEST_SUITE_P(Collectives, SimulatedAddition, testing::ValuesIn(kAddingRuns),
                         [](const auto& tested) {
                           std::string name = tested.param.algorithm;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

}  // namespace
}  // namespace flitcast::test_simulated_collectives
