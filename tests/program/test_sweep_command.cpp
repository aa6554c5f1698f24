#include <algorithm>

#include <gtest/gtest.h>

#include "tb/explore/points/sweep_folder.h"
#include "tests/support/program/database.h"
#include "tests/support/program/sweep_runs.h"

namespace flitcast::test_sweep_command {
namespace {

// (2^n − 1)·t_s + n·2^(n − 1)·t_d + (2^n − 1)·μ with t_s = 4, t_d = 1.
TEST_F(SweepCommand, CollectsEveryPointInTheOrderOfTheSweep) {
  const ProgramResult result = sweep("out");
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ(result.err, "");
  EXPECT_TRUE(contains(result.out, "points  20: 20 done\n")) << result.out;
  const Table table = parsed(csv("out"));
  Words dims;
  Words sizes;
  Words cycles;
  for (int n = 1; n <= 4; ++n) {
    for (int mu = 1; mu <= 16; mu *= 2) {
      dims.push_back(std::to_string(n));
      sizes.push_back(std::to_string(mu));
      cycles.push_back(std::to_string(((1 << n) - 1) * (4 + mu) + (n << (n - 1))));
    }
  }
  EXPECT_EQ(column(table, "topology.dims"), dims);
  EXPECT_EQ(column(table, "traffic.message_flits"), sizes);
  EXPECT_EQ(column(table, "completion_cycles"), cycles);
  EXPECT_EQ(column(table, "predicted_cycles"), cycles);
  EXPECT_EQ(column(table, "status"), Words(20, "done"));
  EXPECT_EQ(column(table, "router.buffer_flits"), Words(20, "2"));
  EXPECT_EQ(column(table, "latency.min")[1], "7");
  EXPECT_EQ(Words(table[0].begin(), table[0].begin() + 7),
            (Words{"point", "status", "version", "nodes", "ports_given", "topology.kind",
                   "topology.dims"}));
  EXPECT_EQ(column(table, "nodes")[0], "2");
  EXPECT_EQ(column(table, "nodes")[19], "16");
  EXPECT_EQ(column(table, "ports_given"), Words(20, ""));
  const std::string version = column(table, "version")[0];
  EXPECT_EQ(run_flitcast({"--version"}).out.find("flitcast " + version + "\n"), 0U);
  EXPECT_EQ(std::count_if(table[0].begin(), table[0].end(),
                          [](const std::string& name) {
                            return contains(name, "host") || contains(name, "expect");
                          }),
            0);
  for (const std::string& point : column(table, "point")) {
    EXPECT_TRUE(std::filesystem::exists(folder().path("out/results/" + point + ".json")));
  }
}

TEST_F(SweepCommand, LeavesTheSameTableWhateverTheNumberOfProcesses) {
  EXPECT_EQ(sweep("a", {"--jobs=1"}).exit_code, 0);
  EXPECT_EQ(sweep("b", {"--jobs=5"}).exit_code, 0);
  EXPECT_EQ(csv("a"), csv("b"));
  EXPECT_EQ(folder().read("a/sweep.sqlite"), folder().read("b/sweep.sqlite"));
}

TEST_F(SweepCommand, LeavesReproducibleResultsWithoutTheHost) {
  EXPECT_EQ(sweep("a", {"--no-host", "--jobs=2"}).exit_code, 0);
  EXPECT_EQ(sweep("b", {"--no-host"}).exit_code, 0);
  EXPECT_EQ(sweep("c").exit_code, 0);
  const std::filesystem::directory_iterator points(folder().path("a/results"));
  std::size_t count = 0;
  for (const auto& point : points) {
    const std::string file = "/results/" + point.path().filename().string();
    EXPECT_EQ(folder().read("a" + file), folder().read("b" + file));
    EXPECT_FALSE(contains(folder().read("a" + file), "\"host\""));
    EXPECT_TRUE(contains(folder().read("c" + file), "\"host\""));
    ++count;
  }
  EXPECT_EQ(count, 20U);
}

TEST_F(SweepCommand, LeavesADatabaseThatHoldsWhatTheCsvHolds) {
  // The last point cannot be run: it has no measures.
  sweep("out", {"--sweep.dims=1..3, 17"});
  const Database database(folder().path("out/sweep.sqlite"));
  const Table csv_table = parsed(csv("out"));
  std::size_t row = 0;
  database.each("SELECT * FROM points ORDER BY rowid", [&](sqlite3_stmt* values) {
    ++row;
    ASSERT_LT(row, csv_table.size());
    ASSERT_EQ(static_cast<std::size_t>(sqlite3_column_count(values)), csv_table[0].size());
    for (std::size_t i = 0; i < csv_table[0].size(); ++i) {
      const int at = static_cast<int>(i);
      const std::string& field = csv_table[row][i];
      EXPECT_EQ(sqlite3_column_name(values, at), csv_table[0][i]);
      if (sqlite3_column_type(values, at) == SQLITE_FLOAT) {
        EXPECT_EQ(sqlite3_column_double(values, at), std::stod(field)) << csv_table[0][i];
      } else {
        const unsigned char* text = sqlite3_column_text(values, at);
        EXPECT_EQ(text == nullptr ? "" : std::string(text, text + sqlite3_column_bytes(values, at)),
                  field);
      }
    }
  });
  EXPECT_EQ(row, 20U);
  Words types;
  database.each(
      "SELECT DISTINCT typeof(\"topology.dims\") || typeof(\"link.delay\") || "
      "typeof(\"latency.mean\") || typeof(rounds) FROM points WHERE status = 'done'",
      [&](sqlite3_stmt* values) {
        const unsigned char* text = sqlite3_column_text(values, 0);
        types.emplace_back(text, text + sqlite3_column_bytes(values, 0));
      });
  EXPECT_EQ(types, Words{"textintegerrealinteger"});
}

TEST_F(SweepCommand, RunsOnlyWhatIsMissing) {
  EXPECT_EQ(sweep("out").exit_code, 0);
  const std::string table = csv("out");
  const Words points = column(parsed(table), "point");
  EXPECT_TRUE(contains(sweep("out").out, "run     none: every result was there"));
  const auto file = [](const std::string& point) { return "out/results/" + point + ".json"; };
  std::filesystem::remove(folder().path(file(points[3])));
  folder().write(file(points[7]), folder().read(file(points[7])).substr(0, 200));
  folder().write(file(points[11]), "{\"schema\": \"flitcast.result/0\", \"config\": {}}");
  folder().write(file(points[12]), "");
  folder().write(file(points[13]), folder().read(file(points[14])));
  folder().write(file(points[15]), "{\"schema\": \"flitcast.result/1\", \"config\": {}}");
  std::string edited = folder().read(file(points[16]));
  edited.replace(edited.find("\"completion_cycles\": ") + 21, 1, "\"x\", \"y\": 1");
  folder().write(file(points[16]), edited);
  folder().write("out/sweep.csv", "old");
  const ProgramResult result = sweep("out");
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_TRUE(contains(result.out, "run     7 in ")) << result.out;
  EXPECT_EQ(std::count(result.err.begin(), result.err.end(), '\n'), 6) << result.err;
  EXPECT_TRUE(contains(result.err, points[13] + ".json: is of another configuration: "
                                                "traffic.message_flits = 16, not 8; runs again\n"))
      << result.err;
  EXPECT_TRUE(contains(result.err, points[7] + ".json: is no JSON: ")) << result.err;
  EXPECT_EQ(csv("out"), table);
  // Other points of the same folder: the results that both have are there already.
  EXPECT_TRUE(contains(sweep("out", {"--sweep.dims=4..5"}).out, "run     5 in "));
}

TEST_F(SweepCommand, KillsPointsThatTakeTooLong) {
  const ProgramResult result =
      sweep("out", {"--sweep.dims=2, 12", "--sweep.message_flits=100, 200", "--time-limit=3"});
  EXPECT_EQ(result.exit_code, 1);
  const Table table = parsed(csv("out"));
  EXPECT_EQ(column(table, "status"), (Words{"done", "done", "failed", "failed"}));
  EXPECT_EQ(column(table, "completion_cycles")[2], "");
  const std::string point = column(table, "point")[2];
  EXPECT_TRUE(
      contains(result.err, "\nfailed: 2 points, topology.dims = 12\n    " FLITCAST_PROGRAM " run "))
      << result.err;
  EXPECT_TRUE(contains(result.err, "\n    killed after 3 s\n    see " +
                                       folder().path("out/failed/" + point + ".txt\n")))
      << result.err;
  EXPECT_TRUE(contains(folder().read("out/failed/" + point + ".txt"), "\nkilled after 3 s\n"));
}

TEST_F(SweepCommand, KeepsTheResultOfARunThatGaveUp) {
  const Words options{"--sweep.dims=1, 4", "--sweep.message_flits=8", "--run.max_cycles=50"};
  const ProgramResult result = sweep("out", options);
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_TRUE(contains(result.out, "2: 1 done, 1 stuck\n")) << result.out;
  const Table table = parsed(csv("out"));
  EXPECT_EQ(column(table, "status"), (Words{"done", "stuck"}));
  EXPECT_EQ(column(table, "deadlock"), (Words{"none", "max_cycles"}));
  EXPECT_TRUE(contains(result.err, "stuck: 1 point, topology.dims = 4\n    see " +
                                       folder().path("out/results/" + column(table, "point")[1])))
      << result.err;
  EXPECT_TRUE(contains(sweep("out", options).out, "run     none"));
}

TEST_F(SweepCommand, KeepsTheResultOfARunThatDidNotMeetItsExpectations) {
  const Words options{"--sweep.dims=1..3", "--sweep.message_flits=8"};
  EXPECT_EQ(sweep("out", options).exit_code, 0);
  const std::string good = csv("out");
  Words expecting = options;
  expecting.emplace_back("--expect.rounds=3");  // 1, 3 and 7
  const ProgramResult result = sweep("out", expecting);
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_TRUE(contains(result.out, "3: 1 done, 2 unmet\n")) << result.out;
  EXPECT_TRUE(contains(result.out, "run     3 in ")) << result.out;
  const Table table = parsed(csv("out"));
  EXPECT_EQ(column(table, "status"), (Words{"unmet", "done", "unmet"}));
  EXPECT_EQ(column(table, "rounds"), (Words{"1", "3", "7"}));
  EXPECT_TRUE(contains(sweep("out", expecting).out, "run     none"));
  EXPECT_EQ(sweep("out", options).exit_code, 0);
  EXPECT_EQ(csv("out"), good);
}

TEST_F(SweepCommand, LeavesAFolderAloneThatAnotherSweepIsAtWorkIn) {
  const SweepFolder taken(folder().path("out"));
  taken.create();
  {
    const FolderLock lock(taken);
    const ProgramResult result = sweep("out");
    EXPECT_EQ(result.exit_code, 2);
    EXPECT_EQ(result.out, "");
    EXPECT_EQ(result.err, "flitcast: --out: another sweep is at work in " + taken.path() +
                              "; wait for its end, or give another folder\n");
  }
  EXPECT_EQ(sweep("out").exit_code, 0);
}

TEST_F(SweepCommand, RefusesDataThatAResultCannotName) {
  folder().write("\xFF.csv", "1,2\n3,4\n");
  const ProgramResult result =
      run_flitcast({"sweep", "--topology.kind=hypercube", "--topology.dims=1",
                    "--traffic.algorithm=app-transpose", "--traffic.data=\xFF.csv",
                    "--sweep.seed=1,2", "--out=out"},
                   folder().root());
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_TRUE(contains(result.err, "is not UTF-8, so that no result can name it")) << result.err;
  EXPECT_FALSE(std::filesystem::exists(folder().path("out")));
}

TEST_F(SweepCommand, RefusesWhatItCannotDoBeforeItMakesAFolder) {
  const std::vector<std::pair<Words, std::string>> cases{
      {{"sweep", "x.ini"}, "sweep needs a folder for its results; give --out=DIR"},
      {{"sweep", "--out=out"}, "sweep needs a configuration file"},
      {{"sweep", "x.ini", "--out=out", "--jobs=0"}, "--jobs: \"0\" is out of range"},
      {{"sweep", "x.ini", "--out=out", "--backend=cloud"},
       "--backend: \"cloud\" is not known; give local"},
      {{"sweep", "x.ini", "--out=out", "--sweep.dims=1..3 y2"},
       "--sweep.dims: \"1..3 y2\" is not a range"},
      {{"sweep", "x.ini", "--out=out", "--sweep.dims", "1"}, "--sweep.dims: has no list"},
      {{"sweep", "x.ini", "--out=out", "--router.vcs=1, 2"},
       "--router.vcs: takes one value; give the list as \"--sweep.vcs=1, 2\""},
      {{"sweep", "x.ini", "--out=out", "--router.vcs=x, 2"},
       "--router.vcs: \"x, 2\" is not a number"},
      {{"sweep", "--out=out", "--only=x.ini", "--predict"}, "--predict: --only runs what another"},
      {{"sweep", "x.ini", "--out=out", "--sweep.delay=1"}, "\"delay\" may be several keys"},
      {{"sweep", "x.ini", "--out=o#ut"}, "o#ut\" has a character that begins a comment"},
      {{"sweep", "x.ini", "--out=out", "--sweep.algorithm=aas-hc-dex,foo"},
       "--sweep.algorithm: there is no algorithm or operation \"foo\""},
      {{"sweep", "x.ini", "--out=out", "--sweep.skip=failed"},
       "--sweep.skip: \"failed\" is not known; give none or unfit"},
      {{"sweep", "x.ini", "--out=out", "--predict", "--jobs=2"},
       "--jobs: --predict runs nothing; leave it out"},
      {{"sweep", "x.ini", "--out=x.ini/out"}, "cannot make the folder "},
      {{"sweep", "--out=out", "--only=x.ini"}, "--only: x.ini is no list of points"},
      {{"sweep", "--out=out", "--only=nowhere"}, "--only: cannot read nowhere"},
      {{"run", "x.ini"},
       "x.ini:6: sweep.dims: run takes one configuration, not a sweep; give it "
       "to flitcast sweep"},
      {{"check", "x.ini"}, "check takes one configuration"},
      {{"show", "x.ini"}, "show takes one configuration"},
      {{"run", "x.ini", "--dry-run"}, "run takes no --dry-run"},
  };
  for (const auto& [words, message] : cases) {
    const ProgramResult result = run_flitcast(words, folder().root());
    EXPECT_EQ(result.exit_code, 2) << message;
    EXPECT_EQ(result.out, "");
    EXPECT_TRUE(contains(result.err, message)) << result.err;
    EXPECT_EQ(std::count(result.err.begin(), result.err.end(), '\n'), 1) << result.err;
    EXPECT_FALSE(std::filesystem::exists(folder().path("out"))) << message;
  }
}

}  // namespace
}  // namespace flitcast::test_sweep_command
