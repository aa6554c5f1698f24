#include <gtest/gtest.h>

#include "tb/plan/matrix_csv.h"
#include "tests/support/program/run_flitcast.h"
#include "tests/support/program/shipped_configs.h"

namespace flitcast::test_shipped_configs {
namespace {

class TransposeRun : public testing::TestWithParam<const char*> {};

TEST_P(TransposeRun, WritesTheTransposedMatrix) {
  const std::string variant = GetParam();
  const TempFolder folder;
  const ProgramResult result =
      run_flitcast({"run", kConfigs + "transpose-" + variant + ".ini"}, folder.root());
  ASSERT_EQ(result.exit_code, 0) << result.err;

  const Matrix input = read_matrix_csv(kConfigs + "data/matrix-128.csv");
  const Matrix output = read_matrix_csv(folder.path("out/transpose-" + variant + ".csv"));
  ASSERT_EQ(output.rows, input.columns);
  ASSERT_EQ(output.columns, input.rows);
  for (std::size_t row = 0; row < output.rows; ++row) {
    for (std::size_t column = 0; column < output.columns; ++column) {
      ASSERT_EQ(output.at(row, column), input.at(column, row)) << row << ", " << column;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Variants, TransposeRun, testing::Values("dex", "sex"),
                         [](const auto& info) { return std::string(info.param); });

/// Every configuration that comes with the program runs and meets its own expectations.
class ShippedConfig : public testing::TestWithParam<std::string> {};

TEST_P(ShippedConfig, Runs) {
  const TempFolder folder;
  const ProgramResult result = run_flitcast(
      {"run", kConfigs + GetParam() + ".ini", "--output.json=-", "--quiet"}, folder.root());
  EXPECT_EQ(result.exit_code, 0) << result.err.substr(0, 500);
  EXPECT_EQ(result.err, "");
}

INSTANTIATE_TEST_SUITE_P(Catalogue, ShippedConfig, testing::ValuesIn(catalogue_configs()),
                         config_name);
INSTANTIATE_TEST_SUITE_P(Vcd, ShippedConfig, testing::Values("vcd/irc-worm", "vcd/two-worms"),
                         config_name);

TEST(ShippedDeadlock, IsRecognised) {
  const TempFolder folder;
  const ProgramResult result = run_flitcast({"run", kConfigs + "vcd/deadlock.ini"}, folder.root());
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_EQ(result.err.rfind("flitcast: deadlock: ", 0), 0U) << result.err;
}

TEST(ShippedDeadlock, IsCuredByDatelines) {
  const TempFolder folder;
  const ProgramResult result =
      run_flitcast({"run", kConfigs + "vcd/deadlock.ini", "--router.vcs=2"}, folder.root());
  EXPECT_EQ(result.exit_code, 0) << result.err;
}

}  // namespace
}  // namespace flitcast::test_shipped_configs
