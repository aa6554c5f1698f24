// What sweeps know before they run: what does not fit, and what theory says.

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <iterator>

#include <gtest/gtest.h>

#include "tests/support/program/database.h"
#include "tests/support/program/sweep_runs.h"

namespace flitcast::test_sweep_foresight {
namespace {

using SweepForesight = SweepCommand;

TEST_F(SweepForesight, SaysHowManyPortsWereGivenAndHowManyThereAre) {
  sweep("out", {"--sweep.dims=2, 3", "--sweep.ports=1, all", "--sweep.message_flits=1"});
  const Table table = parsed(csv("out"));
  EXPECT_EQ(column(table, "ports_given"), (Words{"1", "all", "1", "all"}));
  EXPECT_EQ(column(table, "router.ports"), (Words{"1", "2", "1", "3"}));
  sweep("out", {"--sweep.dims=2, 3", "--router.ports=all", "--sweep.message_flits=1"});
  EXPECT_EQ(column(parsed(csv("out")), "ports_given"), (Words{"all", "all"}));
}

TEST_F(SweepForesight, RunsWhatFitsAndGroupsTheRest) {
  const ProgramResult result =
      sweep("out", {"--sweep.dims=1, 17, 2, 18", "--sweep.message_flits=3, 4"});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_TRUE(contains(result.out, "points  8: 4 done, 4 unfit\n")) << result.out;
  EXPECT_TRUE(contains(result.out, "run     4 in ")) << result.out;
  const Table table = parsed(csv("out"));
  EXPECT_EQ(column(table, "status"),
            (Words{"done", "done", "unfit", "unfit", "done", "done", "unfit", "unfit"}));
  EXPECT_EQ(column(table, "topology.dims"), (Words{"1", "1", "17", "17", "2", "2", "18", "18"}));
  EXPECT_EQ(column(table, "nodes"), (Words{"2", "2", "", "", "4", "4", "", ""}));
  EXPECT_EQ(column(table, "completion_cycles"), (Words{"8", "9", "", "", "25", "28", "", ""}));
  EXPECT_EQ(result.err,
            "flitcast: not every point is good\n"
            "unfit: 4 points, topology.dims = 17, 18\n"
            "    --sweep.dims: a hypercube takes its dimension, 0 to 16, not 17; and the like\n"
            "skip = unfit in [sweep], or --sweep.skip=unfit, leaves out what does not fit\n");
}

TEST_F(SweepForesight, LeavesOutWhatDoesNotFitWhenTold) {
  const ProgramResult result = sweep(
      "out", {"--sweep.dims=1, 17, 2, 18", "--sweep.message_flits=3, 4", "--sweep.skip=unfit"});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ(result.err, "");
  EXPECT_TRUE(contains(result.out, "points   4: 4 done\n  skipped  4 that do not fit\n"))
      << result.out;
  EXPECT_TRUE(
      contains(result.out, "\nskipped: 4 points, topology.dims = 17, 18\n    --sweep.dims: "))
      << result.out;
  EXPECT_EQ(column(parsed(csv("out")), "topology.dims"), (Words{"1", "1", "2", "2"}));
}

// Two ports too few show in the rounds alone.
TEST_F(SweepForesight, CountsWhatARunRefusesAsUnfit) {
  const Words options{"--sweep.algorithm=aas-hc-allport-sf", "--sweep.ports=1, all",
                      "--sweep.dims=3", "--sweep.message_flits=1"};
  const ProgramResult result = sweep("out", options);
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_EQ(column(parsed(csv("out")), "status"), (Words{"unfit", "done"}));
  EXPECT_TRUE(contains(result.err,
                       "unfit: 1 point, router.ports = 1\n    --sweep.ports: "
                       "aas-hc-allport-sf cannot be played like this"))
      << result.err;
  Words skipping = options;
  skipping.emplace_back("--sweep.skip=unfit");
  for (const char* way : {"--jobs=1", "--predict"}) {
    skipping.emplace_back(way);
    const ProgramResult skipped = sweep("out", skipping);
    EXPECT_EQ(skipped.exit_code, 0) << skipped.err;
    EXPECT_EQ(column(parsed(csv("out")), "ports_given"), Words{"all"});
    skipping.pop_back();
  }
}

TEST_F(SweepForesight, FillsItsTablesFromTheory) {
  const Words options{"--sweep.dims=2, 17", "--sweep.message_flits=8, 16", "--predict"};
  const ProgramResult result = sweep("out", options);
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_TRUE(contains(result.out,
                       "points  4: 2 predicted, 2 unfit\n"
                       "  theory  2 by closed form\n"))
      << result.out;
  EXPECT_EQ(results("out"), 0U);
  const Table table = parsed(csv("out"));
  EXPECT_EQ(column(table, "status"), (Words{"predicted", "predicted", "unfit", "unfit"}));
  EXPECT_EQ(column(table, "predicted_cycles"), (Words{"40", "64", "", ""}));  // 3·(4 + μ) + 4
  EXPECT_EQ(column(table, "predicted_terms.t_s"), (Words{"3", "3", "", ""}));
  EXPECT_EQ(column(table, "model.t_s"), (Words{"4", "4", "", ""}));
  EXPECT_EQ(std::count(table[0].begin(), table[0].end(), "completion_cycles"), 0);
  // What it says is what runs say, and results that are there stay in the table.
  EXPECT_EQ(sweep("out", {options[0], "--sweep.message_flits=8"}).exit_code, 1);
  EXPECT_EQ(sweep("out", options).exit_code, 1);
  const Table mixed = parsed(csv("out"));
  EXPECT_EQ(column(mixed, "status"), (Words{"done", "predicted", "unfit", "unfit"}));
  EXPECT_EQ(column(mixed, "completion_cycles"), (Words{"40", "", "", ""}));
  for (const char* name : {"predicted_cycles", "predicted_terms.t_d", "lower_bound_cycles",
                           "router.switching", "nodes"}) {
    EXPECT_EQ(column(mixed, name), column(table, name)) << name;
  }
  const Database database(folder().path("out/sweep.sqlite"));
  std::int64_t sum = 0;
  database.each("SELECT predicted_cycles FROM points WHERE status != 'unfit'",
                [&](sqlite3_stmt* values) { sum += sqlite3_column_int64(values, 0); });
  EXPECT_EQ(sum, 40 + 64);
}

// Without a closed form, the rounds are added up; of load, theory has latency and bounds.
TEST_F(SweepForesight, PredictsWhatHasNoClosedFormAsACheckDoes) {
  const ProgramResult result = run_flitcast(
      {"sweep", "--topology.kind=hypercube", "--topology.dims=3", "--traffic.algorithm=aas-hc-dex",
       "--sweep.switching=store_and_forward", "--out=a", "--predict"},
      folder().root());
  EXPECT_TRUE(contains(result.out, "theory  1 as flitcast check does\n"))
      << result.out << result.err;
  const ProgramResult run = run_flitcast(
      {"sweep", "--topology.kind=hypercube", "--topology.dims=3", "--traffic.algorithm=aas-hc-dex",
       "--sweep.switching=store_and_forward", "--out=b"},
      folder().root());
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_EQ(column(parsed(csv("a")), "predicted_cycles"),
            column(parsed(csv("b")), "predicted_cycles"));
  const ProgramResult load = run_flitcast({"sweep", "--topology.kind=mesh", "--topology.dims=4x4",
                                           "--sweep.load.rate=0.1", "--out=c", "--predict"},
                                          folder().root());
  EXPECT_TRUE(contains(load.out, "theory  1 as flitcast check does\n")) << load.out;
  EXPECT_NE(std::stod(column(parsed(csv("c")), "theory.zero_load")[0]), 0);
}

TEST_F(SweepForesight, ListsItsPointsWithoutRunningThem) {
  const Words options{"--sweep.dims=2, 17", "--sweep.message_flits=8", "--dry-run"};
  const ProgramResult before = sweep("out", options);
  EXPECT_EQ(before.exit_code, 0);
  EXPECT_FALSE(std::filesystem::exists(folder().path("out")));
  EXPECT_TRUE(contains(before.out,
                       "  topology.dims  traffic.message_flits  nodes  ports  predicted  status\n"))
      << before.out;
  EXPECT_TRUE(contains(
      before.out, "              2                      8      4      1         40  missing\n"))
      << before.out;
  EXPECT_TRUE(contains(before.out,
                       "\nunfit: 1 point, topology.dims = 17\n    --sweep.dims: a hypercube takes "
                       "its dimension, 0 to 16, not 17\n\n2 points: 1 missing, 1 unfit\n"))
      << before.out;
  sweep("out", {options[0], options[1]});
  EXPECT_TRUE(contains(sweep("out", options).out, "\n2 points: 1 done, 1 unfit\n"));
}

TEST_F(SweepForesight, ListsItsPointsWithoutAFolder) {
  const ProgramResult result = run_flitcast({"sweep", "x.ini", "--dry-run"}, folder().root());
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_TRUE(contains(result.out, "  nodes  ports  predicted\n")) << result.out;
  EXPECT_TRUE(contains(result.out, "\n20 points: 20 fit\n")) << result.out;
}

TEST(SweepReadme, ShowsWhatADryRunOfItsExampleSays) {
  std::ifstream file(FLITCAST_ROOT "/tb/explore/README.md");
  const std::string readme(std::istreambuf_iterator<char>(file), {});
  const std::string command =
      "$ tb/run sweep configs/sweep/all-to-all-networks.ini --dry-run "
      "\"--sweep.algorithm=aas-hc-*\" --sweep.message_flits=16 --sweep.ports=1\n";
  const std::size_t at = readme.find(command);
  ASSERT_NE(at, std::string::npos);
  const std::string shown = readme.substr(at + command.size());
  const ProgramResult result =
      run_flitcast({"sweep", "configs/sweep/all-to-all-networks.ini", "--dry-run",
                    "--sweep.algorithm=aas-hc-*", "--sweep.message_flits=16", "--sweep.ports=1"},
                   FLITCAST_ROOT);
  EXPECT_EQ(result.out, shown.substr(0, shown.find("```")));
}

}  // namespace
}  // namespace flitcast::test_sweep_foresight
