// Schedules from files, through the commands. That every row is played back as it was is tested in
// test_round_trips.cpp.

#include <algorithm>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/support/count.h"
#include "tests/support/program/run_flitcast.h"
#include "tests/support/schedules/schedule_mutations.h"

namespace flitcast::test_schedule_files {
namespace {

using Words = std::vector<std::string>;
using Json = nlohmann::json;

class ScheduleFileRun : public testing::Test {
 protected:
  ScheduleFileRun() {
    folder_.write("s.json", shipped_schedule());
    folder_.write("x.ini", "[topology]\nkind = ring\ndims = 3\n[traffic]\nschedule = s.json\n");
  }

  ProgramResult flitcast(const Words& words) const { return run_flitcast(words, folder_.root()); }
  /// One line on standard error, nothing else, and exit code 2.
  void refused(const Words& words, const std::string& part) const {
    const ProgramResult result = flitcast(words);
    EXPECT_EQ(result.exit_code, 2) << part;
    EXPECT_EQ(result.out, "");
    EXPECT_EQ(result.err.rfind("flitcast: ", 0), 0U) << result.err;
    EXPECT_EQ(std::count(result.err.begin(), result.err.end(), '\n'), 1) << result.err;
    EXPECT_TRUE(contains(result.err, part)) << result.err;
  }
  Json result_of(const Words& words) const {
    Words all{"run"};
    all.insert(all.end(), words.begin(), words.end());
    all.emplace_back("--output.json=r.json");
    const ProgramResult run = flitcast(all);
    EXPECT_EQ(run.exit_code, 0) << run.err;
    return Json::parse(folder_.read("r.json"));
  }
  const TempFolder& folder() const { return folder_; }

 private:
  TempFolder folder_;
};

// Two rounds of a neighbour's block of 4 flits: t_s = 4, t_d = 1, so that each takes 4 + 1 + 4.
TEST_F(ScheduleFileRun, IsPlayedLikeARow) {
  const Json result = result_of({"x.ini"});
  EXPECT_EQ(result["config"]["traffic.schedule"], folder().path("s.json"));
  EXPECT_FALSE(result["config"].contains("traffic.algorithm"));
  EXPECT_EQ(result["config"]["traffic.message_flits"], 4);
  EXPECT_EQ(result["rounds"], 2);
  EXPECT_EQ(result["messages"], 6);
  EXPECT_EQ(result["completion_cycles"],
            2 * (result["model"]["t_s"].get<int>() + result["model"]["t_d"].get<int>() + 4));
  EXPECT_EQ(result["excess_cycles"], 0);
  EXPECT_EQ(result["data_check"], "passed");
  EXPECT_EQ(result["notes"], Json::array());
}

TEST_F(ScheduleFileRun, AResultRepeatsIt) {
  const Json first = result_of({"x.ini", "--output.messages=a.csv"});
  folder().write("first.json", folder().read("r.json"));
  Json again = result_of({"first.json", "--output.messages=b.csv"});
  again["host"] = first["host"];
  EXPECT_EQ(again, first);
  EXPECT_EQ(folder().read("a.csv"), folder().read("b.csv"));
  EXPECT_EQ(flitcast({"diff", "first.json", "r.json"}).exit_code, 0);
}

TEST_F(ScheduleFileRun, IsToldByItsNameInReports) {
  const ProgramResult check = flitcast({"check", "x.ini"});
  EXPECT_EQ(check.exit_code, 0) << check.err;
  EXPECT_TRUE(contains(check.out,
                       "ring-all-gather: all-to-all broadcast on ring 3, 3 nodes, μ = 4 "
                       "flits"))
      << check.out;
  EXPECT_TRUE(contains(check.out, "contention     none: every round is link-disjoint"))
      << check.out;
  const ProgramResult show = flitcast({"show", "x.ini", "--round=1", "--node=0"});
  EXPECT_TRUE(contains(show.out, "round 1: node 0 sends 1 and receives 1")) << show.out;
}

TEST_F(ScheduleFileRun, BlocksMayHaveAnotherSize) {
  const Json result = result_of({"x.ini", "--traffic.message_flits=7"});
  EXPECT_EQ(result["flits"], 6 * 7);
  EXPECT_EQ(result["excess_cycles"], 0);
}

TEST_F(ScheduleFileRun, ASweepTakesSeveral) {
  folder().write("t.json", mutated({"message_flits\": 4", "message_flits\": 6", ""}));
  folder().write("base.ini", "[topology]\nkind = ring\ndims = 3\n");
  const Words words{"sweep", "base.ini", "--sweep.traffic.schedule=s.json,t.json", "--out=out"};
  const ProgramResult sweep = flitcast(words);
  EXPECT_EQ(sweep.exit_code, 0) << sweep.err;
  EXPECT_TRUE(contains(sweep.out, "points  2: 2 done\n")) << sweep.out;
  EXPECT_TRUE(contains(flitcast(words).out, "none: every result was there"));
  // What is in a file tells runs apart, not its name.
  folder().write("t.json", mutated({"message_flits\": 4", "message_flits\": 8", ""}));
  EXPECT_FALSE(contains(flitcast(words).out, "none: every result was there"));
}

TEST_F(ScheduleFileRun, ACrossoverTakesItsNetwork) {
  const ProgramResult result =
      flitcast({"crossover", "x.ini", "--over=message_flits", "--between=aab-ring,aab-bruck"});
  EXPECT_EQ(result.exit_code, 0) << result.err;
}

TEST_F(ScheduleFileRun, KeysThatOnlyRowsTakeAreTold) {
  const ProgramResult run = flitcast({"run", "x.ini", "--traffic.root=1", "--traffic.segments=2"});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  for (const char* key : {"traffic.root", "traffic.segments"}) {
    EXPECT_TRUE(contains(run.out, std::string(key) + " has no effect on ring-all-gather"))
        << run.out;
  }
  refused({"run", "x.ini", "--traffic.variant=x"},
          "--traffic.variant: ring-all-gather has no variants");
  refused({"run", "x.ini", "--traffic.data=x"}, "--traffic.data: ring-all-gather has no matrix");
}

TEST_F(ScheduleFileRun, EitherAnAlgorithmOrAScheduleIsGiven) {
  refused({"run", "x.ini", "--traffic.algorithm=aab-ring"},
          "x.ini:5: traffic.schedule: tells what to play, and so does traffic.algorithm; leave one "
          "of them out");
  refused(
      {"run", "--topology.kind=ring", "--topology.dims=3"},
      "--traffic.algorithm: is missing; give an id of flitcast list, like aas-hc-dex, or a file "
      "with a schedule as traffic.schedule, or random traffic as load.pattern");
}

TEST_F(ScheduleFileRun, TheNetworkIsThatOfTheFile) {
  refused({"run", "x.ini", "--topology.dims=4"},
          "x.ini:5: traffic.schedule: s.json: topology: the schedule is for ring 3, the network is "
          "ring 4; give topology.kind = ring and its size");
}

TEST_F(ScheduleFileRun, WhatTheRoundsDoWrongIsTheFilesFault) {
  const auto refuse = [&](const ScheduleMutation& mutation, const Words& more = {}) {
    folder().write("s.json", mutated(mutation));
    Words words{"run", "x.ini", "--output.json=r.json"};
    words.insert(words.end(), more.begin(), more.end());
    refused(words, "traffic.schedule: s.json: " + mutation.error);
    EXPECT_EQ(folder().files(), (Words{"s.json", "x.ini"}));
  };
  refuse({"[[2, null]]},\n     {\"src\": 1, \"dst\": [2], \"path\": [1, 2], \"blocks\": [[0, null",
          "[[2, null]]},\n     {\"src\": 1, \"dst\": [2], \"path\": [1, 2], \"blocks\": [[2, null",
          "rounds[1]: node 1 sends block 2->*, which it does not hold"});
  refuse({"[[1, null]]", "[[1, 2]]",
          "rounds[0]: node 1 sends block 1->2, which is not part of this all-to-all broadcast"});
  refuse({"\"src\": 1, \"dst\": [2], \"path\": [1, 2]",
          "\"src\": 0, \"dst\": [2], \"path\": [0, 2]",
          "rounds[0]: node 0 sends 2 messages at a time, the last of them message 0->2 (block "
          "1->*); ports: 1"});
  refuse({",\n     {\"src\": 2, \"dst\": [0], \"path\": [2, 0], \"blocks\": [[1, null]]}", "",
          "after the last round "});
}

TEST_F(ScheduleFileRun, ItsModelIsOfKeysOfTheConfiguration) {
  folder().write("s.json", mutated({"\"message_flits\": 4",
                                    "\"model\": {\"router.ports\": 2, \"router.switching\": "
                                    "\"store_and_forward\"}",
                                    ""}));
  const Json config = result_of({"x.ini"})["config"];
  EXPECT_EQ(config["router.ports"], 2);
  EXPECT_EQ(config["router.switching"], "store_and_forward");
  const Json given = result_of({"x.ini", "--router.ports=1"});
  EXPECT_EQ(given["config"]["router.ports"], 1);
  EXPECT_EQ(given["notes"], Json::array({"router.ports = 1: ring-all-gather is made for 2"}));
  folder().write("s.json", mutated({"\"message_flits\": 4",
                                    "\"model\": {\"router.switching\": \"wormwhole\"}", ""}));
  refused({"run", "x.ini"},
          "x.ini:5: traffic.schedule: s.json: model.router.switching: \"wormwhole\" is not known; "
          "give wormhole, cut_through or store_and_forward");
}

TEST_F(ScheduleFileRun, AnOutputDoesNotTakeItsPlace) {
  refused({"run", "x.ini", "--output.json=s.json"},
          "--output.json: is the same file as traffic.schedule");
}

}  // namespace
}  // namespace flitcast::test_schedule_files
