#include "tests/support/rows/simulated_row.h"
#include "traffic/catalogue/catalogue.h"

// Every line of row_costs.txt whose rounds share no links, simulated: its cycles to the cycle.

namespace flitcast::test_simulated_rows {
namespace {

void expect_simulated(const RowCost& line, const SimulatedHardware& hardware) {
  RawConfig raw;
  give_all(raw, line, hardware);
  const Plan plan(raw);
  const ScheduleRun result =
      simulate(plan.config(), plan.topology(), plan.routing(), plan.schedule(), {});
  const long expected = cycles_of(line, hardware);
  EXPECT_EQ(result.completion_cycles, expected);
  EXPECT_EQ(plan.prediction().cycles, expected);
  EXPECT_LE(plan.prediction().lower_bound_cycles, expected);
  EXPECT_LE(plan.report().critical_path_cycles, expected);
  EXPECT_EQ(result.data_check, DataCheck::kPassed) << result.data_error;
  EXPECT_FALSE(result.stuck);
  EXPECT_EQ(result.links.waits.total(), 0);
}

class SimulatedRow : public testing::TestWithParam<RowCost> {};

TEST_P(SimulatedRow, MeetsItsCostToTheCycleAndDeliversItsData) {
  for (const SimulatedHardware& hardware : kSimulatedHardware) {
    SCOPED_TRACE(testing::Message() << hardware);
    expect_simulated(GetParam(), hardware);
  }
}

std::vector<RowCost> lines() {
  std::vector<RowCost> lines;
  for (const RowCost& line : row_costs()) {
    if (!line.has("large") && line.worms.empty() && find_row(line.row).application == nullptr) {
      lines.push_back(line);
    }
  }
  return lines;
}

INSTANTIATE_TEST_SUITE_P(Catalogue, SimulatedRow, testing::ValuesIn(lines()),
                         [](const auto& line) { return test_name(line.param.text()); });

}  // namespace
}  // namespace flitcast::test_simulated_rows
