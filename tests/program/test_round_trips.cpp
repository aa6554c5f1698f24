// Every row and every application on its way through the commands: what one leaves, the others
// take, and nothing is lost.

#include <set>
#include <sstream>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/support/program/run_flitcast.h"
#include "tests/support/program/shipped_configs.h"

namespace flitcast::test_round_trips {
namespace {

using Words = std::vector<std::string>;

class RoundTrip : public testing::TestWithParam<std::string> {
 protected:
  ProgramResult flitcast(const Words& words) const { return run_flitcast(words, folder_.root()); }
  /// Runs a configuration, given as operand and options, and returns its result but for the host.
  std::string result_of(Words words) const {
    words.insert(words.begin(), "run");
    words.emplace_back("--output.json=made.json");
    const ProgramResult run = flitcast(words);
    EXPECT_EQ(run.exit_code, 0) << run.err;
    return reproducible(folder_.read("made.json"));
  }
  std::string config() const { return kConfigs + GetParam() + ".ini"; }

  TempFolder folder_;
};

/// Keys that the row makes no use of.
Words keys_without_effect(const Row& row) {
  Words words;
  for (const char* key : {"traffic.shift", "traffic.segments", "traffic.radix"}) {
    if (!row.takes(key)) {
      words.push_back(std::string("--") + key + "=2");
    }
  }
  return words;
}

TEST_P(RoundTrip, GivesTheSameResultFromResolvedConfigurationAndResult) {
  const std::string first = result_of({config()});
  const nlohmann::json json = nlohmann::json::parse(folder_.read("made.json"));
  std::filesystem::rename(folder_.path("made.json"), folder_.path("first.json"));

  const ProgramResult resolved = flitcast({"check", config(), "--resolved"});
  ASSERT_EQ(resolved.exit_code, 0) << resolved.err;
  folder_.write("resolved.ini", resolved.out);
  EXPECT_EQ(result_of({"resolved.ini"}), first);
  EXPECT_EQ(result_of({"first.json"}), first);
  const ProgramResult diff = flitcast({"diff", "first.json", "made.json"});
  EXPECT_EQ(diff.exit_code, 0) << diff.out;

  Words words{config()};
  const Row& row = find_row(json["config"]["traffic.algorithm"].get<std::string>());
  const Words more = keys_without_effect(row);
  words.insert(words.end(), more.begin(), more.end());
  if (json["config"]["topology.kind"] == "tree") {
    words.emplace_back("--router.routing=descending");
  }
  EXPECT_EQ(result_of(words), first);
}

/// The network and timing of an effective configuration, with a schedule in place of its traffic;
/// what the file of a schedule says of its hardware is left to it.
std::string played_from_file(const std::string& resolved, const std::string& file) {
  const std::set<std::string> told{"switching", "ports", "irc", "vcs", "routing", "duplex"};
  std::istringstream lines(resolved);
  std::string text;
  bool left_out = false;
  for (std::string line; std::getline(lines, line);) {
    if (line[0] == '[') {
      left_out = line == "[traffic]" || line == "[output]" || line == "[expect]";
    }
    if (!left_out && told.count(line.substr(0, line.find(' '))) == 0) {
      text += line + "\n";
    }
  }
  return text + "[traffic]\nschedule = " + file + "\n";
}

TEST_P(RoundTrip, IsPlayedFromAFileWithTheSameMessages) {
  result_of({config()});
  const nlohmann::json plain = nlohmann::json::parse(folder_.read("made.json"));
  const Row& row = find_row(plain["config"]["traffic.algorithm"].get<std::string>());
  std::vector<std::string_view> variants = row.variants;
  if (row.application != nullptr || variants.empty()) {
    variants.assign(1, "");
  }
  for (const std::string_view variant : variants) {
    Words given{config()};
    if (!variant.empty()) {
      given.push_back("--traffic.variant=" + std::string(variant));
    }
    const auto command = [&](const Words& begin, const Words& end) {
      Words words = begin;
      words.insert(words.end(), given.begin(), given.end());
      words.insert(words.end(), end.begin(), end.end());
      return flitcast(words);
    };
    const ProgramResult resolved = command({"check"}, {"--resolved"});
    if (resolved.exit_code != 0) {  // the variant does not fit the network
      continue;
    }
    command({"run"}, {"--output.messages=row.csv"});
    const ProgramResult shown = command({"show"}, {"--format=json"});
    ASSERT_EQ(shown.exit_code, 0) << shown.err;
    folder_.write("schedule.json", shown.out);
    folder_.write("file.ini", played_from_file(resolved.out, "schedule.json"));
    const ProgramResult run = flitcast({"run", "file.ini", "--output.messages=file.csv"});
    ASSERT_EQ(run.exit_code, 0) << run.err;
    EXPECT_EQ(run.err, "");
    EXPECT_EQ(folder_.read("file.csv"), folder_.read("row.csv")) << variant;

    nlohmann::json once = nlohmann::json::parse(shown.out);
    once["variant"] = nullptr;
    EXPECT_EQ(nlohmann::json::parse(flitcast({"show", "file.ini", "--format=json"}).out), once);
  }
}

TEST_P(RoundTrip, FindsItsResultsAgainInASweep) {
  const Words words{"sweep", config(), "--sweep.run.seed=1,2", "--out=out"};
  const ProgramResult sweep = flitcast(words);
  EXPECT_EQ(sweep.exit_code, 0) << sweep.err;
  EXPECT_NE(sweep.out.find("points  2: 2 done\n"), std::string::npos) << sweep.out;
  const std::string table = folder_.read("out/sweep.csv");
  const ProgramResult again = flitcast(words);
  EXPECT_EQ(again.exit_code, 0) << again.err;
  EXPECT_NE(again.out.find("run     none: every result was there\n"), std::string::npos)
      << again.out;
  EXPECT_EQ(folder_.read("out/sweep.csv"), table);
}

TEST_P(RoundTrip, MeetsWhatItsResultSays) {
  const std::string first = result_of({config()});
  const nlohmann::json json = nlohmann::json::parse(folder_.read("made.json"));
  const ProgramResult resolved = flitcast({"check", config(), "--resolved"});
  std::string expecting = resolved.out.substr(0, resolved.out.find("[expect]"));
  expecting += "\n[expect]\n";
  for (const char* key : {"completion_cycles", "excess_cycles", "rounds", "messages", "flits",
                          "lower_bound_cycles", "critical_path_cycles"}) {
    expecting += std::string(key) + " = " + json[key].dump() + "\n";
  }
  folder_.write("expecting.ini", expecting);
  const ProgramResult regress = flitcast({"regress", "expecting.ini"});
  EXPECT_EQ(regress.exit_code, 0) << regress.out << regress.err;
}

TEST_P(RoundTrip, HasAPage) {
  result_of({config()});
  const ProgramResult report = flitcast({"report", "made.json", "--out=page.html"});
  EXPECT_EQ(report.exit_code, FLITCAST_HAS_REPORT ? 0 : 2) << report.err;
  EXPECT_EQ(std::filesystem::exists(folder_.path("page.html")), FLITCAST_HAS_REPORT);
}

INSTANTIATE_TEST_SUITE_P(Catalogue, RoundTrip, testing::ValuesIn(catalogue_configs()), config_name);

}  // namespace
}  // namespace flitcast::test_round_trips
