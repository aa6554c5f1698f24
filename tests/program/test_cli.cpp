#include <algorithm>
#include <map>
#include <sstream>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tb/system/content_hash.h"
#include "tests/support/program.h"

namespace flitcast {
namespace {

using Names = std::vector<std::string>;

const char* const kDex =
    "[topology]\nkind = hypercube\ndims = 3\n[traffic]\nalgorithm = aas-hc-dex\n"
    "message_flits = 4\n";

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

/// Standard error holds one message of the program, on one line.
void expect_one_message(const ProgramResult& result, const std::string& part) {
  EXPECT_EQ(result.err.rfind("flitcast: ", 0), 0U) << result.err;
  EXPECT_EQ(std::count(result.err.begin(), result.err.end(), '\n'), 1) << result.err;
  EXPECT_TRUE(contains(result.err, part)) << result.err;
}

class Cli : public testing::Test {
 protected:
  Cli() { folder_.write("x.ini", kDex); }

  ProgramResult flitcast(const std::vector<std::string>& arguments) const {
    return run_flitcast(arguments, folder_.root());
  }
  const TempFolder& folder() const { return folder_; }

 private:
  TempFolder folder_;
};

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
  folder().write("oab-hc-sbt", kDex);
  EXPECT_TRUE(contains(flitcast({"check", "oab-hc-sbt"}).out, "aas-hc-dex: all-to-all scatter"));
}

TEST_F(Cli, JsonIsReproducibleButForTheHost) {
  std::vector<std::string> texts;
  for (const char* name : {"a.json", "b.json"}) {
    EXPECT_EQ(flitcast({"run", "x.ini", "--output.json", name}).exit_code, 0);
    const std::string text = folder().read(name);
    texts.push_back(text.substr(0, text.find("\"host\"")));
  }
  EXPECT_EQ(texts[0], texts[1]);
  const auto json = nlohmann::json::parse(folder().read("a.json"));
  EXPECT_EQ(json["excess_cycles"], 0);
  EXPECT_EQ(json["data_check"], "passed");
  EXPECT_EQ(json["per_round"].size(), 7U);
  EXPECT_EQ(folder().files(), (Names{"a.json", "b.json", "x.ini"}));
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

TEST_F(Cli, JsonOnStandardOutputIsAlone) {
  const ProgramResult result = flitcast({"run", "x.ini", "--output.json", "-"});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ(nlohmann::json::parse(result.out)["schema"], "flitcast.result/1");
}

// The table has it; a result does not speak of keys that it does not have.
TEST_F(Cli, JsonOnStandardOutputLeavesKeysWithoutEffectToStandardError) {
  const std::vector<std::string> words{"run", "x.ini", "--traffic.root=2"};
  const std::string note = "note: traffic.root has no effect on aas-hc-dex\n";
  const ProgramResult table = flitcast(words);
  EXPECT_TRUE(contains(table.out, "\n" + note)) << table.out;
  EXPECT_EQ(table.err, "");
  std::vector<std::string> to_stdout = words;
  to_stdout.emplace_back("--output.json=-");
  const ProgramResult json = flitcast(to_stdout);
  EXPECT_EQ(json.err, "flitcast: " + note);
  EXPECT_FALSE(contains(json.out, "no effect"));
}

TEST_F(Cli, MessagesCsvIsReproducibleAndComplete) {
  for (const char* name : {"a.csv", "b.csv"}) {
    EXPECT_EQ(flitcast({"run", "x.ini", "--output.messages", name}).exit_code, 0);
  }
  const std::string csv = folder().read("a.csv");
  EXPECT_EQ(csv, folder().read("b.csv"));
  EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 1 + 7 * 8);
  std::istringstream lines(csv);
  std::string line;
  std::getline(lines, line);
  EXPECT_EQ(line, "id,round,src,dst,hops,flits,issued,injected,head_arrived,tail_arrived,path");
  std::getline(lines, line);
  EXPECT_EQ(line.rfind("0,0,0,1,1,4,0,", 0), 0U) << line;
  EXPECT_EQ(line.substr(line.rfind(',')), ",0>1");
}

// Eight nodes, each with a router, a network interface and three links that leave it.
TEST_F(Cli, ActivityCsvHasALineForEveryModule) {
  ASSERT_EQ(flitcast({"run", "x.ini", "--output.activity=a.csv"}).exit_code, 0);
  std::map<std::string, int> kinds;
  std::istringstream lines(folder().read("a.csv"));
  for (std::string line; std::getline(lines, line);) {
    EXPECT_EQ(std::count(line.begin(), line.end(), ','), 16) << line;
    ++kinds[line.substr(0, line.find(','))];
  }
  EXPECT_EQ(kinds,
            (std::map<std::string, int>{{"kind", 1}, {"router", 8}, {"link", 24}, {"ni", 8}}));
}

// Where modules are watched, more of them are due in a cycle, and they may come in another order.
TEST_F(Cli, AReductionIsTheSameWatchedOrNot) {
  folder().write("tree.ini",
                 "[topology]\nkind = tree\ndims = 4\n"
                 "[traffic]\nalgorithm = allreduce-rabenseifner\nmessage_flits = 16\n"
                 "sync = dataflow\n[router]\nports = 1\n[run]\nallow_deadlock = on\n");
  ASSERT_EQ(flitcast({"run", "tree.ini", "--output.messages=a.csv"}).exit_code, 0);
  ASSERT_EQ(
      flitcast({"run", "tree.ini", "--output.messages=b.csv", "--output.activity=e.csv"}).exit_code,
      0);
  EXPECT_EQ(folder().read("a.csv"), folder().read("b.csv"));
}

TEST_F(Cli, UnmetExpectationsAreExitCodeOne) {
  const ProgramResult result =
      flitcast({"run", "x.ini", "--expect.rounds=8 +- 1", "--expect.completion_cycles=1",
                "--expect.excess_cycles=0", "--output.json=a.json"});
  EXPECT_EQ(result.exit_code, 1);
  expect_one_message(result, "expect.completion_cycles: expected 1, got ");
  EXPECT_EQ(folder().files(), (Names{"a.json", "x.ini"}));
}

TEST_F(Cli, TheHashOfTheMessagesIsThatOfTheirFile) {
  ASSERT_EQ(flitcast({"run", "x.ini", "--output.messages=m.csv", "--output.json=a.json"}).exit_code,
            0);
  const std::string hash = content_hash(folder().read("m.csv"));
  EXPECT_EQ(nlohmann::json::parse(folder().read("a.json"))["messages_hash"], hash);
  EXPECT_EQ(flitcast({"run", "x.ini", "--expect.messages_hash=" + hash}).exit_code, 0);
  const ProgramResult other =
      flitcast({"run", "x.ini", "--ni.startup=1", "--expect.messages_hash=" + hash});
  EXPECT_EQ(other.exit_code, 1);
  expect_one_message(other, "expect.messages_hash: expected " + hash + ", got ");
}

TEST_F(Cli, NobodyHashesMessagesUnasked) {
  ASSERT_EQ(flitcast({"run", "x.ini", "--output.json=a.json"}).exit_code, 0);
  EXPECT_TRUE(nlohmann::json::parse(folder().read("a.json"))["messages_hash"].is_null());
}

TEST_F(Cli, OnlyJsonLeavesOtherFilesOut) {
  const ProgramResult result =
      flitcast({"run", "x.ini", "--only-json", "--output.json=a.json", "--output.messages=m.csv",
                "--output.links=l.csv", "--output.activity=e.csv", "--trace.vcd=t.vcd"});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(folder().files(), (Names{"a.json", "x.ini"}));
  EXPECT_FALSE(nlohmann::json::parse(folder().read("a.json"))["messages_hash"].is_null());
  const ProgramResult refused =
      flitcast({"run", "x.ini", "--only-json", "--output.json=b.json", "--trace.vcd=t.vcd",
                "--trace.scope=nothing"});
  EXPECT_EQ(refused.exit_code, 2);
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

TEST_F(Cli, UnwritableOutputIsFoundBeforeTheRun) {
  const ProgramResult result =
      flitcast({"run", "x.ini", "--output.messages=new/m.csv", "--output.json=x.ini/a.json"});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_EQ(result.out, "");
  expect_one_message(result, "--output.json: cannot write x.ini/a.json: Not a directory");
  EXPECT_EQ(folder().files(), Names{"x.ini"});
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
      {{"diff", "x.ini", "x.ini"}, "x.ini: is not whole JSON; give a result of flitcast run"},
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

TEST_F(Cli, ListNamesEveryAlgorithmAndItsExampleRuns) {
  const auto json = nlohmann::json::parse(flitcast({"list", "--format", "json"}).out);
  EXPECT_EQ(json["schema"], "flitcast.catalogue/1");
  const std::string table = flitcast({"list"}).out;
  ASSERT_FALSE(json["rows"].empty());
  for (const auto& row : json["rows"]) {
    const std::string id = row["id"];
    EXPECT_TRUE(contains(table, "\n" + id + " ")) << id;
    const std::string text = flitcast({"list", id}).out;
    const std::size_t example = text.find("[topology]");
    ASSERT_NE(example, std::string::npos) << id;
    folder().write("example.ini", text.substr(example));
    folder().write("matrix.csv", [] {
      std::string csv;
      for (int row_number = 0; row_number < 16; ++row_number) {
        csv += "1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16\n";
      }
      return csv;
    }());
    const ProgramResult check = flitcast({"check", "example.ini"});
    EXPECT_EQ(check.exit_code, 0) << id << ": " << check.err;
  }
}

TEST_F(Cli, HelpAndVersionGoToStandardOutput) {
  EXPECT_TRUE(contains(flitcast({"--help"}).out, "flitcast run CONFIG"));
  EXPECT_TRUE(contains(flitcast({"run", "--help"}).out, "--router.delay"));
  EXPECT_EQ(flitcast({"help", "run"}).out, flitcast({"run", "-h"}).out);
  EXPECT_EQ(flitcast({"--version"}).out.rfind("flitcast ", 0), 0U);
  EXPECT_EQ(flitcast({"--help"}).exit_code, 0);
}

TEST_F(Cli, EveryFileThatIsWrittenIsNamedWithItsSize) {
  const std::vector<std::string> run{"run", "x.ini", "--json=new/one/a.json",
                                     "--output.messages=new/m.csv"};
  const ProgramResult result = flitcast(run);
  EXPECT_EQ(result.exit_code, 0) << result.err;
  const auto line = [&](const std::string& name) {
    const auto bytes = static_cast<double>(folder().read(name).size());
    return fmt::format("wrote {}, {:.1f} kB\n", name, bytes / 1000);
  };
  const std::string lines = "\n\n" + line("new/one/a.json") + line("new/m.csv");
  ASSERT_GE(result.out.size(), lines.size());
  EXPECT_EQ(result.out.substr(result.out.size() - lines.size()), lines);
  std::vector<std::string> quiet = run;
  quiet.emplace_back("--quiet");
  EXPECT_FALSE(contains(flitcast(quiet).out, "wrote"));
  // Beside JSON on standard output they are named on standard error.
  EXPECT_EQ(flitcast({"run", "x.ini", "--json=-", "--output.messages=new/m.csv"}).err,
            "flitcast: " + line("new/m.csv"));
  EXPECT_FALSE(contains(flitcast({"run", "x.ini", "--output.messages=/dev/null"}).out, "wrote"));
}

TEST_F(Cli, FoldersOfFilesThatDoNotAppearDoNotEither) {
  const std::string command = "cd " + folder().path("") + " && " + FLITCAST_PROGRAM +
                              " run x.ini --output.json=new/one/a.json > /dev/full 2> err";
  EXPECT_EQ(WEXITSTATUS(std::system(command.c_str())), 2);
  EXPECT_FALSE(std::filesystem::exists(folder().path("new")));
}

TEST_F(Cli, WithoutTheHostEveryFileIsReproducible) {
  const auto outputs = [&](const std::string& to) {
    const ProgramResult result =
        flitcast({"run", "x.ini", "--no-host", "--quiet", "--json=" + to + "/a.json",
                  "--activity=" + to + "/a.csv", "--links=" + to + "/l.csv",
                  "--output.messages=" + to + "/m.csv", "--vcd=" + to + "/t.vcd"});
    EXPECT_EQ(result.exit_code, 0) << result.err;
    EXPECT_FALSE(contains(result.out, "host")) << result.out;
    std::string all = result.out;
    for (const char* name : {"/a.json", "/a.csv", "/l.csv", "/m.csv", "/t.vcd"}) {
      all += folder().read(to + name);
    }
    return all;
  };
  const std::string first = outputs("one");
  ::sleep(1);  // dates of files are in seconds
  EXPECT_EQ(first, outputs("two"));
  EXPECT_FALSE(contains(folder().read("one/a.json"), "\"host\""));
  EXPECT_EQ(
      flitcast({"run", "one/a.json", "--no-host", "--json=again.json", "--output.messages=m.csv"})
          .exit_code,
      0);
  EXPECT_EQ(folder().read("again.json"), folder().read("one/a.json"));
}

TEST_F(Cli, NoFileAppearsWhenTheTableCannotBePrinted) {
  const std::string command = "cd " + folder().path("") + " && " + FLITCAST_PROGRAM +
                              " run x.ini --output.json=a.json --output.messages=a.csv"
                              " > /dev/full 2> err";
  const int status = std::system(command.c_str());
  EXPECT_EQ(WEXITSTATUS(status), 2);
  EXPECT_EQ(folder().files(), (Names{"err", "x.ini"}));
}

TEST_F(Cli, AMessageThatCannotBeWrittenNamesItsKey) {
  // Enough messages that the file is written to while the simulation runs.
  const ProgramResult result = flitcast(
      {"run", "x.ini", "--topology.dims=6", "--output.messages=/dev/full", "--output.json=a.json"});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_EQ(result.out, "");
  expect_one_message(result, "--output.messages: cannot write /dev/full: No space left on device");
  EXPECT_EQ(folder().files(), Names{"x.ini"});
}

TEST_F(Cli, TwoOutputsBehindALinkAreOneFile) {
  std::filesystem::create_symlink("a.csv", folder().path("link.json"));
  const ProgramResult result =
      flitcast({"run", "x.ini", "--output.json=link.json", "--output.messages=a.csv"});
  EXPECT_EQ(result.exit_code, 2);
  expect_one_message(result, "--output.messages: is the same file as output.json");
  EXPECT_EQ(folder().files(), (Names{"link.json", "x.ini"}));
}

TEST_F(Cli, OutputNamesMayBeAsLongAsTheFileSystemAllows) {
  const std::string name = std::string(250, 'x') + ".json";
  EXPECT_EQ(flitcast({"run", "x.ini", "--output.json=" + name}).exit_code, 0);
  EXPECT_EQ(folder().files(), (Names{"x.ini", name}));
}

TEST_F(Cli, AFullStandardOutputIsAnError) {
  const std::string command =
      std::string(FLITCAST_PROGRAM) + " list > /dev/full 2> " + folder().path("err");
  const int status = std::system(command.c_str());
  EXPECT_EQ(WEXITSTATUS(status), 2);
  EXPECT_TRUE(contains(folder().read("err"), "cannot write to standard output"));
}

}  // namespace
}  // namespace flitcast
