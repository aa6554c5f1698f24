// flitcast report of folders: sweeps, predictions, answers of choose; and its pictures as files.

#include <algorithm>

#include "tb/system/files/written_files.h"
#include "tests/support/report/report_command.h"

namespace flitcast::test_report_folders {
namespace {

using Json = nlohmann::ordered_json;
using Words = std::vector<std::string>;

TEST_F(ReportPage, OfASweepHasThePointsThatAreAskedFor) {
  for (const char* const flits : {"1", "4", "8"}) {
    simulate(flits, {std::string("--traffic.message_flits=") + flits});
  }
  const std::vector<std::string> files{"1.json", "4.json", "8.json"};
  const auto with = [&](const std::string& option) {
    std::vector<std::string> words = files;
    words.push_back(option);
    return words;
  };
  EXPECT_EQ(column(page_inputs(page(with("--where=message_flits=1,8"))), "point"),
            Json({"1", "8"}));
  std::filesystem::remove(folder_.path("page.html"));
  EXPECT_EQ(refusal(with("--where=message_flits=2")),
            "flitcast: --where: no result has traffic.message_flits = 2; there are 1, 4, 8\n");
}

TEST_F(ReportPage, OfASweepHasItsPoints) {
  const ProgramResult sweep = run_flitcast(
      {"sweep", "--topology.kind=hypercube", "--topology.dims=2", "--traffic.algorithm=aas-hc-dex",
       "--sweep.message_flits=1..8 x2", "--out=sweep"},
      folder_.root());
  ASSERT_EQ(sweep.exit_code, 0) << sweep.err;
  const Json inputs = page_inputs(page({"sweep"}));
  EXPECT_EQ(inputs["table"]["points"], 4);
  EXPECT_EQ(column(inputs, "traffic.message_flits"), Json({1, 2, 4, 8}));
}

// On Q2 with t_s = 4 direct exchange takes 3·4 + 4 + 3μ, more than a lower bound; a mesh does not
// fit.
TEST_F(ReportPage, OfPredictionsHasWhatTheorySays) {
  const ProgramResult sweep =
      run_flitcast({"sweep", "--topology.dims=2", "--router.switching=wormhole",
                    "--traffic.algorithm=aas-hc-dex", "--sweep.kind=hypercube,mesh",
                    "--sweep.message_flits=1,8", "--predict", "--out=sweep"},
                   folder_.root());
  ASSERT_EQ(sweep.exit_code, 1) << sweep.err;
  const Json inputs = page_inputs(page({"sweep"}));
  EXPECT_EQ(inputs["table"]["points"], 2);
  EXPECT_EQ(inputs["table"]["predicted"], true);
  EXPECT_EQ(inputs["axes"]["y"], "theory_cycles");
  EXPECT_EQ(inputs["left_out"]["without_result"], 2);
  const Json cycles{3 * 4 + 4 + 3 * 1, 3 * 4 + 4 + 3 * 8};
  EXPECT_EQ(column(inputs, "theory_cycles"), cycles);
  EXPECT_EQ(column(inputs, "predicted_cycles"), cycles);
  EXPECT_EQ(page_inputs(page({"sweep", "--where=message_flits=8"}))["table"]["points"], 1);
  std::filesystem::remove(folder_.path("page.html"));
  EXPECT_EQ(refusal({"sweep", "--gallery"}),
            "flitcast: --gallery: shows what was simulated, and here is theory alone\n");
}

TEST_F(ReportPage, OfAnAnswerIsThePageThatChooseMade) {
  const ProgramResult choose = run_flitcast(
      {"choose", "bcast", "--nodes=16", "--topology.kind=mesh", "--router.switching=wormhole",
       "--traffic.message_flits=1..64 x2", "--predict", "--out=there"},
      folder_.root());
  ASSERT_EQ(choose.exit_code, 0) << choose.err;
  const std::string html = page({"there"});
  EXPECT_EQ(html, folder_.read("there/choose.html"));
  const ProgramResult pictures = report({"there", "--pictures=pictures"});
  ASSERT_EQ(pictures.exit_code, 0) << pictures.err;
  std::size_t regions = 0;
  const Json answer = Json::parse(folder_.read("there/choose.json"));
  for (const Json& situation : answer["situations"]) {
    regions += situation["regions"].size();
  }
  EXPECT_EQ(
      count(folder_.read("pictures/01-decision-map.svg"), "aria-roledescription=\"rect mark\""),
      regions);
  std::filesystem::remove(folder_.path("page.html"));
  folder_.write("there/choose.json", "{\"schema\": \"flitcast.choose/1\"}");
  EXPECT_EQ(refusal({"there"}),
            "flitcast: there/choose.json: lacks something that every answer has; run flitcast "
            "choose again in this folder\n");
  folder_.write("there/choose.json", "{}");
  EXPECT_EQ(refusal({"there"}),
            "flitcast: there/choose.json: is no answer of flitcast choose; run it again in this "
            "folder\n");
}

// Not silently that of a sweep of their runs; who wants that says so.
TEST_F(ReportPage, OfSeveralAnswersHasToBeAskedFor) {
  for (const char* folder : {"one", "two"}) {
    const ProgramResult choose = run_flitcast(
        {"choose", "bcast", "--nodes=4", "--topology.kind=mesh", "--router.switching=wormhole",
         "--traffic.message_flits=1,8", std::string("--out=") + folder},
        folder_.root());
    ASSERT_EQ(choose.exit_code, 0) << choose.err;
  }
  EXPECT_EQ(refusal({"one", "two"}),
            "flitcast: one: has an answer of flitcast choose, of which a page shows one; give it "
            "alone, or --y=completion_cycles for a page of all runs, as of a sweep\n");
  EXPECT_EQ(page_inputs(page({"one", "two", "--y=completion_cycles"}))["kind"], "sweep");
}

TEST_F(ReportPage, IsOfSchedulesOrOfRandomTraffic) {
  simulate("r");
  for (const Words& words : {Words{"load", "--out=curves", "--rates=0.1"},
                             Words{"run", "--load.rate=0.1", "--output.json=load.json"}}) {
    Words all = words;
    all.insert(all.end(), {"--topology.kind=mesh", "--topology.dims=2x2", "--load.precision=0.1"});
    const ProgramResult load = run_flitcast(all, folder_.root());
    ASSERT_EQ(load.exit_code, 0) << load.err;
  }
  const std::string why =
      ": is of random traffic, and this page is of schedules; give either alone, and traffic as "
      "results of flitcast run or as a folder of flitcast load\n";
  EXPECT_EQ(refusal({"r.json", "curves"}), "flitcast: curves" + why);
  EXPECT_EQ(refusal({"curves", "r.json"}), "flitcast: curves" + why);
  EXPECT_EQ(refusal({"r.json", "load.json"}), "flitcast: load.json" + why);
  EXPECT_EQ(refusal({"load.json", "r.json"}), "flitcast: load.json" + why);
  EXPECT_EQ(refusal({"r.json", "r.json", "load.json"}), "flitcast: load.json" + why);
}

TEST_F(ReportPage, HasItsPicturesAsFiles) {
  simulate("r");
  const ProgramResult result = report({"r.json", "--pictures=new/pictures", "--out=new/page.html"});
  ASSERT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(result.err, "");
  std::vector<std::string> names;
  for (const auto& file : std::filesystem::directory_iterator(folder_.path("new/pictures"))) {
    names.push_back(file.path().filename());
  }
  std::sort(names.begin(), names.end());
  EXPECT_EQ(names,
            (std::vector<std::string>{"01-use-of-the-links.svg", "02-rounds-in-space-and-time.svg",
                                      "03-latency-of-messages.svg"}));
  std::string written;
  for (std::string& name : names) {
    name.insert(0, "new/pictures/");
  }
  names.emplace_back("new/page.html");
  for (const std::string& name : names) {
    written +=
        "wrote " + name + ", " + byte_size(std::filesystem::file_size(folder_.path(name))) + "\n";
  }
  EXPECT_EQ(result.out, written);
  const std::string links = folder_.read("new/pictures/01-use-of-the-links.svg");
  EXPECT_EQ(links.rfind("<svg xmlns=", 0), 0U);
  EXPECT_EQ(links.substr(links.size() - 6), "</svg>");
  EXPECT_EQ(count(links, "aria-roledescription=\"rule mark\""), 20U);
  EXPECT_EQ(count(links, "aria-roledescription=\"circle\""), 8U);
  const Json run = page_inputs(page({"r.json"}))["runs"][0];
  EXPECT_EQ(count(folder_.read("new/pictures/02-rounds-in-space-and-time.svg"),
                  "aria-roledescription=\"rect mark\""),
            run["timeline"]["sends"]["columns"]["node"].size());
}

TEST_F(ReportPage, HasTheSamePicturesAgain) {
  simulate("a", {"--traffic.message_flits=1"});
  simulate("b", {"--traffic.message_flits=8"});
  for (const char* const folder : {"one", "two"}) {
    const ProgramResult result = report({"a.json", "b.json", "--x=message_flits",
                                         std::string("--pictures=") + folder, "--out=page.html"});
    ASSERT_EQ(result.exit_code, 0) << result.err;
  }
  const char* const name = "/01-simulation-and-theory.svg";
  EXPECT_EQ(count(folder_.read(std::string("one") + name), "aria-roledescription=\"point\""), 2U);
  EXPECT_EQ(folder_.read(std::string("one") + name), folder_.read(std::string("two") + name));
}

TEST_F(ReportPage, RefusesAFolderForPicturesThatCannotBe) {
  simulate("r");
  const ProgramResult result = report({"r.json", "--pictures=r.json"});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_NE(result.err.find("r.json"), std::string::npos) << result.err;
}

}  // namespace
}  // namespace flitcast::test_report_folders
