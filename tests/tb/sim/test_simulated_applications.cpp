#include <string>
#include <tuple>

#include "tests/support/rows/simulated_row.h"
#include "tests/support/temp_folder.h"

namespace flitcast::test_simulated_applications {
namespace {

/// A row that works on data, and the shape of its matrix.
struct ApplicationRun {
  SimulatedRun run;
  std::size_t rows;
  std::size_t columns;
  long block;  ///< μ, which follows
};

std::ostream& operator<<(std::ostream& out, const ApplicationRun& application) {
  return out << application.run;
}

using ApplicationCase = std::tuple<ApplicationRun, SimulatedHardware>;

class SimulatedApplication : public testing::TestWithParam<ApplicationCase> {};

std::string csv(std::size_t rows, std::size_t columns) {
  std::string text;
  for (std::size_t i = 0; i < rows * columns; ++i) {
    text +=
        std::to_string(static_cast<int>(i * i % 101) - 50) + ((i + 1) % columns == 0 ? "\n" : ",");
  }
  return text;
}

const ApplicationRun kRuns[] = {
    // M18: log2 a + log2 b rounds over a + b − 2 links
    {{"app-matvec", "mesh", "4x4", "", 4, 6, 4}, 8, 8, 2},
    {{"app-matvec", "mesh", "2x8", "", 4, 8, 4}, 24, 6, 3},
    {{"app-matvec", "mesh", "8x2", "router.switching=cut_through", 4, 8, 4}, 2, 8, 1},
    {{"app-matvec", "mesh", "8x4", "router.switching=store_and_forward", 5, 10, 10}, 20, 40, 5},
    {{"app-matvec", "mesh", "1x4", "router.routing=descending", 2, 3, 2}, 16, 4, 4},
    {{"app-matvec", "mesh", "4x1", "", 2, 3, 2}, 2, 8, 2},
    // A22: as direct and standard exchange; two words to a complex number
    {{"app-fft2d", "hypercube", "2", "", 3, 4, 3}, 8, 8, 8},
    {{"app-fft2d", "hypercube", "3", "traffic.variant=dex", 7, 12, 7}, 16, 32, 8},
    {{"app-fft2d", "hypercube", "3", "traffic.variant=sex", 3, 3, 12}, 8, 8, 2},
    {{"app-transpose", "hypercube", "3", "traffic.variant=dex", 7, 12, 7}, 16, 16, 4},
    {{"app-transpose", "hypercube", "2", "traffic.variant=sex", 2, 2, 4}, 12, 12, 9},
};

TEST_P(SimulatedApplication, ComputesItsResultInTheTimeOfItsClosedForm) {
  const auto& [application, hardware] = GetParam();
  const SimulatedRun& run = application.run;
  const TempFolder folder;
  RawConfig raw;
  give(raw, "topology.kind", run.kind);
  give(raw, "topology.dims", run.dims);
  give(raw, "traffic.algorithm", run.algorithm);
  give(raw, "traffic.data", folder.write("m.csv", csv(application.rows, application.columns)));
  give_hardware(raw, hardware);
  give_keys(raw, run.keys);
  const Plan plan(raw);
  EXPECT_EQ(plan.config().message_flits, application.block);
  ScheduleParts parts;
  parts.application = plan.application();
  const ScheduleRun result =
      simulate(plan.config(), plan.topology(), plan.routing(), plan.schedule(), parts);
  const long expected = run.t_s * hardware.t_s + run.t_d * hardware.t_d +
                        run.mu_t_m * application.block * hardware.t_m;
  EXPECT_EQ(result.completion_cycles, expected);
  EXPECT_EQ(plan.prediction().cycles, expected);
  EXPECT_LE(plan.prediction().lower_bound_cycles, expected);
  EXPECT_EQ(result.data_check, DataCheck::kPassed) << result.data_error;
  const Matrix found = plan.application()->result();
  const Matrix right = plan.application()->expected();
  ASSERT_EQ(found.values.size(), right.values.size());
  for (std::size_t i = 0; i < found.values.size(); ++i) {
    EXPECT_NEAR(found.values[i], right.values[i], 1e-9) << i;
  }
}

std::string name_of_application(const testing::TestParamInfo<ApplicationCase>& tested) {
  const auto& [application, hardware] = tested.param;
  return name_of_case({{application.run, hardware}, tested.index});
}

INSTANTIATE_TEST_SUITE_P(Applications, SimulatedApplication,
                         testing::Combine(testing::ValuesIn(kRuns),
                                          testing::ValuesIn(kSimulatedHardware)),
                         name_of_application);

/// Nodes whose sums come before their pieces of the vector do.
TEST(MatrixVectorRun, InDataflowComputesTheSame) {
  const TempFolder folder;
  RawConfig raw;
  give(raw, "topology.kind", "mesh");
  give(raw, "topology.dims", "8x4");
  give(raw, "traffic.algorithm", "app-matvec");
  give(raw, "traffic.data", folder.write("m.csv", csv(64, 128)));
  give(raw, "traffic.vector", folder.write("v.csv", csv(1, 128)));
  give(raw, "traffic.sync", "dataflow");
  const Plan plan(raw);
  ScheduleParts parts;
  parts.application = plan.application();
  simulate(plan.config(), plan.topology(), plan.routing(), plan.schedule(), parts);
  EXPECT_EQ(plan.application()->result().values, plan.application()->expected().values);
}

}  // namespace
}  // namespace flitcast::test_simulated_applications
