#include <algorithm>

#include <gtest/gtest.h>

#include "tb/expect_keys.h"
#include "tests/regress_runs.h"
#include "traffic/catalogue.h"

namespace flitcast {
namespace {

/// The shipped regressions, in a folder of their own with the data that they read.
class ShippedRegressions : public Regress {
 protected:
  ShippedRegressions() {
    const fs::path configs = fs::path(FLITCAST_ROOT) / "configs";
    for (const char* name : {"regress", "data"}) {
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
};

TEST_F(ShippedRegressions, Pass) {
  const ProgramResult result = regress({"regress"});
  EXPECT_EQ(result.exit_code, 0) << result.out;
  EXPECT_EQ(result.err, "");
  EXPECT_GE(lines_of(result.out).size(), 60U);
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
  const Names lines = lines_of(result.out);
  for (const std::string& line : changed) {
    EXPECT_NE(std::find(lines.begin(), lines.end(), line), lines.end()) << line;
  }
  // 15 messages one after the other over 32 links, a cycle each.
  const auto direct =
      std::find(lines.begin(), lines.end(), "FAILED    regress/exchange/hypercube-direct.ini");
  ASSERT_GE(lines.end() - direct, 3);
  EXPECT_EQ(direct[2], "completion_cycles  484               516               +32 (+6.61 %)");
}

}  // namespace
}  // namespace flitcast
