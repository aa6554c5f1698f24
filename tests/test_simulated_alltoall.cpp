#include <algorithm>
#include <map>
#include <string>
#include <utility>

#include "tests/simulated_row.h"

// All-to-all scatter on meshes, rings and tori, simulated.

namespace flitcast {
namespace {

const SimulatedRun kRuns[] = {
    // A9: (2^k + 2^l − 2, (4^k − 1)/3 + (4^l − 1)/3, the first times N/2)
    {"aas-mesh-bex", "mesh", "2x1", "", 1, 1, 1},
    {"aas-mesh-bex", "mesh", "4x4", "traffic.variant=standard", 6, 10, 48},
    {"aas-mesh-bex", "mesh", "8x2", "router.switching=cut_through", 8, 22, 64},
    {"aas-mesh-bex", "mesh", "1x8", "", 7, 21, 28},
    {"aas-mesh-bex", "mesh", "4x8", "router.routing=descending", 10, 26, 160},
    {"aas-mesh-bex", "mesh", "8x8", "", 14, 42, 448},
    // A10: (3(2^k − 1), 4(4^k − 1)/3, 3(2^k − 1)·4^k/4); mirror: 4, 26 or 130 links
    {"aas-mesh-qex", "mesh", "2x2", "", 3, 4, 3},
    {"aas-mesh-qex", "mesh", "4x4", "traffic.variant=standard", 9, 20, 36},
    {"aas-mesh-qex", "mesh", "8x8", "router.switching=cut_through", 21, 84, 336},
    {"aas-mesh-qex", "mesh", "2x2", "traffic.variant=mirror", 3, 4, 3},
    {"aas-mesh-qex", "mesh", "4x4", "traffic.variant=mirror", 9, 26, 36},
    {"aas-mesh-qex", "mesh", "8x8", "traffic.variant=mirror router.routing=descending", 21, 130,
     336},
    // A15: Σ 2^max(hx,hy) rounds
    {"aas-mesh-dex", "mesh", "2x1", "", 1, 1, 1},
    {"aas-mesh-dex", "mesh", "4x2", "", 11, 28, 11},
    {"aas-mesh-dex", "mesh", "4x4", "traffic.variant=standard", 27, 92, 27},
    {"aas-mesh-dex", "mesh", "1x8", "router.switching=cut_through", 21, 95, 21},
    {"aas-mesh-dex", "mesh", "8x8", "router.routing=descending", 219, 1666, 219},
    // A17 with z = 4, and A18: 2⌈z/4⌉², on five nodes one less
    {"aas-ring-dex", "ring", "4", "", 3, 4, 3},
    {"aas-ring-dex", "ring", "4", "router.ports=all", 2, 3, 2},
    {"aas-ring-dex", "ring", "5", "", 7, 20, 7},
    {"aas-ring-dex", "ring", "6", "router.switching=cut_through", 8, 24, 8},
    {"aas-ring-dex", "torus", "7", "", 8, 24, 8},
    {"aas-ring-dex", "ring", "9", "", 18, 83, 18},
    {"aas-ring-dex", "ring", "15", "", 32, 194, 32},
    // A19: z³/8; A20: 4t⁴ + 4t²
    {"aas-torus2d-dex", "torus", "8x8", "", 64, 376, 64},
    {"aas-torus2d-dex", "torus", "8x8", "router.switching=cut_through", 64, 376, 64},
    {"aas-torus2d-dex", "torus", "16x16", "traffic.variant=standard", 512, 6350, 512},
    {"aas-torus2d-dex", "torus", "8x8", "traffic.variant=naive", 80, 432, 80},
    {"aas-torus2d-dex", "torus", "12x12", "traffic.variant=naive", 360, 3154, 360},
};

TEST_P(SimulatedRow, MeetsItsClosedFormToTheCycleAndDeliversItsData) {
  const auto& [run, hardware] = GetParam();
  RawConfig raw;
  give_all(raw, run, hardware);
  expect_simulated(raw, run, hardware);
}

INSTANTIATE_TEST_SUITE_P(AllToAll, SimulatedRow,
                         testing::Combine(testing::ValuesIn(kRuns),
                                          testing::ValuesIn(kSimulatedHardware)),
                         name_of_case);

/// Worms that share links; the cycles beyond the coefficients on each hardware.
struct SerialisedRun {
  SimulatedRun run;
  long excess[std::size(kSimulatedHardware)];
};

std::ostream& operator<<(std::ostream& out, const SerialisedRun& serialised) {
  return out << serialised.run;
}

// A9, raw: (k + l)·(t_s + t_d) + Σ(s(L + 1) − 1)·t_m. The router delay of the second hardware holds
// up the last worm of every phase with s > 1 by one cycle behind the tail of the one before.
//
// A15, raw: lockstep without contention. On M(4,2) two worms share the middle of a row in four
// permutations: the second one is (μ + 1)·t_m behind the first, whose way is t_d shorter, or with
// change 3 longer only as the other one's would be. The last one may be held up as above.
const SerialisedRun kSerialisedRuns[] = {
    {{"aas-mesh-bex", "mesh", "2x2", "traffic.variant=raw", 2, 2, 4, 0}, {0, 0, 0, 0}},
    {{"aas-mesh-bex", "mesh", "4x4", "traffic.variant=raw", 4, 4, 48, 2}, {0, 2, 0, 0}},
    {{"aas-mesh-bex", "mesh", "8x2", "traffic.variant=raw", 4, 4, 64, 4}, {0, 2, 0, 0}},
    {{"aas-mesh-bex", "mesh", "1x16", "traffic.variant=raw", 4, 4, 120, 11}, {0, 3, 0, 0}},
    {{"aas-mesh-bex", "mesh", "8x8", "traffic.variant=raw", 6, 6, 448, 8}, {0, 4, 0, 0}},
    {{"aas-mesh-dex", "mesh", "4x2", "traffic.variant=raw", 7, 16, 7, 0}, {0, 0, 0, 0}},
    {{"aas-mesh-dex", "mesh", "4x4", "traffic.variant=raw", 15, 48, 15, 0}, {0, 0, 0, 0}},
    {{"aas-mesh-dex", "mesh", "8x8", "traffic.variant=raw", 63, 448, 63, 0}, {0, 0, 0, 0}},
};

class SerialisedRow : public testing::TestWithParam<std::tuple<SerialisedRun, std::size_t>> {};

TEST_P(SerialisedRow, TakesWhatTheWaitingWormsAdd) {
  const auto& [serialised, number] = GetParam();
  const SimulatedRun& run = serialised.run;
  const SimulatedHardware& hardware = kSimulatedHardware[number];
  RawConfig raw;
  give_all(raw, run, hardware);
  const Plan plan(raw);
  const RunResult result =
      simulate(plan.config(), plan.topology(), plan.routing(), plan.schedule(), {});
  const long predicted = run.t_s * hardware.t_s + run.t_d * hardware.t_d +
                         (run.mu_t_m * hardware.flits + run.t_m) * hardware.t_m;
  EXPECT_EQ(plan.prediction().cycles, predicted);
  EXPECT_EQ(result.completion_cycles - predicted, serialised.excess[number]);
  EXPECT_EQ(result.data_check, DataCheck::kPassed) << result.data_error;
}
}  // namespace
}  // namespace flitcast
