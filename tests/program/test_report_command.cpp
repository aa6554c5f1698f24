// flitcast report from outside. What needs the drawing library is skipped, visibly, in a program
// without it.

#include <algorithm>
#include <numeric>

#include "tests/support/program/shell_run.h"
#include "tests/support/report/report_command.h"

namespace flitcast::test_report_command {
namespace {

using Json = nlohmann::ordered_json;

constexpr bool kHasLibrary = FLITCAST_HAS_REPORT;

TEST_F(ReportCommand, NeedsResultsAndAPlace) {
  EXPECT_EQ(refusal({}),
            "flitcast: report needs a result of flitcast run, several, or the folder of a sweep, "
            "like flitcast report result.json --out=report.html\n");
  const ProgramResult result = report({"r.json"});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_EQ(result.err, "flitcast: --out: is missing; give --out=report.html\n");
  EXPECT_EQ(refusal({"r.json", "--router.delay=2"}),
            "flitcast: report takes no configuration keys; leave out --router.delay\n");
}

TEST_F(ReportCommand, SaysHowToGetTheLibraryWhereItIsMissing) {
  if (kHasLibrary) {
    GTEST_SKIP() << "built with FLITCAST_REPORT";
  }
  simulate("r");
  EXPECT_EQ(refusal({"r.json"}),
            "flitcast: this program was built without the library that draws the pages; use tb/run "
            "report, or build with cmake -DFLITCAST_REPORT=ON, which needs npm\n");
}

TEST_F(ReportPage, OfARunHoldsWhatItsLogsSay) {
  simulate("r");
  const Json run = page_inputs(page({"r.json"}))["runs"][0];
  EXPECT_EQ(run["network"]["title"], "mesh 4x2");
  EXPECT_EQ(run["network"]["plane"]["channels"]["from"].size(), 20U);  // 10 pairs of neighbours
  EXPECT_EQ(run["network"]["plane"]["x"].size(), 8U);
  const auto messages = run["timeline"]["sends"]["columns"]["deliveries"].get<std::vector<int>>();
  EXPECT_EQ(std::accumulate(messages.begin(), messages.end(), 0), 8 * 7);
  const Json result = Json::parse(folder_.read("r.json"));
  EXPECT_EQ(run["result"]["completion_cycles"], result["completion_cycles"]);
  EXPECT_EQ(run["result"]["per_round"]["columns"]["end"].size(), result["rounds"]);
  const Json& channels = run["channels"]["columns"];
  double busiest = 0;
  for (std::size_t i = 0; i < channels["kind"].size(); ++i) {
    busiest = std::max(
        busiest, channels["kind"][i] == "link" ? channels["busy_cycles"][i].get<double>() : 0);
  }
  EXPECT_NEAR(busiest / result["completion_cycles"].get<double>(),
              result["links"]["max_utilization"].get<double>(), 1e-5);
}

TEST_F(ReportPage, IsTheSameFromGivenLogs) {
  simulate("r");
  const std::string repeated = page({"r.json"});
  EXPECT_EQ(page({"r.json", "--messages=r.messages.csv", "--links=r.links.csv"}), repeated);
  EXPECT_EQ(page({"r.json"}), repeated);
}

// A pipe can be read once: by this program, or by the run that is repeated.
TEST_F(ReportPage, TakesAResultFromAPipeOnlyWithItsLogs) {
  simulate("r");
  const ProcessEnd alone = run_shell(folder_, "cat r.json | \"$0\" report /dev/stdin --out=p.html");
  EXPECT_TRUE(alone.exited_with(2)) << alone.describe();
  EXPECT_EQ(alone.err,
            "flitcast: /dev/stdin: is a pipe, and the run is to be repeated from it; give a file "
            "that stays, or both logs with --messages and --links\n");
  const ProcessEnd with_logs =
      run_shell(folder_,
                "mkfifo m l; cat r.messages.csv > m & cat r.links.csv > l & "
                "cat r.json | \"$0\" report /dev/stdin --messages=m --links=l --out=p.html");
  EXPECT_TRUE(with_logs.exited_with(0)) << with_logs.err;
  EXPECT_EQ(folder_.read("p.html"), page({"r.json"}));
}

TEST_F(ReportPage, OfAStuckRunSaysWhoWaitsForWhom) {
  const ProgramResult stuck = run_flitcast(
      {"run", FLITCAST_ROOT "/configs/vcd/deadlock.ini", "--output.json=r.json"}, folder_.root());
  ASSERT_EQ(stuck.exit_code, 3);
  const Json deadlock = page_inputs(page({"r.json"}))["runs"][0]["result"]["deadlock"];
  EXPECT_EQ(deadlock["cycle"], Json({42, 45, 43, 47}));
  EXPECT_EQ(deadlock["worms"]["columns"]["message"].size(),
            Json::parse(folder_.read("r.json"))["deadlock"]["worms"].size());
}

TEST_F(ReportPage, OfSeveralRunsHasARowForEach) {
  simulate("a", {"--traffic.message_flits=1"});
  simulate("b", {"--traffic.message_flits=8"});
  const Json inputs = page_inputs(page({"b.json", "a.json", "--x=message_flits"}));
  EXPECT_EQ(inputs["axes"],
            Json::parse(R"({"x": "traffic.message_flits", "y": "completion_cycles"})"));
  EXPECT_EQ(column(inputs, "point"), Json({"b", "a"}));
  EXPECT_EQ(column(inputs, "traffic.message_flits"), Json({8, 1}));
  EXPECT_EQ(page_inputs(page({"a.json", "b.json", "--y=p95"}))["axes"]["y"], "latency.p95");
}

TEST_F(ReportPage, OfTwoRunsHasBothOverTheSameTime) {
  simulate("a");
  simulate("b", {"--traffic.message_flits=8"});
  const Json inputs = page_inputs(page({"a.json", "b.json"}));
  EXPECT_EQ(inputs["kind"], "pair");
  ASSERT_EQ(inputs["runs"].size(), 2U);
  for (const char* const name : {"a", "b"}) {
    const Json& run = inputs["runs"][name == std::string("a") ? 0 : 1];
    EXPECT_EQ(run["name"], std::string(name) + ".json");
    EXPECT_EQ(run["result"]["completion_cycles"],
              Json::parse(folder_.read(std::string(name) + ".json"))["completion_cycles"]);
    EXPECT_EQ(run["operation"], "all-to-all scatter");
    EXPECT_GE(run["channels"]["columns"]["from"].size(), 20U);
  }
}

TEST_F(ReportPage, OfTwoRunsOnDifferentNetworksHasBoth) {
  simulate("a");
  simulate("b", {}, "4x4");
  const Json runs = page_inputs(page({"a.json", "b.json"}))["runs"];
  EXPECT_EQ(runs[0]["network"]["plane"]["channels"]["from"].size(), 20U);
  EXPECT_EQ(runs[1]["network"]["plane"]["channels"]["from"].size(), 48U);
}

TEST_F(ReportPage, OfTwoRunsMayHaveOneThatGotStuck) {
  const ProgramResult stuck = run_flitcast(
      {"run", FLITCAST_ROOT "/configs/vcd/deadlock.ini", "--output.json=r.json"}, folder_.root());
  ASSERT_EQ(stuck.exit_code, 3);
  const ProgramResult ends = run_flitcast(
      {"run", FLITCAST_ROOT "/configs/vcd/deadlock.ini", "--router.vcs=2", "--output.json=s.json"},
      folder_.root());
  ASSERT_EQ(ends.exit_code, 0) << ends.err;
  const Json runs = page_inputs(page({"r.json", "s.json"}))["runs"];
  EXPECT_EQ(runs[0]["result"]["deadlock"]["cycle"][0], 42);
  EXPECT_TRUE(runs[1]["result"]["deadlock"].is_null());
}

TEST_F(ReportPage, MayWaitForItsResults) {
  const std::string html = page({"--empty"});
  EXPECT_EQ(page_inputs(html), Json::parse(R"({"kind": "empty"})"));
  std::filesystem::remove(folder_.path("page.html"));
  EXPECT_EQ(refusal({"--empty", "r.json"}),
            "flitcast: --empty: is for a page without results; leave out r.json\n");
}

TEST_F(ReportPage, RefusesWhatIsNoResult) {
  EXPECT_EQ(refusal({"none.json"}), "flitcast: cannot read none.json: No such file or directory\n");
  folder_.write("r.json", "{\"schema\": \"flitcast.result/1\", \"config\": {}}");
  EXPECT_EQ(refusal({"r.json"}), "flitcast: r.json: its config has no topology\n");
  EXPECT_EQ(refusal({"."}).substr(0, 38), "flitcast: .: is no folder of a sweep; ");
}

TEST_F(ReportPage, RefusesAResultThatLacksSomething) {
  simulate("r");
  Json result = Json::parse(folder_.read("r.json"));
  result.erase("per_round");
  folder_.write("r.json", result.dump());
  EXPECT_EQ(refusal({"r.json"}),
            "flitcast: r.json: lacks something that every result has; run it anew with flitcast "
            "run\n");
}

TEST_F(ReportPage, RefusesARunThatCannotBeRepeated) {
  simulate("r");
  Json result = Json::parse(folder_.read("r.json"));
  result["completion_cycles"] = 1;
  folder_.write("r.json", result.dump());
  EXPECT_NE(refusal({"r.json"}).find("because a repeat has another completion_cycles"),
            std::string::npos);
  result["config"]["router.switching"] = "store_and_forward";
  result["config"]["router.irc"] = "on";
  folder_.write("r.json", result.dump());
  EXPECT_NE(refusal({"r.json"}).find("r.json: the run cannot be repeated, exit code 2: flitcast: "),
            std::string::npos);
}

TEST_F(ReportPage, RefusesLogsOfAnotherRun) {
  simulate("r");
  simulate("other", {}, "8x2");
  EXPECT_EQ(refusal({"r.json", "--messages=r.messages.csv"}),
            "flitcast: --messages: goes with --links; give both logs of the run, or none to have "
            "it repeated\n");
  EXPECT_EQ(
      refusal({"r.json", "--messages=other.messages.csv", "--links=r.links.csv"}).substr(0, 52),
      "flitcast: other.messages.csv: is not of this run: it");
  EXPECT_EQ(refusal({"r.json", "--messages=r.messages.csv", "--links=other.links.csv"}),
            "flitcast: other.links.csv: is not of this run: mesh 4x2 has no channel 0 → 8\n");
  EXPECT_EQ(refusal({"r.json", "--messages=r.links.csv", "--links=r.messages.csv"}).substr(0, 47),
            "flitcast: r.links.csv:1: is not a log as output");
}

TEST_F(ReportPage, RefusesOptionsOfTheOtherKindOfPage) {
  simulate("r");
  EXPECT_EQ(refusal({"r.json", "--x=dims"}), "flitcast: --x: is for the results of a sweep\n");
  EXPECT_EQ(refusal({"r.json", "r.json", "--links=r.links.csv"}),
            "flitcast: --links: is for the result of one run\n");
  EXPECT_EQ(refusal({"r.json", "r.json", "--x=dimms"}),
            "flitcast: --x: no result has \"dimms\"; the nearest is dims\n");
}

TEST_F(ReportPage, NeverTakesThePlaceOfWhatItIsMadeOf) {
  simulate("r");
  for (const char* const name : {"r.json", "r.messages.csv", "r.links.csv"}) {
    const std::string before = folder_.read(name);
    const ProgramResult result = report({"r.json", "--messages=r.messages.csv",
                                         "--links=r.links.csv", std::string("--out=./") + name});
    EXPECT_EQ(result.exit_code, 2);
    EXPECT_EQ(result.err, std::string("flitcast: --out: ./") + name +
                              " is called like something else than a page; give one like "
                              "report.html\n");
    EXPECT_EQ(folder_.read(name), before);
  }
  const std::string before = folder_.read("r.json");
  folder_.write("r.html", before);
  const ProgramResult result = report({"r.html", "--out=./r.html"});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_EQ(result.err,
            "flitcast: --out: ./r.html is what the page is made of; give the page a file of its "
            "own, like --out=report.html\n");
  EXPECT_EQ(folder_.read("r.html"), before);
}

TEST_F(ReportPage, BlamesTheFileThatLacksAMeasure) {
  simulate("good");
  folder_.write("bad.json", "{\"schema\": \"flitcast.result/1\", \"config\": {}}");
  EXPECT_EQ(refusal({"good.json", "bad.json", "--x=dims"}),
            "flitcast: bad.json: has no number of completion_cycles; give results of flitcast run "
            "or flitcast sweep\n");
}

TEST_F(ReportPage, RefusesAPlaceThatCannotBeWritten) {
  simulate("r");
  const ProgramResult result = report({"r.json", "--out=r.json/folder.html"});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_NE(result.err.find("r.json/folder.html"), std::string::npos);
}

}  // namespace
}  // namespace flitcast::test_report_command
