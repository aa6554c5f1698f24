// KEYS.md and RESULTS.md are what the program prints, and READMEs stay short.

#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/program/run_flitcast.h"
#include "tests/support/program/typed_commands.h"

namespace flitcast::test_reference {
namespace {

namespace fs = std::filesystem;

const fs::path kRoot = FLITCAST_ROOT;

class Reference : public testing::TestWithParam<const char*> {};

TEST_P(Reference, IsWhatTheProgramPrints) {
  const std::string name = GetParam();
  const ProgramResult printed = run_flitcast({"help", name});
  ASSERT_EQ(printed.exit_code, 0) << printed.err;
  EXPECT_TRUE(whole_file((kRoot / "tb" / name).string()) == printed.out)
      << "tb/" << name << " is out of date: tb/run help " << name << " > tb/" << name;
}

INSTANTIATE_TEST_SUITE_P(
    Documents, Reference, testing::Values("KEYS.md", "RESULTS.md"), [](const auto& info) {
      return std::string(info.param).substr(0, std::string(info.param).find('.'));
    });

/// All README.md of the project.
std::vector<fs::path> readmes() {
  std::vector<fs::path> all{kRoot / "README.md"};
  for (const char* folder : {"configs", "hw", "tb", "tests", "traffic"}) {
    for (const auto& entry : fs::recursive_directory_iterator(kRoot / folder)) {
      if (entry.path().filename() == "README.md") {
        all.push_back(entry.path());
      }
    }
  }
  return all;
}

TEST(Readmes, AreTwentyThousandWordsInAllAtMost) {
  std::size_t words = 0;
  for (const fs::path& readme : readmes()) {
    std::istringstream text(whole_file(readme.string()));
    for (std::string word; text >> word;) {
      ++words;
    }
  }
  EXPECT_LE(words, 20000U);
}

}  // namespace
}  // namespace flitcast::test_reference
