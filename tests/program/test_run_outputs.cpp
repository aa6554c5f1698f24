// What a run writes: tables, JSON, CSV, and what becomes of them when something fails.

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tb/system/files/content_hash.h"
#include "tests/support/program/small_exchange.h"

namespace flitcast::test_run_outputs {
namespace {

using Names = std::vector<std::string>;

class RunOutputs : public SmallExchange {};

TEST_F(RunOutputs, JsonIsReproducibleButForTheHost) {
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

TEST_F(RunOutputs, JsonOnStandardOutputIsAlone) {
  const ProgramResult result = flitcast({"run", "x.ini", "--output.json", "-"});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ(nlohmann::json::parse(result.out)["schema"], "flitcast.result/1");
}

// The table has it; a result does not speak of keys that it does not have.
TEST_F(RunOutputs, JsonOnStandardOutputLeavesKeysWithoutEffectToStandardError) {
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

TEST_F(RunOutputs, MessagesCsvIsReproducibleAndComplete) {
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
TEST_F(RunOutputs, ActivityCsvHasALineForEveryModule) {
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
TEST_F(RunOutputs, AReductionIsTheSameWatchedOrNot) {
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

TEST_F(RunOutputs, TheHashOfTheMessagesIsThatOfTheirFile) {
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

TEST_F(RunOutputs, NobodyHashesMessagesUnasked) {
  ASSERT_EQ(flitcast({"run", "x.ini", "--output.json=a.json"}).exit_code, 0);
  EXPECT_TRUE(nlohmann::json::parse(folder().read("a.json"))["messages_hash"].is_null());
}

TEST_F(RunOutputs, OnlyJsonLeavesOtherFilesOut) {
  const ProgramResult result =
      flitcast({"run", "x.ini", "--only-json", "--output.json=a.json", "--output.messages=m.csv",
                "--output.links=l.csv", "--output.activity=e.csv", "--trace.vcd=t.vcd"});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(folder().files(), (Names{"a.json", "x.ini"}));
  EXPECT_FALSE(nlohmann::json::parse(folder().read("a.json"))["messages_hash"].is_null());
  const ProgramResult refused = flitcast({"run", "x.ini", "--only-json", "--output.json=b.json",
                                          "--trace.vcd=t.vcd", "--trace.scope=nothing"});
  EXPECT_EQ(refused.exit_code, 2);
  expect_one_message(refused, "--trace.scope: \"nothing\" names no module");
}

TEST_F(RunOutputs, UnwritableOutputIsFoundBeforeTheRun) {
  const ProgramResult result =
      flitcast({"run", "x.ini", "--output.messages=new/m.csv", "--output.json=x.ini/a.json"});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_EQ(result.out, "");
  expect_one_message(result, "--output.json: cannot write x.ini/a.json: Not a directory");
  EXPECT_EQ(folder().files(), Names{"x.ini"});
}

TEST_F(RunOutputs, EveryFileThatIsWrittenIsNamedWithItsSize) {
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

TEST_F(RunOutputs, FoldersOfFilesThatDoNotAppearDoNotEither) {
  const std::string command = "cd " + folder().path("") + " && " + FLITCAST_PROGRAM +
                              " run x.ini --output.json=new/one/a.json > /dev/full 2> err";
  EXPECT_EQ(WEXITSTATUS(std::system(command.c_str())), 2);
  EXPECT_FALSE(std::filesystem::exists(folder().path("new")));
}

TEST_F(RunOutputs, WithoutTheHostEveryFileIsReproducible) {
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

TEST_F(RunOutputs, NoFileAppearsWhenTheTableCannotBePrinted) {
  const std::string command = "cd " + folder().path("") + " && " + FLITCAST_PROGRAM +
                              " run x.ini --output.json=a.json --output.messages=a.csv"
                              " > /dev/full 2> err";
  const int status = std::system(command.c_str());
  EXPECT_EQ(WEXITSTATUS(status), 2);
  EXPECT_EQ(folder().files(), (Names{"err", "x.ini"}));
}

TEST_F(RunOutputs, AMessageThatCannotBeWrittenNamesItsKey) {
  // Enough messages that the file is written to while the simulation runs.
  const ProgramResult result = flitcast(
      {"run", "x.ini", "--topology.dims=6", "--output.messages=/dev/full", "--output.json=a.json"});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_EQ(result.out, "");
  expect_one_message(result, "--output.messages: cannot write /dev/full: No space left on device");
  EXPECT_EQ(folder().files(), Names{"x.ini"});
}

TEST_F(RunOutputs, TwoOutputsBehindALinkAreOneFile) {
  std::filesystem::create_symlink("a.csv", folder().path("link.json"));
  const ProgramResult result =
      flitcast({"run", "x.ini", "--output.json=link.json", "--output.messages=a.csv"});
  EXPECT_EQ(result.exit_code, 2);
  expect_one_message(result, "--output.messages: is the same file as output.json");
  EXPECT_EQ(folder().files(), (Names{"link.json", "x.ini"}));
}

TEST_F(RunOutputs, OutputNamesMayBeAsLongAsTheFileSystemAllows) {
  const std::string name = std::string(250, 'x') + ".json";
  EXPECT_EQ(flitcast({"run", "x.ini", "--output.json=" + name}).exit_code, 0);
  EXPECT_EQ(folder().files(), (Names{"x.ini", name}));
}

}  // namespace
}  // namespace flitcast::test_run_outputs
