#include <algorithm>
#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tb/config/keys/expect_keys.h"
#include "tb/explore/regress/regress_verdict.h"
#include "tb/results/result_file.h"
#include "tests/support/count.h"
#include "tests/support/program/run_flitcast.h"
#include "traffic/catalogue/catalogue.h"

namespace flitcast::test_shipped_regressions {
namespace {

namespace fs = std::filesystem;
using Names = std::vector<std::string>;

/// Lines up to the summary, the first blanks of which are taken away.
Names lines_before_summary(const std::string& text) {
  std::istringstream in(text);
  Names lines;
  for (std::string line; std::getline(in, line) && !line.empty();) {
    lines.push_back(line.substr(line.find_first_not_of(' ')));
  }
  return lines;
}

/// The shipped regressions, in a folder of their own with the data that they read.
class ShippedRegressions : public testing::Test {
 protected:
  ShippedRegressions() {
    const fs::path configs = fs::path(FLITCAST_ROOT) / "configs";
    for (const char* name : {"regress", "data", "schedule"}) {
      fs::copy(configs / name, folder().path(name), fs::copy_options::recursive);
    }
  }
  Names names() const {
    Names all;
    for (const auto& entry : fs::recursive_directory_iterator(folder().path("regress"))) {
      if (entry.path().extension() == ".ini") {
        all.push_back(fs::relative(entry.path(), folder().root()).string());
      }
    }
    return all;
  }
  ProgramResult regress(const Names& paths) const {
    Names words{"regress"};
    words.insert(words.end(), paths.begin(), paths.end());
    return run_flitcast(words, folder_.root());
  }
  const TempFolder& folder() const { return folder_; }

 private:
  TempFolder folder_;
};

TEST_F(ShippedRegressions, Pass) {
  const ProgramResult result = regress({"regress"});
  EXPECT_EQ(result.exit_code, 0) << result.out;
  EXPECT_EQ(result.err, "");
  EXPECT_GE(lines_before_summary(result.out).size(), 60U);
}

TEST_F(ShippedRegressions, SayWhatTheyGuardAndCoverTheCatalogueAndAllExpectations) {
  std::string text;
  for (const std::string& name : names()) {
    const std::string file = folder().read(name);
    EXPECT_EQ(file[0], '#') << name;
    text += file;
  }
  for (const Measure& measure : measures()) {
    EXPECT_TRUE(contains(text, "\n" + std::string(measure.path()) + " = ")) << measure.key;
  }
  for (const Row& row : catalogue()) {
    EXPECT_TRUE(contains(text, "algorithm = " + std::string(row.id) + "\n")) << row.id;
  }
}

// Routers whose pipeline takes a cycle more: every file with a router of that kind fails by name.
TEST_F(ShippedRegressions, FailByNameWhenRoutersTakeACycleMore) {
  const std::string delay = "[router]\ndelay = 1\n";
  Names changed;
  for (const std::string& name : names()) {
    std::string text = folder().read(name);
    const std::size_t at = text.find(delay);
    if (at == std::string::npos) {
      fs::remove(folder().path(name));
    } else {
      folder().write(name, text.replace(at, delay.size(), "[router]\ndelay = 2\n"));
      changed.push_back("FAILED    " + name);
    }
  }
  ASSERT_GE(changed.size(), 60U);
  const ProgramResult result = regress({"regress"});
  EXPECT_EQ(result.exit_code, 1);
  const Names lines = lines_before_summary(result.out);
  for (const std::string& line : changed) {
    EXPECT_NE(std::find(lines.begin(), lines.end(), line), lines.end()) << line;
  }
  // 15 messages one after the other over 32 links, a cycle each.
  const auto direct =
      std::find(lines.begin(), lines.end(), "FAILED    regress/exchange/hypercube-direct.ini");
  ASSERT_GE(lines.end() - direct, 3);
  EXPECT_EQ(direct[2], "completion_cycles  484               516               +32 (+6.61 %)");
}

/// A real result as it were had the run taken a cycle more than it does, its configuration and
/// prediction the same: completion, excess, and every latency.
nlohmann::ordered_json one_cycle_later(nlohmann::ordered_json result) {
  for (auto& judgement : result["expectations"]) {
    const auto key = judgement["key"].get<std::string>();
    const bool later =
        key == "completion_cycles" || key == "excess_cycles" || key.rfind("latency.", 0) == 0;
    if (!later || !judgement["measured"].is_number()) {
      continue;
    }
    const auto measure = std::find_if(measures().begin(), measures().end(),
                                      [&](const Measure& each) { return each.path() == key; });
    const double measured = judgement["measured"].get<double>() + 1;
    judgement["measured"] = judgement["measured"].is_number_integer()
                                ? nlohmann::ordered_json(static_cast<std::int64_t>(measured))
                                : nlohmann::ordered_json(measured);
    judgement["met"] =
        std::get<Expectation>(parse_expected(*measure, judgement["expected"].get<std::string>()))
            .accepts(measured);
  }
  return result;
}

// Networks that take a cycle more than configuration and closed form say: every file that tells the
// excess fails for it by name.
TEST_F(ShippedRegressions, FailWhenARunTakesACycleMoreThanItsConfigurationSays) {
  std::size_t told = 0;
  for (const explore::RegressFile& file :
       explore::find_regress_files({folder().path("regress")}, {}).files) {
    const explore::ExpectEntry* const excess = file.run.expect.find("excess_cycles");
    if (excess == nullptr) {
      continue;
    }
    ++told;
    Names words{"run", file.path, "--output.json=-", "--only-json"};
    words.insert(words.end(), file.run.options.begin(), file.run.options.end());
    const ProgramResult run = run_flitcast(words);
    ProcessEnd end;
    end.exit_code = run.exit_code;
    end.out = run.out;
    EXPECT_TRUE(explore::judge_run(file, end).passed()) << file.name();
    end.exit_code = 1;
    end.out = one_cycle_later(parse_result(run.out, file.path)).dump();
    const explore::RegressVerdict verdict = explore::judge_run(file, end);
    const auto found =
        std::find_if(verdict.unmet.begin(), verdict.unmet.end(),
                     [](const explore::Unmet& each) { return each.path == "excess_cycles"; });
    ASSERT_NE(found, verdict.unmet.end()) << file.path;
    EXPECT_EQ(found->expected, excess->value) << file.path;
    EXPECT_EQ(found->measured, std::stoi(excess->value) + 1) << file.path;
    EXPECT_EQ(found->difference.substr(0, 2), "+1") << file.path;
    if (fs::path(file.path).filename() == "hypercube-direct.ini") {
      EXPECT_EQ(explore::difference_table(verdict),
                "key                expected  measured  difference\n"
                "completion_cycles       484       485  +1 (+0.207 %)\n"
                "excess_cycles             0         1  +1\n");
    }
  }
  EXPECT_GE(told, 100U);
}

}  // namespace
}  // namespace flitcast::test_shipped_regressions
