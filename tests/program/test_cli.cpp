#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tb/text/text_columns.h"
#include "tests/support/program/shell_run.h"
#include "tests/support/program/small_exchange.h"

namespace flitcast::test_cli {
namespace {

using Names = std::vector<std::string>;

class Cli : public SmallExchange {};

TEST_F(Cli, RunPrintsATableAndNothingElse) {
  const ProgramResult result = flitcast({"run", "x.ini"});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ(result.err, "");
  EXPECT_TRUE(contains(result.out, "7·t_s + 12·t_d + 7·μ·t_m")) << result.out;
  EXPECT_TRUE(contains(result.out, "passed")) << result.out;
  EXPECT_EQ(folder().files(), Names{"x.ini"});
}

TEST_F(Cli, AnyKeyGoesOnTheCommandLine) {
  const ProgramResult result = flitcast({"run", "x.ini", "--ni.startup=96", "--router.delay", "1"});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_TRUE(contains(result.out, "t_s = 100, t_d = 2")) << result.out;
}

TEST_F(Cli, AConfigurationAloneIsRun) {
  const ProgramResult result = flitcast({"x.ini", "--dims=2"});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_TRUE(contains(result.out, "on hypercube 2, 4 nodes")) << result.out;
  EXPECT_EQ(flitcast({"--traffic.root=0", "./x.ini"}).exit_code, 0);
  expect_one_message(flitcast({"nowhere.ini"}), "cannot read nowhere.ini");
}

TEST_F(Cli, AnAlgorithmIsRunAsItsExample) {
  const ProgramResult listed = flitcast({"list", "oab-hc-sbt"});
  folder().write("example.ini", listed.out.substr(listed.out.find("[topology]")));
  const ProgramResult example = flitcast({"check", "oab-hc-sbt"});
  EXPECT_EQ(example.exit_code, 0) << example.err;
  EXPECT_EQ(example.out, flitcast({"check", "example.ini"}).out);
  EXPECT_EQ(flitcast({"check", "oab-hc-sbt", "--dims=3"}).out,
            flitcast({"check", "example.ini", "--topology.dims=3"}).out);
  // A file of that name is what it was before.
  folder().write("oab-hc-sbt", kConfig);
  EXPECT_TRUE(contains(flitcast({"check", "oab-hc-sbt"}).out, "aas-hc-dex: all-to-all scatter"));
}

TEST_F(Cli, DiffTellsWhetherResultsDiffer) {
  EXPECT_EQ(flitcast({"run", "x.ini", "--output.json=a.json"}).exit_code, 0);
  EXPECT_EQ(flitcast({"run", "a.json", "--output.json=b.json"}).exit_code, 0);
  EXPECT_EQ(flitcast({"run", "a.json", "--router.delay=1", "--output.json=c.json"}).exit_code, 0);
  EXPECT_EQ(flitcast({"diff", "a.json", "b.json"}).exit_code, 0);
  const ProgramResult differ = flitcast({"diff", "a.json", "c.json"});
  EXPECT_EQ(differ.exit_code, 1);
  EXPECT_TRUE(contains(differ.out, "router.delay  0 -> 1")) << differ.out;
}

TEST_F(Cli, UnmetExpectationsAreExitCodeOne) {
  const ProgramResult result =
      flitcast({"run", "x.ini", "--expect.rounds=8 +- 1", "--expect.completion_cycles=1",
                "--expect.excess_cycles=0", "--output.json=a.json"});
  EXPECT_EQ(result.exit_code, 1);
  expect_one_message(result, "expect.completion_cycles: expected 1, got ");
  EXPECT_EQ(folder().files(), (Names{"a.json", "x.ini"}));
}

TEST_F(Cli, BadConfigurationIsExitCodeTwo) {
  folder().write("bad.ini", "[router]\ndelay = 3 apples\n");
  const ProgramResult result = flitcast({"run", "bad.ini", "--output.json=a.json"});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_EQ(result.out, "");
  expect_one_message(result, "bad.ini:2: router.delay: \"3 apples\"");
  EXPECT_EQ(folder().files(), (Names{"bad.ini", "x.ini"}));
}

TEST_F(Cli, NamesAndValuesInMessagesSteerNoTerminal) {
  const std::string evil = "x\x1B]0;evil\x07";
  EXPECT_EQ(flitcast({"run", evil + ".ini"}).err,
            "flitcast: cannot read x?]0;evil?.ini: No such file or directory\n");
  const ProgramResult algorithm = flitcast({"run", "x.ini", "--traffic.algorithm=" + evil});
  EXPECT_EQ(algorithm.exit_code, 2);
  expect_one_message(algorithm, "\"x?]0;evil?\"");
  folder().write(evil + ".json", "{\"schema\": \"flitcast.result/1\", \"config\": {\"\\u001b" +
                                     std::string(5000, 'k') + "\": 1}}");
  const ProgramResult keys = flitcast({"run", evil + ".json"});
  EXPECT_EQ(keys.exit_code, 2);
  EXPECT_LT(keys.err.size(), 300U);
  const ProgramResult diff = flitcast({"diff", evil + ".json", evil + ".json"});
  EXPECT_EQ(diff.exit_code, 0);
  for (const std::string& text : {algorithm.err, keys.err, diff.out}) {
    EXPECT_EQ(text.find('\x1B'), std::string::npos) << text;
  }
}

TEST_F(Cli, RunningOutOfCyclesIsExitCodeThree) {
  const ProgramResult result =
      flitcast({"run", "x.ini", "--run.max_cycles=20", "--output.json=a.json"});
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_TRUE(contains(result.err, "run.max_cycles")) << result.err;
  const auto deadlock = nlohmann::json::parse(folder().read("a.json"))["deadlock"];
  EXPECT_EQ(deadlock["reason"], "max_cycles");
  EXPECT_EQ(deadlock["verdict"], 20);
  EXPECT_FALSE(deadlock.contains("worms"));
}

// Direct exchange on a ring with overlapping rounds: without datelines worms wait in a circle.
TEST_F(Cli, ADeadlockIsRefusedOrToldAndDatelinesCureIt) {
  std::vector<std::string> arguments{"run",
                                     "--topology.kind=ring",
                                     "--topology.dims=8",
                                     "--traffic.algorithm=aas-ring-dex",
                                     "--traffic.message_flits=16",
                                     "--traffic.sync=dataflow",
                                     "--output.json=a.json"};
  EXPECT_EQ(flitcast(arguments).exit_code, 0);
  EXPECT_TRUE(nlohmann::json::parse(folder().read("a.json"))["deadlock"].is_null());
  arguments.emplace_back("--router.vcs=1");
  const ProgramResult refused = flitcast(arguments);
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_TRUE(contains(refused.err, "0->1->2->3->4->5->6->7->0")) << refused.err;
  arguments.emplace_back("--run.allow_deadlock=on");
  const ProgramResult stuck = flitcast(arguments);
  EXPECT_EQ(stuck.exit_code, 3);
  EXPECT_TRUE(contains(stuck.err, "wait in a circle")) << stuck.err;
  const auto deadlock = nlohmann::json::parse(folder().read("a.json"))["deadlock"];
  EXPECT_EQ(deadlock["reason"], "no_progress");
  EXPECT_FALSE(deadlock["worms"].empty());
}

TEST_F(Cli, BadUsageIsExitCodeTwo) {
  const std::vector<std::pair<std::vector<std::string>, std::string>> lines{
      {{}, "a command is missing"},
      {{"rum"}, "\"rum\" is not a command; the nearest is run"},
      {{"run"}, "run needs a configuration file"},
      {{"run", "nowhere.ini"}, "cannot read nowhere.ini"},
      {{"run", "x.ini", "--router.dely=1"},
       "run has no option \"--router.dely\"; the nearest is --router.delay"},
      {{"list", "nothing"}, "there is no algorithm"},
      {{"list", "--format=xml"}, "give text or json"},
      {{"run", "x.ini", "--resolved"}, "--resolved"},
      {{"run", "x.ini", "--router.delay"},
       "--router.delay: has no value; give a number, like 5 or 5 cycles"},
      {{"run", "x.ini", "--router.delay="},
       "--router.delay: has no value; give a number, like 5 or 5 cycles"},
      {{"run", "x.ini", "--router.switching="},
       "--router.switching: has no value; give wormhole, cut_through or store_and_forward"},
      {{"list", "--format="}, "--format: has no value; give --format=VALUE"},
      {{"check", "x.ini", "--resolved=yes"}, "--resolved: takes no value; give --resolved"},
      {{"run", "x.ini", "--output.json=a.json", "--output.messages=" + std::string(256, 'x')},
       "--output.messages: cannot write "},
      {{"run", "x.ini", "--output.messages=-"}, "--output.messages: - is standard output"},
      {{"run", "x.ini", "--output.data=-"}, "--output.data: - is standard output"},
      {{"run", "x.ini", "--output.json=/dev/full"}, "--output.json: cannot write /dev/full"},
      {{"diff", "x.json"}, "diff takes two result files"},
      {{"diff", "x.ini", "x.ini"},
       "x.ini: is no JSON: line 1, column 3; give a result of flitcast run"},
      {{"diff", "a", "b", "--router.delay=1"}, "diff takes no configuration keys"},
      {{"help", "rum"}, "there is no help on \"rum\""},
      {{"help", "run", "x"}, "help takes one command"},
  };
  for (const auto& [words, part] : lines) {
    const ProgramResult result = flitcast(words);
    EXPECT_EQ(result.exit_code, 2);
    EXPECT_EQ(result.out, "");
    expect_one_message(result, part);
  }
}

TEST_F(Cli, CheckProvesWithoutRunning) {
  const ProgramResult result = flitcast({"check", "x.ini", "--output.json=a.json"});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_TRUE(contains(result.out, "every round is link-disjoint")) << result.out;
  EXPECT_EQ(folder().files(), Names{"x.ini"});
}

TEST_F(Cli, ResolvedConfigurationRunsTheSame) {
  const std::vector<std::string> run{"run", "x.ini", "--router.delay=2", "--output.json=a.json"};
  EXPECT_EQ(flitcast(run).exit_code, 0);
  const ProgramResult resolved = flitcast({"check", "x.ini", "--router.delay=2", "--resolved"});
  EXPECT_EQ(resolved.exit_code, 0);
  folder().write("y.ini", resolved.out);
  EXPECT_EQ(flitcast({"check", "y.ini", "--resolved"}).out, resolved.out);
  EXPECT_EQ(flitcast({"run", "y.ini", "--output.json=b.json"}).exit_code, 0);
  const std::string a = folder().read("a.json");
  const std::string b = folder().read("b.json");
  EXPECT_EQ(a.substr(0, a.find("\"host\"")), b.substr(0, b.find("\"host\"")));
}

TEST_F(Cli, HelpAndVersionGoToStandardOutput) {
  EXPECT_TRUE(contains(flitcast({"--help"}).out, "flitcast run CONFIG"));
  EXPECT_TRUE(contains(flitcast({"run", "--help"}).out, "--router.delay"));
  EXPECT_EQ(flitcast({"help", "run"}).out, flitcast({"run", "-h"}).out);
  EXPECT_EQ(flitcast({"--help"}).exit_code, 0);
  const std::string version = flitcast({"--version"}).out;
  EXPECT_EQ(version.rfind("flitcast ", 0), 0U);
  EXPECT_TRUE(contains(version, "\nbuilt as ")) << version;
  EXPECT_EQ(contains(version, "FLITCAST_REPORT"), FLITCAST_HAS_REPORT == 1) << version;
  EXPECT_EQ(flitcast({"-V"}).out, version);
  EXPECT_EQ(flitcast({"version"}).out, version);
}

TEST_F(Cli, HelpIsAsWideAsAManualPage) {
  for (const char* subject : {"help", "run", "sweep", "load", "choose", "report", "routing"}) {
    std::istringstream lines(flitcast({"help", subject}).out);
    for (std::string line; std::getline(lines, line);) {
      EXPECT_LE(text_width(line), 80U) << subject << ": " << line;
    }
  }
}

/// What a build in the folder `source` would have for its commit.
std::string commit_of_source(const TempFolder& folder) {
  const ProcessEnd end =
      run_shell(folder, "cmake -D source=$PWD/source -D file=$PWD/commit.cpp -P " +
                            std::string(FLITCAST_ROOT) + "/tb/cli/program/commit.cmake");
  EXPECT_TRUE(end.exited_with(0)) << end.err;
  const std::string text = folder.read("commit.cpp");
  const std::size_t from = text.find("return \"") + 8;
  return text.substr(from, text.find('"', from) - from);
}

TEST_F(Cli, VersionTellsTheCommitAndNothingWhereThereIsNone) {
  std::filesystem::create_directory(folder().path("source"));
  folder().write("source/CMakeLists.txt", "");
  folder().write("source/x.txt", "1");
  EXPECT_EQ(commit_of_source(folder()), "");
  if (!run_shell(folder(), "git init -q .").exited_with(0)) {
    GTEST_SKIP() << "there is no git";
  }
  EXPECT_EQ(commit_of_source(folder()), "") << "a tarball in somebody's repository";
  const ProcessEnd commit = run_shell(
      folder(),
      "cd source && git init -q . && git add . && git -c user.name=a -c user.email=b commit -q "
      "-m c && git rev-parse --short=12 HEAD");
  ASSERT_TRUE(commit.exited_with(0)) << commit.err;
  const std::string hash = commit.out.substr(0, 12);
  EXPECT_EQ(commit_of_source(folder()), hash);
  folder().write("source/x.txt", "2");
  EXPECT_EQ(commit_of_source(folder()), hash + "-dirty");
}

TEST_F(Cli, AFullStandardOutputIsAnError) {
  const std::string command =
      std::string(FLITCAST_PROGRAM) + " list > /dev/full 2> " + folder().path("err");
  const int status = std::system(command.c_str());
  EXPECT_EQ(WEXITSTATUS(status), 2);
  EXPECT_TRUE(contains(folder().read("err"), "cannot write to standard output"));
}

}  // namespace
}  // namespace flitcast::test_cli
