#include <string>
#include <utility>

#include <gtest/gtest.h>

#include "tb/system/files/input_file.h"
#include "tests/rtl_user/said_by.h"
#include "tests/support/temp_folder.h"

namespace flitcast::cosim::test_pin_waves {
namespace {

const std::string kSources = std::string(FLITCAST_ROOT) + "/hw/rtl";
const std::string kWaves = kSources + "/waves/";

std::string text_of(const std::string& file) {
  return read_text_file(file, std::size_t{1} << 20U);
}

/// A picture of hw/rtl/PINS.md: the number of its run, and its name.
class PinWaves : public testing::TestWithParam<std::pair<int, std::string>> {
 protected:
  int run() const { return GetParam().first; }
  std::string name() const { return GetParam().second; }
};

TEST_P(PinWaves, ShowARunOfTheRouter) {
  const TempFolder folder;
  const ProcessEnd made =
      said_by("iverilog", {"-g2012", "-y", kSources, "-Y", ".sv", "-o", folder.path("waves"),
                           "-Pwaves.RUN=" + std::to_string(run()), kWaves + "waves.sv"});
  ASSERT_TRUE(made.exited_with(0)) << made.said();
  EXPECT_EQ(said_by("vvp", {folder.path("waves")}).said(), text_of(kWaves + name() + ".txt"));
}

TEST_P(PinWaves, AreDrawnFromThatRun) {
  const std::string drawn =
      said_by("awk", {"-f", kWaves + "draw.awk", kWaves + name() + ".txt"}).said();
  EXPECT_EQ(drawn, text_of(kWaves + name() + ".svg"));
  EXPECT_NE(text_of(kSources + "/PINS.md").find("(waves/" + name() + ".svg)"), std::string::npos);
}

INSTANTIATE_TEST_SUITE_P(Pictures, PinWaves,
                         testing::Values(std::pair(0, "reset"), std::pair(1, "worm"),
                                         std::pair(2, "credits"), std::pair(3, "turns"),
                                         std::pair(4, "addresses")),
                         [](const auto& picture) { return picture.param.second; });

}  // namespace
}  // namespace flitcast::cosim::test_pin_waves
