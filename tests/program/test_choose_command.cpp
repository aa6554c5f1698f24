#include <algorithm>
#include <cstdint>
#include <limits>
#include <map>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tb/system/files/written_files.h"
#include "tests/support/program/choose_json.h"
#include "tests/support/program/run_flitcast.h"

namespace flitcast::test_choose_command {
namespace {

using Json = nlohmann::json;
using Words = std::vector<std::string>;

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
      choose_answer({"aas-hc-sex,aas-hc-dex,aas-hc-multiphase", "--topology.dims=4",
                     "--topology.kind=hypercube", "--router.switching=wormhole", "--router.ports=1",
                     "--router.delay=1", kTiming, "--traffic.message_flits=1..200"});
  EXPECT_EQ(answer["schema"], "flitcast.choose/1");
  ASSERT_EQ(answer["situations"].size(), 1U);
  const Json& regions = answer["situations"][0]["regions"];
  ASSERT_EQ(regions.size(), 3U);
  EXPECT_EQ(names_of(regions[0]["winners"]),
            (Words{"aas-hc-multiphase, partition 1,1,1,1", "aas-hc-sex", "aas-hc-sex, ascending"}));
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
  const Json answer = choose_answer({"aas-hc-dex", "--topology.dims=2", "--topology.kind=hypercube",
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

// Without a margin only the winner is simulated. With theory alone there is nothing to tell apart.
TEST(ChooseCommand, MarksWhatIsOnlyPredictedAmongWhatWasSimulated) {
  const Words words{"choose",
                    "oab-hc-nesbt,oab-chain",
                    "--topology.dims=4",
                    "--topology.kind=hypercube",
                    "--router.switching=wormhole",
                    "--router.ports=1",
                    "--traffic.message_flits=2048,4096",
                    "--margin=0%"};
  const ProgramResult simulated = run_flitcast(words);
  EXPECT_EQ(simulated.exit_code, 0) << simulated.err;
  EXPECT_NE(simulated.out.find(" % †"), std::string::npos) << simulated.out;
  EXPECT_NE(simulated.out.find("\n†: predicted"), std::string::npos) << simulated.out;
  Words theory = words;
  theory.emplace_back("--predict");
  EXPECT_EQ(run_flitcast(theory).out.find("†"), std::string::npos);
}

// On a graph there is no closed form: rounds are added up at some sizes. Of 28 flits segments must
// divide, and none of the sizes that 8 segments cannot be played with counts for them.
TEST(ChooseCommand, FindsTheBestSegmentsWhereNoClosedFormSaysThem) {
  const std::string file = std::string(FLITCAST_ROOT) + "/configs/data/unequal-16.txt";
  const Words network{"--topology.file=" + file, "--router.switching=wormhole", "--router.ports=1"};
  Words question{"bcast", "--traffic.message_flits=1..40"};
  question.insert(question.end(), network.begin(), network.end());
  const Json answer = choose_answer(question);
  for (const int flits : {1, 7, 12, 28, 32, 40}) {
    std::int64_t best = std::numeric_limits<std::int64_t>::max();
    for (int segments = 1; segments <= 32; segments *= 2) {
      Words run{"run",
                "--topology.kind=graph",
                "--traffic.algorithm=oab-chain",
                "--output.json=-",
                "--traffic.segments=" + std::to_string(segments),
                "--traffic.message_flits=" + std::to_string(flits)};
      run.insert(run.end(), network.begin(), network.end());
      const ProgramResult result = run_flitcast(run);
      EXPECT_EQ(result.exit_code == 0, flits % segments == 0);
      if (result.exit_code == 0) {
        best = std::min(best, Json::parse(result.out)["completion_cycles"].get<std::int64_t>());
      }
    }
    const Json* found = nullptr;
    for (const Json& region : answer["situations"][0]["regions"]) {
      const bool holds = region["first"]["message_flits"] <= flits &&
                         flits <= region["last"]["message_flits"] &&
                         flits % region["multiples_of"].get<int>() == 0;
      if (holds && (found == nullptr || region["multiples_of"] > (*found)["multiples_of"])) {
        found = &region;
      }
    }
    ASSERT_NE(found, nullptr);
    Words winner{"run", "--output.json=-", "--traffic.message_flits=" + std::to_string(flits),
                 "--topology.kind=graph"};
    winner.insert(winner.end(), network.begin(), network.end());
    for (const auto& [key, value] : (*found)["winners"][0]["keys"].items()) {
      winner.push_back("--" + key + "=" + value.get<std::string>());
    }
    EXPECT_EQ(Json::parse(run_flitcast(winner).out)["completion_cycles"], best) << flits;
  }
}

TEST(ChooseCommand, TakesListsThatAreOneValueAsRunsDo) {
  const Words cube{"--topology.dims=4", "--topology.kind=hypercube", "--router.switching=wormhole",
                   "--router.ports=1", "--predict"};
  const auto winner = [&](Words words) {
    words.insert(words.end(), cube.begin(), cube.end());
    return choose_answer(words)["situations"][0]["regions"][0]["winners"][0]["name"];
  };
  EXPECT_EQ(winner({"aas", "--partition=2,2", "--traffic.message_flits=2"}),
            "aas-hc-multiphase, partition 2,2");
  EXPECT_EQ(winner({"aas", "--sweep.partition=(3,1), (2,2)", "--traffic.message_flits=2"}),
            "aas-hc-multiphase, partition 2,2");
  const Json multicast =
      choose_answer({"multicast", "--nodes=16", "--destinations=1,5,9,14", "--predict",
                     "--topology.kind=mesh", "--traffic.message_flits=4"});
  EXPECT_EQ(multicast["situations"][0]["keys"]["traffic.destinations"], "1,5,9,14");
}

TEST(ChooseCommand, NamesTheSizesThatCanBePlayed) {
  const ProgramResult result = run_flitcast({"choose", "allreduce", "--nodes=12",
                                             "--topology.kind=mesh", "--router.switching=wormhole",
                                             "--router.ports=1", "--traffic.message_flits=1..40"});
  EXPECT_NE(result.out.find("\n  multiples of 8:\n  8 "), std::string::npos) << result.out;
}

TEST(ChooseCommand, VerifiesNoLargeSchedulesForPredictions) {
  const ProgramResult result =
      run_flitcast({"choose", "alltoall", "--nodes=4096", "--topology.kind=hypercube",
                    "--router.switching=wormhole", "--router.ports=1", "--predict"});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_NE(result.err.find("note: schedules for more than 512 nodes are not verified"),
            std::string::npos)
      << result.err;
}

TEST(ChooseCommand, RefusesBadQuestionsAndWritesNothing) {
  const TempFolder folder;
  const std::vector<std::pair<Words, std::string>> questions{
      {{"all-to-all"}, "choose needs to know how large networks are; give --nodes=64"},
      {{"all-to-all", "--nodes=16", "--margin=-1"}, "--margin: "},
      {{"all-to-all", "--nodes=16", "--router.ports=1,x"}, "--router.ports: \"x\""},
      {{"all-to-all", "--nodes=16", "--dimensions=0"}, "--dimensions: "},
      {{"all-to-all", "--nodes=8x4"},
       "--nodes: 8x4 is a network; give --nodes=32, or --topology.dims=8x4 for meshes and tori"},
      {{"all-to-all", "--nodes=8xy"}, "--nodes: \"8xy\" is not a number"},
      {{"all-to-all", "bcast", "--nodes=16"}, "choose takes one operation; \"bcast\""},
      {{"multicast", "--nodes=16"}, "traffic.destinations"},
      {{"bcast", "--nodes=16", "--traffic.variant=foo"},
       "choose: no algorithm of broadcast takes traffic.variant = foo there; "},
      {{"aas", "--nodes=16", "--partition=2,3"},
       "2,3 is not a partition of 4 dimensions; the nearest is 2,2"},
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
}  // namespace flitcast::test_choose_command
