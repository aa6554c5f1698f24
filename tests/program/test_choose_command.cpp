#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tb/system/written_files.h"
#include "tests/support/program.h"
#include "traffic/catalogue/row_names.h"
#include "traffic/schedule/random.h"

namespace flitcast {
namespace {

using Json = nlohmann::json;
using Words = std::vector<std::string>;

Json answer_of(Words words) {
  words.insert(words.begin(), {"choose"});
  words.emplace_back("--format=json");
  const ProgramResult result = run_flitcast(words);
  EXPECT_EQ(result.exit_code, 0) << result.err;
  return Json::parse(result.out);
}

Words names_of(const Json& winners) {
  Words names;
  for (const Json& winner : winners) {
    names.push_back(winner["name"]);
  }
  return names;
}

const char* const kTiming = "--ni.startup=20";  // t_s = 24 with t_d = 2, t_m = 1

// On Q4: standard exchange, and phases of one dimension, 104 + 32μ; 2,1,1: 132 + 28μ;
// 2,2: 160 + 24μ; 3,1: 218 + 22μ; direct exchange 424 + 15μ. At 7 flits the first three take 328,
// at 29 the phases 2,2 and 3,1 take 856.
TEST(ChooseCommand, FindsTheRegionsOfTheClosedForms) {
  const Json answer =
      answer_of({"aas-hc-sex,aas-hc-dex,aas-hc-multiphase", "--topology.dims=4",
                 "--topology.kind=hypercube", "--router.switching=wormhole", "--router.ports=1",
                 "--router.delay=1", kTiming, "--traffic.message_flits=1..200"});
  EXPECT_EQ(answer["schema"], "flitcast.choose/1");
  ASSERT_EQ(answer["situations"].size(), 1U);
  const Json& regions = answer["situations"][0]["regions"];
  ASSERT_EQ(regions.size(), 3U);
  EXPECT_EQ(names_of(regions[0]["winners"]),
            (Words{"aas-hc-sex", "aas-hc-sex, ascending", "aas-hc-multiphase, partition 1,1,1,1"}));
  EXPECT_EQ(names_of(regions[1]["winners"]), Words{"aas-hc-multiphase, partition 2,2"});
  EXPECT_EQ(names_of(regions[2]["winners"]),
            (Words{"aas-hc-dex", "aas-hc-multiphase, partition 4"}));
  const std::vector<std::vector<int>> ends{
      {1, 104 + 32, 7, 328}, {8, 160 + 24 * 8, 29, 856}, {30, 424 + 450, 200, 424 + 3000}};
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(regions[i]["first"]["message_flits"], ends[i][0]);
    EXPECT_EQ(regions[i]["first"]["cycles"], ends[i][1]);
    EXPECT_EQ(regions[i]["last"]["message_flits"], ends[i][2]);
    EXPECT_EQ(regions[i]["last"]["cycles"], ends[i][3]);
    EXPECT_EQ(regions[i]["last"]["simulated"], true);
  }
  EXPECT_EQ(regions[0]["last"]["runner_up_cycles"], 328);
  EXPECT_EQ(regions[1]["last"]["runner_up"], "aas-hc-multiphase, partition 3,1");
  EXPECT_EQ(regions[1]["last"]["runner_up_cycles"], 856);
}

/// All forms of an all-to-all row on 16 nodes, as options.
std::vector<Words> all_forms() {
  std::vector<Words> forms;
  for (const Row* const row : rows_named("all-to-all")) {
    std::vector<Words> own{{"--traffic.algorithm=" + std::string(row->id)}};
    const auto cross = [&own](const std::string& key, const Words& values) {
      std::vector<Words> longer;
      for (const Words& form : own) {
        for (const std::string& value : values) {
          longer.push_back(form);
          longer.back().push_back(std::string("--traffic.").append(key).append("=").append(value));
        }
      }
      own = longer;
    };
    if (!row->variants.empty()) {
      cross("variant", {row->variants.begin(), row->variants.end()});
    }
    if (row->takes("traffic.radix")) {
      cross("radix", {"2", "3", "4", "5", "6", "7", "8", "16"});
    }
    if (row->takes("traffic.partition")) {
      cross("partition", {"4", "3,1", "1,3", "2,2", "2,1,1", "1,2,1", "1,1,1,1"});
    }
    forms.insert(forms.end(), own.begin(), own.end());
  }
  return forms;
}

/// The least of all completions at that point; forms that are refused do not count.
std::int64_t fastest_of_all(const Words& point) {
  std::int64_t best = std::numeric_limits<std::int64_t>::max();
  for (const Words& form : all_forms()) {
    Words words{"run", "--output.json=-"};
    words.insert(words.end(), point.begin(), point.end());
    words.insert(words.end(), form.begin(), form.end());
    const ProgramResult result = run_flitcast(words);
    if (result.exit_code == 0) {
      best = std::min(best, Json::parse(result.out)["completion_cycles"].get<std::int64_t>());
    }
  }
  return best;
}

/// The region of a size.
const Json* region_of(const Json& situation, int flits) {
  for (const Json& region : situation["regions"]) {
    if (region["first"]["message_flits"] <= flits && flits <= region["last"]["message_flits"]) {
      return &region;
    }
  }
  return nullptr;
}

TEST(ChooseCommand, AgreesWithASweepOfAllFormsAtASampleOfItsPoints) {
  constexpr std::size_t kPoints = 8;
  const Json answer = answer_of(
      {"all-to-all", "--nodes=16", "--ni.startup=0,60", "--traffic.message_flits=1..120"});
  ASSERT_EQ(answer["situations"].size(), 3U * 2 * 2 * 2);
  SplitMix64 random(7);
  for (std::size_t i = 0; i < kPoints; ++i) {
    const Json& situation = answer["situations"][random.below(answer["situations"].size())];
    const int flits = 1 + static_cast<int>(random.below(120));
    const Json* const region = region_of(situation, flits);
    ASSERT_NE(region, nullptr);
    Words point{"--traffic.message_flits=" + std::to_string(flits)};
    for (const auto& [key, value] : situation["keys"].items()) {
      point.push_back("--" + key + "=" + value.get<std::string>());
    }
    Words winner{"run", "--output.json=-"};
    winner.insert(winner.end(), point.begin(), point.end());
    for (const auto& [key, value] : (*region)["winners"][0]["keys"].items()) {
      winner.push_back("--" + key + "=" + value.get<std::string>());
    }
    const Json result = Json::parse(run_flitcast(winner).out);
    EXPECT_EQ(result["completion_cycles"], fastest_of_all(point))
        << situation["network"] << situation["hardware"] << flits;
  }
}

TEST(ChooseCommand, KeepsWhatItSimulatedAndLeavesWinnersReadyToRun) {
  const TempFolder folder;
  Words words{"choose",          "bcast",
              "--nodes=16",      "--topology.kind=mesh",
              "--router.irc=on", "--traffic.message_flits=1..64 x2",
              "--out=there"};
  const ProgramResult first = run_flitcast(words, folder.root());
  EXPECT_EQ(first.exit_code, 0) << first.err;
  const std::string csv = folder.read("there/choose.csv");
  const std::string json = folder.read("there/choose.json");
  EXPECT_NE(first.out.find("oab-mesh-irc"), std::string::npos) << first.out;
  EXPECT_EQ(folder.read("there/choose.html").empty(), FLITCAST_HAS_REPORT == 0);
  EXPECT_NE(first.out.find("there/choose.csv, " + byte_size(csv.size()) + "\n"), std::string::npos)
      << first.out;
  EXPECT_NE(first.out.find("there/winners/, "), std::string::npos) << first.out;
  words.emplace_back("--quiet");
  const ProgramResult again = run_flitcast(words, folder.root());
  EXPECT_EQ(again.out.find("wrote"), std::string::npos) << again.out;
  EXPECT_NE(again.out.find(", 0 of them now"), std::string::npos) << again.out;
  EXPECT_EQ(folder.read("there/choose.csv"), csv);
  EXPECT_EQ(folder.read("there/choose.json"), json);
  const ProgramResult winners = run_flitcast({"regress", "there/winners"}, folder.root());
  EXPECT_EQ(winners.exit_code, 0) << winners.out << winners.err;
}

TEST(ChooseCommand, MarksWhatIsPlayedOutsideItsModel) {
  const Json answer = answer_of({"aas-hc-dex", "--topology.dims=2", "--topology.kind=hypercube",
                                 "--traffic.message_flits=4", "--predict"});
  std::map<std::string, std::string> marks;
  for (const Json& situation : answer["situations"]) {
    EXPECT_EQ(situation["regions"][0]["first"]["simulated"], false);
    EXPECT_EQ(situation["simulated"], 0);
    marks[situation["hardware"]] = situation["regions"][0]["winners"][0]["outside_model"];
  }
  EXPECT_EQ(marks, (std::map<std::string, std::string>{
                       {"wormhole, 1 port", ""},
                       {"wormhole, all ports", "ports"},
                       {"store and forward, 1 port", "switching"},
                       {"store and forward, all ports", "ports, switching"}}));
}

// Their messages never wait: what was simulated at the border is known at the ends, too. With
// theory alone there is nothing to tell apart.
TEST(ChooseCommand, MarksWhatIsOnlyPredictedAmongWhatWasSimulated) {
  const Words words{"choose",
                    "aas-hc-sex,aas-hc-dex",
                    "--topology.dims=4",
                    "--topology.kind=hypercube",
                    "--router.switching=wormhole",
                    "--router.ports=1",
                    "--traffic.message_flits=1..64"};
  const ProgramResult simulated = run_flitcast(words);
  EXPECT_EQ(simulated.exit_code, 0) << simulated.err;
  EXPECT_NE(simulated.out.find(" % †"), std::string::npos) << simulated.out;
  EXPECT_NE(simulated.out.find("\n†: predicted"), std::string::npos) << simulated.out;
  Words theory = words;
  theory.emplace_back("--predict");
  EXPECT_EQ(run_flitcast(theory).out.find("†"), std::string::npos);
}

TEST(ChooseCommand, RefusesBadQuestionsAndWritesNothing) {
  const TempFolder folder;
  const std::vector<std::pair<Words, std::string>> questions{
      {{"all-to-all"}, "choose needs to know how large networks are; give --nodes=64"},
      {{"all-to-all", "--nodes=16", "--margin=-1"}, "--margin: "},
      {{"all-to-all", "--nodes=16", "--router.ports=1,x"}, "--router.ports: \"x\""},
      {{"all-to-all", "--nodes=16", "--dimensions=0"}, "--dimensions: "},
      {{"all-to-all", "bcast", "--nodes=16"}, "choose takes one operation; \"bcast\""},
      {{"multicast", "--nodes=16"}, "traffic.destinations"},
      {{"all-to-all", "--nodes=16", "--backend=none"}, "--backend: "}};
  for (auto [words, message] : questions) {
    words.insert(words.begin(), "choose");
    words.emplace_back("--out=there");
    const ProgramResult result = run_flitcast(words, folder.root());
    EXPECT_EQ(result.exit_code, 2) << message;
    EXPECT_EQ(result.out, "");
    EXPECT_NE(result.err.find(message), std::string::npos) << result.err;
    EXPECT_TRUE(folder.files().empty());
  }
}

}  // namespace
}  // namespace flitcast
