#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <set>
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

// ---- the lists for FuseSoC and Bender ----

using Names = std::vector<std::string>;

std::string text_of(const std::string& name) {
  std::ifstream in(kFolder + "/" + name);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

/// What the first group of an expression finds in a file, in turn.
Names found_in(const std::string& name, const std::string& expression) {
  const std::string text = text_of(name);
  const std::regex regex(expression);
  Names found;
  for (std::sregex_iterator it(text.begin(), text.end(), regex); it != std::sregex_iterator();
       ++it) {
    found.push_back((*it)[1]);
  }
  return found;
}

Names listed_in(const std::string& name) {
  return found_in(name, "- ([a-z_]+)\\.sv(?=\n)");
}

TEST(RtlSources, AreListedOnceEachAfterTheModulesThatTheyHave) {
  Names there;
  for (const auto& entry : std::filesystem::directory_iterator(kFolder)) {
    if (entry.path().extension() == ".sv") {
      there.push_back(entry.path().stem().string());
    }
  }
  std::sort(there.begin(), there.end());
  const Names listed = listed_in("flitcast.core");
  EXPECT_EQ(listed_in("Bender.yml"), listed);
  Names sorted = listed;
  std::sort(sorted.begin(), sorted.end());
  EXPECT_EQ(sorted, there);

  std::set<std::string> known;
  for (const std::string& name : listed) {
    for (const std::string& part : found_in(name + ".sv", "\n +([a-z_]+) #\\(")) {
      EXPECT_EQ(known.count(part), 1U) << name << " comes before " << part;
    }
    EXPECT_EQ(found_in(name + ".sv", "\nmodule ([a-z_]+)"), Names{name});
    known.insert(name);
  }
}

TEST(RtlSources, CompileInTheOrderInWhichTheyAreListed) {
  std::vector<std::string> words{"--lint-only", "-Wall", "--top-module", "flitcast_router"};
  for (const std::string& name : listed_in("flitcast.core")) {
    words.push_back(kFolder + "/" + name + ".sv");
  }
  const ProcessEnd output = said_by("verilator", words);
  EXPECT_TRUE(output.exited_with(0)) << output.said();
  EXPECT_EQ(output.said(), "");
}

// Those above "What follows from these".
TEST(RtlSources, HaveTheParametersThatFuseSoCOffers) {
  const Names parameters = found_in("flitcast_router.sv", "parameter ([A-Z_]+) = [0-9]+,");
  EXPECT_EQ(found_in("flitcast.core", "\n  ([A-Z_]+): "), parameters);
  std::string together;
  for (const std::string& each : parameters) {
    together += (together.empty() ? "" : ", ") + each;
  }
  const std::string list = found_in("flitcast.core", "parameters: \\[([A-Z_, \n]+)\\]").at(0);
  EXPECT_EQ(std::regex_replace(list, std::regex("\n +"), " "), together);
}

TEST(RtlSources, AreAcceptedByIcarusVerilog) {
  for (const Parameters& parameters : structures()) {
    std::vector<std::string> words{"-g2012", "-y", kFolder, "-Y", ".sv", "-t", "null"};
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
