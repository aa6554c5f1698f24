#include <filesystem>

#include <gtest/gtest.h>

#include "tb/matrix_csv.h"
#include "tests/program.h"
#include "traffic/catalogue.h"

namespace flitcast {
namespace {

const std::string kConfigs = std::string(FLITCAST_ROOT) + "/configs/";

class TransposeRun : public testing::TestWithParam<const char*> {};

TEST_P(TransposeRun, WritesTheTransposedMatrix) {
  const std::string variant = GetParam();
  const TempFolder folder;
  const ProgramResult result =
      run_flitcast({"run", kConfigs + "transpose-" + variant + ".ini"}, folder.root());
  ASSERT_EQ(result.exit_code, 0) << result.err;

  const Matrix input = read_matrix_csv(kConfigs + "data/matrix-128.csv");
  const Matrix output = read_matrix_csv(folder.path("transpose-" + variant + ".csv"));
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
  const ProgramResult result =
      run_flitcast({"run", kConfigs + GetParam() + ".ini", "--output.json=-"}, folder.root());
  EXPECT_EQ(result.exit_code, 0) << result.err.substr(0, 500);
  EXPECT_EQ(result.err, "");
}

/// Without the part that differs from run to run.
std::string reproducible(const std::string& json) {
  return json.substr(0, json.find("\"host\""));
}

TEST_P(ShippedConfig, IsRepeatedFromItsResult) {
  const TempFolder folder;
  const ProgramResult first = run_flitcast(
      {"run", kConfigs + GetParam() + ".ini", "--output.json=first.json"}, folder.root());
  ASSERT_EQ(first.exit_code, 0) << first.err;
  const ProgramResult again =
      run_flitcast({"run", "first.json", "--output.json=again.json"}, folder.root());
  EXPECT_EQ(again.exit_code, 0) << again.err;
  EXPECT_EQ(reproducible(folder.read("again.json")), reproducible(folder.read("first.json")));
}

std::string config_name(const testing::TestParamInfo<std::string>& info) {
  std::string name = std::filesystem::path(info.param).filename();
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

/// One for every row; applications have theirs by name.
std::vector<std::string> catalogue_configs() {
  std::vector<std::string> names;
  for (const Row& row : catalogue()) {
    if (row.id.substr(0, 4) != "app-") {
      names.push_back("catalogue/" + std::string(row.id));
    }
  }
  return names;
}

INSTANTIATE_TEST_SUITE_P(Catalogue, ShippedConfig, testing::ValuesIn(catalogue_configs()),
                         config_name);
INSTANTIATE_TEST_SUITE_P(Applications, ShippedConfig,
                         testing::Values("transpose-dex", "transpose-sex", "matvec", "fft2d"),
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
}  // namespace flitcast
