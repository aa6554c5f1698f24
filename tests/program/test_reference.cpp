// KEYS.md and RESULTS.md are what the program prints; READMEs stay short, and name what there is.

#include <filesystem>
#include <regex>
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

/// The members that the page on the reference model names stand in the files that it names.
TEST(Readmes, SayWhereTheReferenceModelDoesWhat) {
  const fs::path folder = kRoot / "hw/reference";
  const std::string page = whole_file((folder / "README.md").string());
  const std::regex place("`(\\w+)::(\\w+)`(?:, `(\\w+)::(\\w+)`)? \\(`(\\w+\\.h)`\\)");
  int places = 0;
  for (std::sregex_iterator at(page.begin(), page.end(), place), end; at != end; ++at, ++places) {
    const std::string file = whole_file((folder / (*at)[5].str()).string());
    for (const unsigned name : {1U, 2U, 3U, 4U}) {
      EXPECT_TRUE(std::regex_search(file, std::regex("\\b" + (*at)[name].str() + "\\b")))
          << (*at)[name] << " is not in " << (*at)[5];
    }
  }
  EXPECT_GT(places, 10);
}

}  // namespace
}  // namespace flitcast::test_reference
