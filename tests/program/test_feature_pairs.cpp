// Features side by side: runs in which every pair of them occurs, the traffic, every value of every
// key, outputs and waveforms, and what is done with a run: repeated, expected, read back, resumed.
// A sample; all pairs by hand, best under sanitizers:
//
//   FLITCAST_PAIRS=1000000 build-asan/tests/program/test_program_pairs
//
// FLITCAST_PAIRS is how many runs are drawn at most, FLITCAST_SEED draws others.

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tb/config/keys/sweep_keys.h"
#include "tb/explore/sweep/sweep_points.h"
#include "tb/system/process_pool.h"
#include "tests/support/runs/drawn_run.h"
#include "tests/support/runs/result_faults.h"

namespace flitcast::test_feature_pairs {
namespace {

using Words = std::vector<std::string>;
using Files = std::map<std::string, std::string>;

/// Runs the program in a folder.
ProcessEnd flitcast(const std::string& folder, const std::string& before, const Words& words) {
  constexpr ProcessPool::Seconds kLongest(250);
  Words command{"/bin/sh", "-c", "cd \"$0\" && " + before + " \"$@\"", folder, FLITCAST_PROGRAM};
  command.insert(command.end(), words.begin(), words.end());
  return run_program(command, kLongest);
}

Files files_in(const std::string& folder) {
  Files files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    if (entry.is_regular_file()) {
      std::ifstream file(entry.path(), std::ios::binary);
      files[entry.path().lexically_relative(folder).string()] = {
          std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    }
  }
  return files;
}

/// What became of a run in a folder of its own.
struct Outcome {
  ProcessEnd end;
  Files files;
  nlohmann::json result() const {
    const auto found = files.find("result.json");
    return found == files.end() ? nlohmann::json() : nlohmann::json::parse(found->second);
  }
};

class FeaturePairs : public testing::TestWithParam<std::size_t> {
 protected:
  void SetUp() override { ::setenv("SOURCE_DATE_EPOCH", "0", 1); }

  /// The run, and what is to be done with it.
  void use(const DrawnRun& run);
  /// A refused configuration ends with exit 2 and one line that begins so.
  void expect_refused(const RunDraw::Refusal& refusal);

 private:
  Outcome outcome_of(const Words& words, const std::string& before = "exec") {
    const std::string folder = folder_.path("run");  // files may tell where they lie
    std::filesystem::create_directory(folder);
    ++outcomes_;
    ProcessEnd end = flitcast(folder, before, words);
    Outcome outcome{std::move(end), files_in(folder)};
    std::filesystem::remove_all(folder);
    return outcome;
  }
  /// "run" and keys; `operand` is in place of those that are no outputs.
  static Words words_of(const DrawnKeys& keys, const std::string& operand = "") {
    Words words{"run"};
    if (!operand.empty()) {
      words.push_back(operand);
    }
    for (const auto& [key, value] : keys) {
      const std::string_view section = find_key(key)->section();
      if (operand.empty() || section == "output" || section == "trace") {
        words.push_back("--" + key + "=" + value);
      }
    }
    words.insert(words.end(), {"--output.json=result.json", "--no-host"});
    return words;
  }

  static void expect_right(const DrawnRun& run, const Outcome& outcome);
  void expect_same(const Outcome& first, const Words& words);
  void expect_measured(const Outcome& first, Words words);
  void expect_resumed(const DrawnRun& run, const Words& command);

  TempFolder folder_;
  int outcomes_ = 0;
};

void FeaturePairs::expect_right(const DrawnRun& run, const Outcome& outcome) {
  const bool may_give_up = run.config.max_cycles || run.config.allow_deadlock;
  ASSERT_TRUE(outcome.end.exited_with(0) || (may_give_up && outcome.end.exited_with(3)))
      << outcome.end.describe() << "\n"
      << outcome.end.err;
  const nlohmann::json result = outcome.result();
  ASSERT_TRUE(result.is_object());
  EXPECT_EQ(result["deadlock"].is_null(), outcome.end.exit_code == 0);
  EXPECT_EQ(ResultFaults(result).faults(), Words{});
}

void FeaturePairs::expect_same(const Outcome& first, const Words& words) {
  const Outcome again = outcome_of(words);
  EXPECT_EQ(again.end.exit_code, first.end.exit_code) << again.end.err;
  ASSERT_EQ(again.files.size(), first.files.size());
  for (const auto& [name, content] : first.files) {
    const auto found = again.files.find(name);
    ASSERT_NE(found, again.files.end()) << name;
    EXPECT_TRUE(found->second == content) << name << " is another";
  }
}

/// What a result says of itself is met by the same run, and its contrary is not.
void FeaturePairs::expect_measured(const Outcome& first, Words words) {
  const nlohmann::json result = first.result();
  for (const ConfigKey& key : config_keys()) {
    std::string path(key.section() == "expect" ? key.last_part() : "");
    std::replace(path.begin(), path.end(), '.', '/');
    const nlohmann::json::json_pointer place("/" + path);
    if (path.empty() || !result.contains(place) || result[place].is_structured() ||
        result[place].is_null()) {
      continue;
    }
    const nlohmann::json& value = result[place];
    words.push_back("--" + std::string(key.name) + "=" +
                    (value.is_string() ? value.get<std::string>() : value.dump()));
  }
  const Outcome met = outcome_of(words);
  EXPECT_EQ(met.end.exit_code, 0) << met.end.err;
  words.emplace_back("--expect.deadlock=no_progress");
  const Outcome unmet = outcome_of(words);
  EXPECT_EQ(unmet.end.exit_code, 1) << unmet.end.err;
}

/// What is killed and started again ends like what is not.
void FeaturePairs::expect_resumed(const DrawnRun& run, const Words& command) {
  DrawnKeys keys = run.keys;
  keys.erase(
      std::remove_if(keys.begin(), keys.end(),
                     [](const auto& key) { return !tells_runs_apart(*find_key(key.first)); }),
      keys.end());
  const std::string config = folder_.write("x.ini", explore::given_ini(raw_of(keys)));
  Words words{command[0], config, "--out=out", "--jobs=1", "--quiet", "--no-host"};
  words.insert(words.end(), command.begin() + 1, command.end());
  const Outcome whole = outcome_of(words);
  EXPECT_TRUE(whole.end.exited_with(0) || whole.end.exited_with(1)) << whole.end.err;
  const std::string after = std::to_string(0.03 + 0.07 * static_cast<double>(outcomes_ % 5));
  const Outcome resumed =
      outcome_of(words, "timeout -s KILL " + after + " \"$@\" > /dev/null 2>&1;");
  EXPECT_EQ(resumed.end.exit_code, whole.end.exit_code) << resumed.end.err;
  for (const auto& [name, content] : whole.files) {
    const bool table = name.find("sqlite") == std::string::npos;
    const auto found = resumed.files.find(name);
    ASSERT_NE(found, resumed.files.end()) << name;
    EXPECT_TRUE(!table || found->second == content) << name << " is another";
  }
}

void FeaturePairs::use(const DrawnRun& run) {
  const Words words = words_of(run.keys);
  const Outcome first = outcome_of(words);
  expect_right(run, first);
  if (HasFatalFailure()) {
    return;
  }
  if (run.use == run_use::kTwice) {
    expect_same(first, words);
  } else if (run.use == run_use::kExpected && first.end.exit_code == 0) {
    expect_measured(first, words);
  } else if (run.use == run_use::kReadBack) {
    expect_same(first,
                words_of(run.keys, folder_.write("first.json", first.files.at("result.json"))));
  } else if (run.use == run_use::kResolved) {
    Words check = words;
    check[0] = "check";
    check.back() = "--resolved";
    const Outcome resolved = outcome_of(check);
    ASSERT_EQ(resolved.end.exit_code, 0) << resolved.end.err;
    expect_same(first, words_of(run.keys, folder_.write("resolved.ini", resolved.end.out)));
  } else if (run.use == run_use::kSweep) {
    expect_resumed(run, {"sweep", "--sweep.run.seed=1,2,3"});
  } else if (run.use == run_use::kCurve && run.traffic == played_traffic::kLoad) {
    expect_resumed(run, {"load", "--rates=0.02,0.3"});
  }
}

void FeaturePairs::expect_refused(const RunDraw::Refusal& refusal) {
  SCOPED_TRACE(options_of_keys(refusal.first));
  const Outcome outcome = outcome_of(words_of(refusal.first));
  EXPECT_EQ(outcome.end.exit_code, 2) << outcome.end.describe() << outcome.end.err;
  EXPECT_EQ(outcome.end.err, "flitcast: " + refusal.second + "\n");
  EXPECT_TRUE(outcome.files.empty());
}

std::vector<std::size_t> level_counts() {
  std::vector<std::size_t> counts;
  for (const RunFactor& factor : run_factors()) {
    counts.push_back(factor.levels.size());
  }
  return counts;
}

TEST(RunFactors, EveryKeyIsDrawn) {
  for (const RunFactor& factor : run_factors()) {
    EXPECT_GT(factor.levels.size(), 1U) << factor.name << " has no values in run_factors.h";
  }
}

/// What is drawn, once for all tests of this process.
struct Drawn {
  std::vector<DrawnRun> runs;
  std::vector<RunDraw::Refusal> refusals;  ///< some
};

const Drawn& drawn() {
  static RunDraw draws(from_environment("FLITCAST_SEED", 1));  // its files stay
  static const Drawn all = [] {
    constexpr int kPatience = 8;  // rows for a pair
    constexpr std::size_t kRefusals = 100;
    const std::uint64_t wanted = from_environment("FLITCAST_PAIRS", 24);
    Drawn made;
    Draw draw(from_environment("FLITCAST_SEED", 1));
    PairCover cover(level_counts());
    while (made.runs.size() < wanted && cover.open() > 0) {
      const PairCover::Pair pair = cover.any_open(draw);
      for (int tries = 0; tries < kPatience; ++tries) {
        PairCover::Row row = cover.draw(pair, draw);
        if (const auto run = draws.run(row, pair)) {
          cover.add(row);
          made.runs.push_back(*run);
          break;
        }
      }
      cover.close(pair);
    }
    for (std::size_t i = 0; i < draws.refusals().size(); i += kRefusals) {
      made.refusals.push_back(draws.refusals()[i]);
    }
    return made;
  }();
  return all;
}

constexpr std::size_t kParts = 4;

TEST_P(FeaturePairs, GoTogether) {
  for (std::size_t i = GetParam(); i < drawn().runs.size(); i += kParts) {
    const DrawnRun& run = drawn().runs[i];
    SCOPED_TRACE(run.use + ":" + options_of_keys(run.keys));
    use(run);
  }
}

TEST_P(FeaturePairs, ThatDoNotGoTogetherAreRefused) {
  for (std::size_t i = GetParam(); i < drawn().refusals.size(); i += kParts) {
    expect_refused(drawn().refusals[i]);
  }
}

INSTANTIATE_TEST_SUITE_P(Parts, FeaturePairs, testing::Range(std::size_t{0}, kParts));

}  // namespace
}  // namespace flitcast::test_feature_pairs
