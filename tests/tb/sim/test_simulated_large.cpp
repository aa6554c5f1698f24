#include <algorithm>
#include <string>
#include <vector>

#include "tests/support/rows/large_runs.h"
#include "traffic/catalogue/catalogue.h"

namespace flitcast::test_simulated_large {
namespace {

constexpr SimulatedHardware kHardware = {"20", "1", "1", "1", 24, 2, 1, 2};

INSTANTIATE_TEST_SUITE_P(Large, SimulatedRow,
                         testing::Combine(testing::ValuesIn(kLargeRuns),
                                          testing::Values(kHardware)),
                         name_of_case);

class SimulatedSharedLinks : public testing::TestWithParam<LargeSharedRun> {};

TEST_P(SimulatedSharedLinks, CostTheExcessThatIsPinned) {
  const SimulatedRun& run = GetParam().run;
  RawConfig raw;
  give_all(raw, run, kHardware);
  const Plan plan(raw);
  const RunResult result =
      simulate(plan.config(), plan.topology(), plan.routing(), plan.schedule(), {});
  const long predicted = run.t_s * kHardware.t_s + run.t_d * kHardware.t_d +
                         (run.mu_t_m * kHardware.flits + run.t_m) * kHardware.t_m;
  EXPECT_EQ(plan.prediction().cycles, predicted);
  EXPECT_EQ(result.completion_cycles - predicted, GetParam().excess);
  EXPECT_GT(plan.report().link_contention, 1U);
  EXPECT_LE(plan.prediction().lower_bound_cycles, result.completion_cycles);
  EXPECT_EQ(result.data_check, DataCheck::kPassed) << result.data_error;
  EXPECT_FALSE(result.stuck);
}

INSTANTIATE_TEST_SUITE_P(Large, SimulatedSharedLinks, testing::ValuesIn(kLargeSharedRuns),
                         [](const auto& tested) {
                           return name_of_case({{tested.param.run, kHardware}, tested.index});
                         });

// --- nothing is left out
// --------------------------------------------------------------------------

std::vector<SimulatedRun> all_runs() {
  std::vector<SimulatedRun> runs(std::begin(kLargeRuns), std::end(kLargeRuns));
  for (const LargeSharedRun& shared : kLargeSharedRuns) {
    runs.push_back(shared.run);
  }
  return runs;
}

/// Runs without a variant run the first one.
bool is_run(const Row& row, std::string_view variant) {
  const std::vector<SimulatedRun> runs = all_runs();
  return std::any_of(runs.begin(), runs.end(), [&](const SimulatedRun& run) {
    const std::string keys = std::string(run.keys) + " ";
    const std::string key = "traffic.variant=";
    const bool first = variant.empty() || variant == row.variants.front();
    return row.id == run.algorithm &&
           (keys.find(key + std::string(variant) + " ") != std::string::npos ||
            (first && keys.find(key) == std::string::npos));
  });
}

// Rows that compute with data from files are simulated with their matrices elsewhere.
TEST(LargeRuns, HaveEveryRowInEveryVariant) {
  for (const Row& row : catalogue()) {
    if (row.application != nullptr) {
      continue;
    }
    std::vector<std::string_view> variants = row.variants;
    if (variants.empty()) {
      variants.emplace_back();
    }
    for (const std::string_view variant : variants) {
      EXPECT_TRUE(is_run(row, variant)) << row.id << ' ' << variant;
    }
  }
}

}  // namespace
}  // namespace flitcast::test_simulated_large
