// flitcast list, as its documentation has it.

#include <fstream>
#include <iterator>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/support/program/run_flitcast.h"

namespace flitcast::test_list_command {
namespace {

std::string text_of(const std::string& file) {
  std::ifstream in(std::string(FLITCAST_ROOT) + "/" + file);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// What stands as `list …` in a text, without its backquotes.
std::vector<std::string> list_examples(const std::string& text) {
  const std::regex quoted("`(list [^`]+)`");
  std::vector<std::string> examples;
  for (std::sregex_iterator match(text.begin(), text.end(), quoted), end; match != end; ++match) {
    examples.push_back((*match)[1]);
  }
  return examples;
}

ProgramResult run_line(const std::string& line) {
  std::istringstream words(line);
  return run_flitcast({std::istream_iterator<std::string>(words), {}});
}

TEST(ListCommand, ExamplesOfItsDocumentationListSomething) {
  const std::vector<std::string> examples = list_examples(text_of("tb/README.md"));
  EXPECT_GE(examples.size(), 6U);
  for (const std::string& example : examples) {
    const ProgramResult result = run_line(example);
    EXPECT_EQ(result.exit_code, 0) << example << "\n" << result.err;
    EXPECT_NE(result.out.find("\n\n"), std::string::npos) << example;
  }
}

TEST(ListCommand, NamesEveryAlgorithmAndItsExampleRuns) {
  const TempFolder folder;
  const auto flitcast = [&](const std::vector<std::string>& words) {
    return run_flitcast(words, folder.root());
  };
  const auto json = nlohmann::json::parse(flitcast({"list", "--format", "json"}).out);
  EXPECT_EQ(json["schema"], "flitcast.catalogue/1");
  const std::string table = flitcast({"list"}).out;
  ASSERT_FALSE(json["rows"].empty());
  for (const auto& row : json["rows"]) {
    const std::string id = row["id"];
    EXPECT_NE(table.find("\n" + id + " "), std::string::npos) << id;
    const std::string text = flitcast({"list", id}).out;
    const std::size_t example = text.find("[topology]");
    ASSERT_NE(example, std::string::npos) << id;
    folder.write("example.ini", text.substr(example));
    folder.write("matrix.csv", [] {
      std::string csv;
      for (int row_number = 0; row_number < 16; ++row_number) {
        csv += "1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16\n";
      }
      return csv;
    }());
    const ProgramResult check = flitcast({"check", "example.ini"});
    EXPECT_EQ(check.exit_code, 0) << id << ": " << check.err;
  }
}

TEST(ListCommand, HasALineForEveryIdThatIsGiven) {
  const ProgramResult result = run_flitcast({"list", "aas-hc-dex", "aas-hc-sex"});
  EXPECT_NE(result.out.find("\naas-hc-dex "), std::string::npos) << result.out;
  EXPECT_NE(result.out.find("\naas-hc-sex "), std::string::npos);
  EXPECT_EQ(result.out.find("\naas-hc-multiphase "), std::string::npos);
}

}  // namespace
}  // namespace flitcast::test_list_command
