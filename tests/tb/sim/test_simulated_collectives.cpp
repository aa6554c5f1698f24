#include <algorithm>

#include "tests/support/rows/simulated_row.h"

namespace flitcast::test_simulated_collectives {
namespace {

const SimulatedRun kRuns[] = {
    // M14, M17: (log p, p−1, log p); stored and forwarded (log p, p−1, p−1)
    {"oab-line", "line", "2", "traffic.root=1", 1, 1, 1},
    {"oab-line", "line", "8", "", 3, 7, 3},
    {"oab-line", "line", "16", "traffic.root=9 router.switching=store_and_forward", 4, 15, 15},
    {"oab-line", "ring", "8", "traffic.root=5", 3, 7, 3},
    {"oab-line", "torus", "64", "traffic.root=33 router.switching=cut_through", 6, 63, 6},
    {"aor-line", "line", "2", "", 1, 1, 1},
    {"aor-line", "line", "16", "traffic.root=9", 4, 15, 4},
    {"aor-line", "ring", "8", "traffic.root=5 router.switching=store_and_forward", 3, 7, 7},
    {"aor-line", "ring", "32", "traffic.root=21 router.switching=cut_through", 5, 31, 5},
    // M15, M17: (log N, Σ(z−1), log N)
    {"oab-mesh", "mesh", "4x4", "", 4, 6, 4},
    {"oab-mesh", "mesh", "4x4", "router.switching=store_and_forward", 4, 6, 6},
    {"oab-mesh", "mesh", "2x8", "traffic.root=13", 4, 8, 4},
    {"oab-mesh", "mesh", "16x16", "traffic.root=120 router.switching=cut_through", 8, 30, 8},
    {"oab-mesh", "mesh", "4x4x4", "traffic.root=42", 6, 9, 6},
    {"aor-mesh", "mesh", "4x4", "traffic.root=6", 4, 6, 4},
    {"aor-mesh", "mesh", "8x2", "traffic.root=15 router.switching=store_and_forward", 4, 8, 8},
    {"aor-mesh", "mesh", "16x8", "traffic.root=77", 7, 22, 7},
    {"aor-mesh", "mesh", "1x4", "", 2, 3, 2},
    // M17: (n, n, n) and (d, d(d+1), d)
    {"aor-hc", "hypercube", "1", "traffic.root=1", 1, 1, 1},
    {"aor-hc", "hypercube", "5", "traffic.variant=descending traffic.root=19", 5, 5, 5},
    {"aor-hc", "hypercube", "8", "traffic.root=255 router.switching=store_and_forward", 8, 8, 8},
    {"aor-tree", "tree", "1", "", 1, 2, 1},
    {"aor-tree", "tree", "5", "traffic.root=18", 5, 30, 5},
    {"aor-tree", "tree", "3", "traffic.root=6 router.switching=store_and_forward", 3, 12, 12},
    // G1, G4: (p−1, p−1, p−1)
    {"aab-ring", "ring", "3", "", 2, 2, 2},
    {"aab-ring", "ring", "13", "link.duplex=half", 12, 12, 12},
    {"aab-ring", "torus", "32", "router.switching=store_and_forward", 31, 31, 31},
    {"aar-ring", "ring", "3", "", 2, 2, 2},
    {"aar-ring", "ring", "16", "router.switching=cut_through", 15, 15, 15},
    {"aar-ring", "torus", "7", "router.switching=store_and_forward", 6, 6, 6},
    // G2, G4: (Σ(z−1), the same, N−1)
    {"aab-mesh", "torus", "3x3", "", 4, 4, 8},
    {"aab-mesh", "torus", "5x4", "router.switching=store_and_forward", 7, 7, 19},
    {"aab-mesh", "torus", "3x4x5", "", 9, 9, 59},
    {"aar-mesh", "torus", "4x4", "", 6, 6, 15},
    {"aar-mesh", "torus", "3x5", "router.switching=cut_through", 6, 6, 14},
    {"aar-mesh", "torus", "8x8", "router.switching=store_and_forward", 14, 14, 63},
    // G3, G4: (n, n, 2^n−1)
    {"aab-hc", "hypercube", "1", "", 1, 1, 1},
    {"aab-hc", "hypercube", "4", "traffic.variant=descending", 4, 4, 15},
    {"aab-hc", "hypercube", "7", "router.switching=store_and_forward", 7, 7, 127},
    {"aar-hc", "hypercube", "1", "", 1, 1, 1},
    {"aar-hc", "hypercube", "4", "traffic.variant=ascending", 4, 4, 15},
    {"aar-hc", "hypercube", "6", "router.switching=cut_through", 6, 6, 63},
    // G7, G8, G9: (2n, 2n, 2(p−1)/p)
    {"oab-hc-scatter-allgather", "hypercube", "1", "traffic.root=1", 2, 2, 2, 0, 2},
    {"oab-hc-scatter-allgather", "hypercube", "3", "traffic.root=5", 6, 6, 14, 0, 8},
    {"oab-hc-scatter-allgather", "hypercube", "6",
     "traffic.variant=ascending router.switching=store_and_forward", 12, 12, 126, 0, 64},
    {"aor-hc-aar-gather", "hypercube", "1", "", 2, 2, 2, 0, 2},
    {"aor-hc-aar-gather", "hypercube", "3", "traffic.root=6", 6, 6, 14, 0, 8},
    {"aor-hc-aar-gather", "hypercube", "5", "traffic.variant=ascending traffic.root=17", 10, 10, 62,
     0, 32},
    {"allreduce-hc-rsag", "hypercube", "1", "", 2, 2, 2, 0, 2},
    {"allreduce-hc-rsag", "hypercube", "3", "traffic.variant=ascending", 6, 6, 14, 0, 8},
    {"allreduce-hc-rsag", "hypercube", "5", "router.switching=cut_through", 10, 10, 62, 0, 32},
    // van de Geijn: ⌈log p⌉+p−1, the longest worms and p−1, 2(p−1)/p
    {"oab-vandegeijn", "ring", "3", "traffic.root=2", 4, 4, 4, 0, 3},
    {"oab-vandegeijn", "ring", "5", "traffic.root=3", 7, 9, 8, 0, 5},
    {"oab-vandegeijn", "ring", "8", "router.switching=cut_through", 10, 14, 14, 0, 8},
    {"oab-vandegeijn", "torus", "13", "traffic.root=7", 16, 25, 24, 0, 13},
    {"oab-vandegeijn", "ring", "32", "traffic.root=31", 36, 62, 62, 0, 32},
};

INSTANTIATE_TEST_SUITE_P(Collectives, SimulatedRow,
                         testing::Combine(testing::ValuesIn(kRuns),
                                          testing::ValuesIn(kSimulatedHardware)),
                         name_of_case);

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
