// The answers of flitcast choose against runs of everything there is.

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/support/program/run_flitcast.h"
#include "traffic/catalogue/row_names.h"
#include "traffic/schedule/random.h"

namespace flitcast::test_choose_sample {
namespace {

/// What `flitcast choose` answers to these words, as JSON.
nlohmann::json choose_answer(std::vector<std::string> words) {
  words.insert(words.begin(), {"choose"});
  words.emplace_back("--format=json");
  const ProgramResult result = run_flitcast(words);
  EXPECT_EQ(result.exit_code, 0) << result.err;
  return nlohmann::json::parse(result.out);
}

using Json = nlohmann::json;
using Words = std::vector<std::string>;

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

TEST(ChooseSample, AgreesWithASweepOfAllFormsAtASampleOfItsPoints) {
  constexpr std::size_t kPoints = 8;
  const Json answer = choose_answer(
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

// On a graph there is no closed form: rounds are added up at some sizes. Of 28 flits segments must
// divide, and none of the sizes that 8 segments cannot be played with counts for them.
TEST(ChooseSample, FindsTheBestSegmentsWhereNoClosedFormSaysThem) {
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

}  // namespace
}  // namespace flitcast::test_choose_sample
