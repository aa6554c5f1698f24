#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "tb/system/process_pool.h"
#include "tb/system/program.h"
#include "tests/rtl/rtl_sets.h"

namespace flitcast::cosim::test_rtl_sources {
namespace {

const std::string kFolder = std::string(FLITCAST_ROOT) + "/hw/rtl";

/// What a program of a given name says of the routers; it is to be installed.
ProcessEnd said_by(const std::string& program, std::vector<std::string> arguments) {
  const std::string path = find_program(program);
  EXPECT_FALSE(path.empty()) << program << " is not installed";
  arguments.insert(arguments.begin(), path);
  return run_program(arguments);
}

using Parameters = std::vector<std::pair<std::string, int>>;

/// Of every routing style, switching and size that changes what is generated; the smallest, too.
const std::vector<Parameters>& structures() {
  static const std::vector<Parameters> some{
      {},
      {{"NETWORK_PORTS", 1}, {"DEPTH", 1}, {"NODES", 2}},
      {{"NETWORK_PORTS", 6}, {"LOCAL_PORTS", 6}, {"ROUTING", 2}, {"MAX_DELAY", 1}},
      {{"VCS", 2}, {"ROUTING", 3}, {"COPIES", 1}, {"MAX_DELAY", 3}, {"ROUTE_HOPS", 1}},
      {{"VCS", 3}, {"SWITCHING", 1}, {"LOCAL_PORTS", 2}, {"DEPTH", 7}, {"ROUTE_HOPS", 4}},
      {{"VCS", 4}, {"SWITCHING", 2}, {"NETWORK_PORTS", 3}, {"ROUTING", 1}, {"WORD", 32}},
  };
  return some;
}

TEST(RtlSources, AreCleanUnderVerilatorsLint) {
  for (const char* top : {"flitcast_router", "observed_router"}) {
    for (const Parameters& parameters : structures()) {
      std::vector<std::string> words{"--lint-only", "-Wall", "-I" + kFolder, "--top-module", top};
      for (const auto& [name, value] : parameters) {
        words.push_back("-G" + name + "=" + std::to_string(value));
      }
      words.push_back(kFolder + "/" + top + ".sv");
      const ProcessEnd output = said_by("verilator", words);
      EXPECT_TRUE(output.exited_with(0)) << output.said();
      EXPECT_EQ(output.said(), "") << shell_line(words);
    }
  }
}

TEST(RtlSources, AreAcceptedByIcarusVerilog) {
  for (const Parameters& parameters : structures()) {
    std::vector<std::string> words{"-g2012", "-y", kFolder, "-Y", ".sv", "-o", "/dev/null"};
    for (const auto& [name, value] : parameters) {
      words.push_back("-Pflitcast_router." + name + "=" + std::to_string(value));
    }
    words.push_back(kFolder + "/flitcast_router.sv");
    const ProcessEnd output = said_by("iverilog", words);
    EXPECT_TRUE(output.exited_with(0)) << output.said();
  }
}

TEST(RtlSources, AreAcceptedByYosys) {
  for (const Parameters& parameters : structures()) {
    std::string script = "read_verilog -sv " + kFolder + "/*.sv; hierarchy -top flitcast_router";
    for (const auto& [name, value] : parameters) {
      script += " -chparam " + name + " " + std::to_string(value);
    }
    script += "; proc; check -assert";
    const ProcessEnd output = said_by("yosys", {"-q", "-p", script});
    EXPECT_TRUE(output.exited_with(0)) << output.said();
    EXPECT_EQ(output.said().find("Warning"), std::string::npos) << output.said();
  }
}

}  // namespace
}  // namespace flitcast::cosim::test_rtl_sources
