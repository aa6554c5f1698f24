#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/environment.h"
#include "tests/support/program/on_terminal.h"
#include "tests/support/program/refused_run.h"
#include "tests/support/program/run_flitcast.h"
#include "tests/support/program/shipped_configs.h"
#include "tests/support/temp_folder.h"

namespace flitcast::cosim::test_rtl_program {
namespace {

const std::string kCache = std::string("--rtl.cache=") + FLITCAST_BUILD + "/rtl_cache";

struct Outputs {
  ProgramResult program;
  std::string measured;  // the result behind its configuration
  std::string messages;
  std::string links;
};

// The checksum is one of the configuration, too.
std::string measured(const std::string& json) {
  const std::size_t from = json.find("\"model\"");
  const std::size_t to = json.find("\"checksum\"");
  return from < to ? json.substr(from, to - from) : json;
}

Outputs run(const std::string& config, const std::vector<std::string>& options) {
  const TempFolder folder;
  std::vector<std::string> words{"run", kConfigs + config + ".ini", "--output.json=result.json",
                                 "--output.messages=messages.csv", "--output.links=links.csv"};
  words.insert(words.end(), options.begin(), options.end());
  const ProgramResult result = run_flitcast(words, folder.root());
  return {result, measured(folder.read("result.json")), folder.read("messages.csv"),
          folder.read("links.csv")};
}

class RtlConfigs : public testing::TestWithParam<std::string> {};

// They have two structures between them, each of which is made once.
TEST_P(RtlConfigs, GiveWhatTheModelGives) {
  const Outputs model = run(GetParam(), {});
  const Outputs rtl = run(GetParam(), {"--rtl.nodes=all", kCache});
  EXPECT_EQ(rtl.program.exit_code, model.program.exit_code) << rtl.program.err;
  EXPECT_FALSE(model.measured.empty());
  EXPECT_EQ(rtl.measured, model.measured);
  EXPECT_EQ(rtl.messages, model.messages);
  EXPECT_EQ(rtl.links, model.links);
}

INSTANTIATE_TEST_SUITE_P(Configs, RtlConfigs,
                         testing::Values("regress/hardware/contention-by-cause",
                                         "regress/hardware/seed-1", "regress/deadlock/found"),
                         config_name);

TEST(RtlProgram, RefusesWhatTheRoutersDoNotCover) {
  EXPECT_EQ(
      refused_run({"--rtl.nodes=all", "--link.duplex=half"}),
      "flitcast: --rtl.nodes: the routers in SystemVerilog do not cover link.duplex = half: both "
      "sides of a link decide within a cycle who has it\n");
  EXPECT_NE(refused_run({"--rtl.nodes=all", "--router.pipeline=staged"}).find("router.pipeline"),
            std::string::npos);
  EXPECT_NE(refused_run({"--rtl.nodes=all", "--router.routing=adaptive", "--router.vcs=2"})
                .find("router.routing"),
            std::string::npos);
  EXPECT_NE(refused_run({"--rtl.nodes=5-9999"}).find("there is no 9999"), std::string::npos);
  EXPECT_NE(refused_run({"--rtl.nodes=7-3"}).find("begins behind its end"), std::string::npos);
  EXPECT_NE(refused_run({"--rtl.cache=here"}).find("without rtl.nodes"), std::string::npos);
}

TEST(RtlProgram, SaysWhatToInstallWithoutVerilator) {
  const OtherVariable path("PATH", "/nowhere");
  EXPECT_EQ(refused_run({"--rtl.nodes=all", kCache}),
            "flitcast: routers in SystemVerilog need verilator: install the Debian package "
            "verilator\n");
}

TEST(RtlProgram, AsksForAFolderWithoutAHome) {
  const OtherVariable home("HOME", std::nullopt);
  const OtherVariable cache("XDG_CACHE_HOME", std::nullopt);
  EXPECT_EQ(refused_run({"--rtl.nodes=all"}),
            "flitcast: rtl.cache: there is no HOME to keep the routers in; give a folder\n");
}

TEST(RtlProgram, SaysOnATerminalThatRoutersAreBeingMade) {
  const TempFolder folder;
  const OnTerminal program({"run", kConfigs + "regress/hardware/seed-1.ini", "--rtl.nodes=all",
                            "--rtl.cache=" + folder.path("cache")});
  const std::string said = program.said_until("seconds");
  EXPECT_NE(said.find("making the routers in SystemVerilog, which takes some seconds"),
            std::string::npos)
      << said;
}

}  // namespace
}  // namespace flitcast::cosim::test_rtl_program
