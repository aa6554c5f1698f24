#include <string>
#include <vector>

#include "tests/support/rows/simulated_row.h"
#include "traffic/catalogue/catalogue.h"

// Every row and variant on networks of hundreds of nodes and more. Where worms of a round share
// links, the coefficients are those without contention, and the rest of the cycles is the excess.

namespace flitcast::test_simulated_large {
namespace {

constexpr SimulatedHardware kHardware = {"20", "1", "1", "1", 24, 2, 1, 2};

class LargeRow : public testing::TestWithParam<RowCost> {};

TEST_P(LargeRow, MeetsItsCostToTheCycleAndDeliversItsData) {
  const RowCost& line = GetParam();
  RawConfig raw;
  give_all(raw, line, kHardware);
  const Plan plan(raw);
  const ScheduleRun result =
      simulate(plan.config(), plan.topology(), plan.routing(), plan.schedule(), {});
  const long predicted = cycles_of(line, kHardware);
  const long excess = line.has("excess") ? std::stol(line.get("excess")) : 0;
  EXPECT_EQ(plan.prediction().cycles, predicted);
  EXPECT_EQ(result.completion_cycles - predicted, excess);
  EXPECT_EQ(plan.report().link_contention > 1U, excess > 0);
  EXPECT_LE(plan.prediction().lower_bound_cycles, result.completion_cycles);
  EXPECT_LE(plan.report().critical_path_cycles, result.completion_cycles);
  EXPECT_EQ(result.data_check, DataCheck::kPassed) << result.data_error;
  EXPECT_FALSE(result.stuck);
  EXPECT_EQ(result.links.waits.total() > 0, excess > 0);
}

std::vector<RowCost> lines() {
  std::vector<RowCost> lines;
  for (const RowCost& line : row_costs()) {
    if (line.has("large")) {
      lines.push_back(line);
    }
  }
  return lines;
}

INSTANTIATE_TEST_SUITE_P(Catalogue, LargeRow, testing::ValuesIn(lines()),
                         [](const auto& line) { return test_name(line.param.text()); });

}  // namespace
}  // namespace flitcast::test_simulated_large
