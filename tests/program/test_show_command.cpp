#include <algorithm>
#include <sstream>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/support/count.h"
#include "tests/support/program/run_flitcast.h"

namespace flitcast::test_show_command {
namespace {

const char* const kDex =
    "[topology]\nkind = hypercube\ndims = 3\n[traffic]\nalgorithm = aas-hc-dex\n"
    "message_flits = 4\n";

class ShowCommand : public testing::Test {
 protected:
  ShowCommand() { folder_.write("x.ini", kDex); }

  ProgramResult flitcast(const std::vector<std::string>& arguments) const {
    return run_flitcast(arguments, folder_.root());
  }
  const TempFolder& folder() const { return folder_; }

 private:
  TempFolder folder_;
};

TEST_F(ShowCommand, PrintsTheScheduleThatARunPlays) {
  EXPECT_EQ(flitcast({"run", "x.ini", "--output.messages=m.csv"}).exit_code, 0);
  std::istringstream lines(folder().read("m.csv"));
  std::string line;
  std::getline(lines, line);
  const ProgramResult result = flitcast({"show", "x.ini", "--format=json"});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ(result.err, "");
  const auto json = nlohmann::json::parse(result.out);
  for (std::size_t round = 0; round < 7; ++round) {
    std::size_t messages = 0;
    for (const auto& message : json["rounds"].at(round)) {
      ASSERT_TRUE(std::getline(lines, line));
      std::ostringstream begin;
      begin << message["id"] << ',' << round << ',' << message["src"] << ',' << message["dst"][0]
            << ',' << message["path"].size() - 1 << ',' << message["flits"] << ',';
      EXPECT_EQ(line.rfind(begin.str(), 0), 0U) << line;
      ++messages;
    }
    EXPECT_EQ(messages, 8U);
  }
  EXPECT_FALSE(std::getline(lines, line));
}

TEST_F(ShowCommand, PrintsOneRoundOfOneNode) {
  const ProgramResult result = flitcast({"show", "x.ini", "--round=2", "--node", "5"});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_TRUE(contains(result.out, "\nround 2: node 5 sends 1 and receives 1\n")) << result.out;
  EXPECT_EQ(std::count(result.out.begin(), result.out.end(), '\n'), 7) << result.out;
}

TEST_F(ShowCommand, NeedsNoScheduleThatCanBePlayed) {
  const std::string algorithm = "--traffic.algorithm=aas-hc-allport-sf";
  EXPECT_EQ(flitcast({"check", "x.ini", algorithm, "--router.ports=1"}).exit_code, 2);
  const ProgramResult result = flitcast({"show", "x.ini", algorithm, "--router.ports=1"});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_TRUE(contains(result.out, "\nround 3: 24 messages\n")) << result.out;
}

TEST_F(ShowCommand, EndsQuietlyWhenNobodyReadsOn) {
  for (const char* format : {"text", "json"}) {
    const std::string command = "cd " + folder().path("") + " && " + FLITCAST_PROGRAM +
                                " show x.ini --topology.dims=12 --format=" + format +
                                " 2> err | head -1 > out";
    EXPECT_EQ(std::system(command.c_str()), 0);
    EXPECT_EQ(folder().read("err"), "");
    EXPECT_TRUE(contains(folder().read("out"), "aas-hc-dex"));
  }
}

TEST_F(ShowCommand, BadUsageIsExitCodeTwo) {
  const std::vector<std::pair<std::vector<std::string>, std::string>> lines{
      {{"show"}, "show needs a configuration file"},
      {{"show", "x.ini", "--format=xml"},
       "--format: \"xml\" is not known; give text, json, data, links or table"},
      {{"show", "x.ini", "--format=table"},
       "table is for aas-hc-allport-sf and oas-hc-necklace; aas-hc-dex has "},
      {{"show", "x.ini", "--traffic.algorithm=aas-hc-allport-sf", "--format=table", "--round=0"},
       "leave --round and --node out"},
      {{"show", "x.ini", "--round=-1"}, "--round: \"-1\" is out of range; give 0 to 6"},
      {{"show", "x.ini", "--round=7"}, "--round: \"7\" is out of range; give 0 to 6"},
      {{"show", "x.ini", "--round=x"}, "--round: \"x\" is not a number"},
      {{"show", "x.ini", "--round="}, "--round: has no value"},
      {{"show", "x.ini", "--node=99"}, "--node: \"99\" is out of range; give 0 to 7"},
      {{"show", "x.ini", "--node=8", "--round=1"}, "--node: \"8\" is out of range; give 0 to 7"},
      {{"show", "x.ini", "--topology.dims=99"}, "--topology.dims: "},
      {{"show", "x.ini", "--resolved"}, "show takes no --resolved; check does"},
      {{"run", "x.ini", "--round=1"}, "run takes no --round; show does"},
      {{"list", "--node=1"}, "list takes no --node; show does"},
  };
  for (const auto& [words, part] : lines) {
    const ProgramResult result = flitcast(words);
    EXPECT_EQ(result.exit_code, 2);
    EXPECT_EQ(result.out, "");
    EXPECT_EQ(result.err.rfind("flitcast: ", 0), 0U) << result.err;
    EXPECT_EQ(std::count(result.err.begin(), result.err.end(), '\n'), 1) << result.err;
    EXPECT_TRUE(contains(result.err, part)) << result.err;
  }
}

}  // namespace
}  // namespace flitcast::test_show_command
