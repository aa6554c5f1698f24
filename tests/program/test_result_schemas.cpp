// The JSON Schemas of what the program writes, by Python's jsonschema.

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "tb/config/resolve/resolve.h"
#include "tb/results/result_json.h"
#include "tests/support/program/json_schemas.h"
#include "tests/support/program/shipped_configs.h"

namespace flitcast::test_result_schemas {
namespace {

using Json = nlohmann::json;
using Words = std::vector<std::string>;
using Names = std::set<std::string>;

class ResultSchemas : public JsonSchemas {
 protected:
  /// What is printed, as a file.
  void write(const std::string& name, const Words& words, int exit_code = 0) const {
    const ProgramResult result = run_flitcast(words, folder_.root());
    EXPECT_EQ(result.exit_code, exit_code) << result.err;
    folder_.write(name, result.out);
  }
  /// The result of a run.
  void write_run(const std::string& name, Words words, int exit_code = 0) const {
    words.insert(words.begin(), "run");
    words.insert(words.end(), {"--output.json=-", "--only-json"});
    write(name, words, exit_code);
  }
  /// The command itself, on a file, as it is, without its schema, of another version and as a text.
  void expect_told_apart(const std::string& kind, const std::string& file) const {
    EXPECT_TRUE(accepts(kind, file));
    const Json whole = Json::parse(folder_.read(file));
    Json wrong = whole;
    wrong.erase("schema");
    folder_.write("wrong.json", wrong.dump());
    EXPECT_FALSE(accepts(kind, "wrong.json"));
    wrong = whole;
    wrong["schema"] = "flitcast." + kind + "/99";
    folder_.write("wrong.json", wrong.dump());
    EXPECT_FALSE(accepts(kind, "wrong.json"));
    folder_.write("wrong.json", "\"text\"");
    EXPECT_FALSE(accepts(kind, "wrong.json"));
  }
};

TEST_F(ResultSchemas, TakeTheResultsOfPrograms) {
  folder_.write("there.goal",
                "num_ranks 2\nrank 0 {\nsend 8b to 1\n}\nrank 1 {\nrecv 8b from 0\n}\n");
  folder_.write("stuck.goal", "num_ranks 2\nrank 1 {\nrecv 8b from 0\n}\n");
  const Words line{"--topology.kind=line", "--topology.dims=2", "--run.allow_deadlock=on"};
  for (const char* const name : {"there", "stuck"}) {
    Words words{std::string(name) + ".goal"};
    words.insert(words.end(), line.begin(), line.end());
    write_run(std::string(name) + ".json", words, name == std::string("stuck") ? 3 : 0);
    EXPECT_TRUE(accepts("program", std::string(name) + ".json"));
  }
  expect_told_apart("program", "there.json");
  EXPECT_EQ(unseen("program", "stuck.json", "rtl lockstep host"), Names{});
}

TEST_F(ResultSchemas, TakeTheResultsOfJobs) {
  write_run("jobs.json", {kConfigs + "jobs/two-all-reduces.ini"});
  expect_told_apart("jobs", "jobs.json");
  write_run("stuck.json", {kConfigs + "jobs/two-all-reduces.ini", "--run.max_cycles=200"}, 3);
  EXPECT_TRUE(accepts("jobs", "stuck.json"));
}

TEST_F(ResultSchemas, TakeShippedCertificates) {
  for (const auto& shipped : std::filesystem::directory_iterator(kConfigs + "optimal")) {
    const std::filesystem::path file = shipped.path() / "certificate.json";
    if (std::filesystem::exists(file)) {
      const std::string name = "certificate-" + shipped.path().filename().string() + ".json";
      std::filesystem::copy_file(file, folder_.path(name));
    }
  }
  EXPECT_EQ(refused("certificate", "certificate-*.json"), Names{});
  expect_told_apart("certificate", "certificate-dgx1-all-gather-3-2-4.json");
  expect_told_apart("certificate", "certificate-broadcast-mesh-4x4.json");
}

// Every regression that has a result, by the kind of it; among them what only some results have.
TEST_F(ResultSchemas, TakeTheResultsOfAllRegressions) {
  std::map<std::string, std::string> files;
  Names members;
  for (const auto& file : std::filesystem::recursive_directory_iterator(kConfigs + "regress")) {
    if (file.path().extension() != ".ini") {
      continue;
    }
    const ProgramResult run = run_flitcast(
        {"run", file.path().string(), "--output.json=-", "--only-json"}, folder_.root());
    if (run.out.empty()) {
      continue;  // it is to be refused
    }
    const Json result = Json::parse(run.out);
    const std::string schema = result["schema"];
    const std::string kind = schema.substr(9, schema.find('/') - 9);
    const std::string name = kind + std::to_string(folder_.files().size()) + ".json";
    folder_.write(name, run.out);
    files[kind] += name + " ";
    for (const auto& [member, value] : result.items()) {
      members.insert(value.is_null() ? "no " + member : member);
    }
  }
  EXPECT_EQ(files.size(), 2U);
  for (const auto& [kind, names] : files) {
    EXPECT_EQ(refused(kind, names), Names{});
  }
  for (const char* const member : {"background", "deadlock", "no deadlock", "no predicted_terms",
                                   "excess_split", "no excess_split", "messages_hash", "host"}) {
    EXPECT_EQ(members.count(member), 1U) << member;
  }
}

TEST_F(ResultSchemas, OfRunsNoticeEveryDamage) {
  const std::string optional = "background rtl lockstep host round";
  write_run("alone.json", {kConfigs + "catalogue/aor-hc.ini", "--expect.rounds=6"});
  write_run("loaded.json", {kConfigs + "regress/load/collective-under-load.ini", "--no-host"});
  write_run("stuck.json", {kConfigs + "vcd/deadlock.ini"}, 3);
  write_run("late.json", {kConfigs + "catalogue/aor-hc.ini", "--run.max_cycles=50"}, 3);
  EXPECT_EQ(refused("result", "*.json"), Names{});
  for (const char* const file : {"alone.json", "loaded.json", "stuck.json", "late.json"}) {
    EXPECT_EQ(unseen("result", file, optional), Names{}) << file;
  }
  expect_told_apart("result", "alone.json");
}

// Compared with routers in SystemVerilog, which takes other programs: the numbers mean nothing.
TEST_F(ResultSchemas, TakeComparisonsOfRouters) {
  RawConfig raw;
  give(raw, "topology.kind", "hypercube");
  give(raw, "topology.dims", "2");
  give(raw, "traffic.algorithm", "aas-hc-dex");
  ScheduleRun result;
  result.rtl.emplace();
  folder_.write("equal.json", result_json(resolve(raw), result).dump());
  result.rtl.reset();
  result.lockstep.emplace();
  folder_.write("none.json", result_json(resolve(raw), result).dump());
  result.lockstep->first = result.lockstep->first_flit = PinMismatch();
  folder_.write("lockstep.json", result_json(resolve(raw), result).dump());
  EXPECT_EQ(refused("result", "*.json"), Names{});
  EXPECT_EQ(unseen("result", "lockstep.json", "rtl lockstep host"), Names{});
}

TEST_F(ResultSchemas, OfLoadNoticeEveryDamage) {
  const std::string mesh = kConfigs + "load/mesh-uniform.ini";
  const Words short_run{"--topology.dims=4x4", "--load.precision=0.1", "--load.most_packets=3000"};
  const auto with = [&](Words words) {
    words.insert(words.end(), short_run.begin(), short_run.end());
    return words;
  };
  folder_.write("trace.csv", "0,0,1,5\n3,2,1,5\n");
  write_run("uniform.json", with({mesh}));
  write_run("saturated.json", with({mesh, "--load.rate=0.9", "--no-host"}));
  write_run("adaptive.json", with({mesh, "--routing=odd_even", "--router.pipeline=staged"}));
  write_run("replies.json", with({mesh, "--load.reply_flits=5"}));
  write_run("early.json", with({mesh, "--run.max_cycles=50"}), 3);
  write_run("trace.json", with({mesh, "--load.pattern=trace", "--load.pattern_file=trace.csv"}));
  write_run("stuck.json",
            {kConfigs + "regress/load/may-deadlock.ini", "--run.allow_deadlock=on",
             "--load.rate=0.9", "--load.sizes=60"},
            3);
  EXPECT_EQ(refused("load", "*.json"), Names{});
  for (const char* const file : {"uniform.json", "stuck.json"}) {
    EXPECT_EQ(unseen("load", file, "rtl lockstep host round"), Names{}) << file;
  }
  expect_told_apart("load", "uniform.json");
}

TEST_F(ResultSchemas, OfCurvesNoticeEveryDamage) {
  write("said", {"load", kConfigs + "load/mesh-uniform.ini", "--topology.dims=4x4",
                 "--load.precision=0.1", "--rates=0.1,0.9", "--out=curves", "--sweep.vcs=1,2"});
  std::filesystem::copy(folder_.path("curves/load.json"), folder_.path("curves.json"));
  EXPECT_EQ(unseen("curves", "curves.json"), Names{});
  expect_told_apart("curves", "curves.json");
}

TEST_F(ResultSchemas, OfChoicesNoticeEveryDamage) {
  write("choose.json",
        {"choose", "bcast", "--nodes=16", "--traffic.message_flits=1..40", "--format=json"});
  write("predicted.json", {"choose", "allreduce", "--nodes=12", "--topology.kind=mesh", "--predict",
                           "--format=json"});
  EXPECT_EQ(refused("choose", "choose.json predicted.json"), Names{});
  EXPECT_EQ(unseen("choose", "choose.json"), Names{});
  expect_told_apart("choose", "choose.json");
}

TEST_F(ResultSchemas, OfCrossoversNoticeEveryDamage) {
  write("crossover.json",
        {"choose", kConfigs + "sweep/crossover.ini", "--over=message_flits", "--to=64",
         "--between=aas-hc-sex,aas-hc-dex,aas-hc-multiphase", "--format=json"});
  EXPECT_EQ(unseen("crossover", "crossover.json"), Names{});
  expect_told_apart("crossover", "crossover.json");
}

TEST_F(ResultSchemas, OfDifferencesNoticeEveryDamage) {
  const std::string config = kConfigs + "catalogue/aas-hc-dex.ini";
  write_run("one.json", {config});
  write_run("other.json", {config, "--ni.startup=30", "--router.vcs=2"});
  write("same.json", {"diff", "one.json", "one.json", "--format=json"});
  write("differ.json", {"diff", "one.json", "other.json", "--format=json"}, 1);
  EXPECT_EQ(refused("diff", "same.json differ.json"), Names{});
  EXPECT_EQ(unseen("diff", "differ.json"), Names{});
  expect_told_apart("diff", "differ.json");
}

TEST_F(ResultSchemas, OfAreasNoticeEveryDamage) {
  const Words line{"area",          "--topology.kind=line", "--topology.dims=3", "--load.rate=0.1",
                   "--word-bits=4", "--cache=cache",        "--format=json"};
  write("area.json", line);
  EXPECT_EQ(unseen("area", "area.json"), Names{});
  expect_told_apart("area", "area.json");
}

TEST_F(ResultSchemas, OfTheCatalogueNoticeEveryDamage) {
  write("catalogue.json", {"list", "--format=json"});
  EXPECT_EQ(unseen("catalogue", "catalogue.json"), Names{});
  expect_told_apart("catalogue", "catalogue.json");
}

TEST_F(ResultSchemas, OfSchedulesTellWholeOnesFromExcerpts) {
  const std::string config = kConfigs + "regress/exchange/ring-direct.ini";
  write("schedule.json", {"show", config, "--format=json"});
  write("excerpt.json", {"show", config, "--format=json", "--round=1"});
  expect_told_apart("schedule", "schedule.json");
  expect_told_apart("excerpt", "excerpt.json");
  EXPECT_FALSE(accepts("excerpt", "schedule.json"));
  EXPECT_FALSE(accepts("schedule", "excerpt.json"));
}

// What results of schedules and of load have in common is described alike.
TEST_F(ResultSchemas, ShareTheirDefinitions) {
  std::map<std::string, Json> known;
  std::size_t shared = 0;
  for (const char* const kind : {"result", "load", "curves"}) {
    const Json document = Json::parse(std::ifstream(schema(kind)));
    for (const auto& [name, definition] : document["$defs"].items()) {
      const auto [place, is_new] = known.emplace(name, definition);
      shared += is_new ? 0 : 1;
      EXPECT_EQ(place->second, definition) << kind << " " << name;
    }
  }
  EXPECT_GE(shared, 15U);
}

}  // namespace
}  // namespace flitcast::test_result_schemas
