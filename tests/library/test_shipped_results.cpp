// What the library says of every configuration that comes with the program is what the program
// says, to the byte: results, messages, links, reports, refusals and verdicts.

#include <filesystem>
#include <string>
#include <vector>

#include <flitcast/run.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include "tests/support/program/run_flitcast.h"
#include "tests/support/program/shipped_configs.h"
#include "tests/support/program/typed_commands.h"

namespace flitcast::test_shipped_results {
namespace {

/// Random traffic would go on for millions of cycles, for a precision.
constexpr const char* kMostCycles = "3000";

bool has_load(const std::string& file) {
  return whole_file(file).find("[load]") != std::string::npos;
}

std::string message_lines(const Result& result) {
  std::string text = "id,round,src,dst,hops,flits,issued,injected,head_arrived,tail_arrived,path\n";
  for (const Result::Message& each : result.messages()) {
    text += fmt::format("{},{},{},{},{},{},{},{},{},{},{}\n", each.id, each.round, each.source,
                        each.destination, each.hops, each.flits, each.issued, each.injected,
                        each.head_arrived, each.tail_arrived, fmt::join(each.path, ">"));
  }
  return text;
}

std::string link_lines(const Result& result) {
  std::string text = "from,to,kind,flits,busy_cycles,contention,credit,port,serialisation\n";
  for (const Result::Link& each : result.links()) {
    text += fmt::format("{},{},{},{},{},{},{},{},{}\n", each.from, each.to,
                        each.receives ? "receive" : "link", each.flits, each.busy_cycles,
                        each.waits.contention, each.waits.credit, each.waits.port,
                        each.waits.serialisation);
  }
  return text;
}

/// With the outputs that the program was told to write, of which the library writes none.
Settings settings_of(const std::string& file) {
  Settings settings = Settings::read(file);
  settings.set("output.messages", "messages.csv").set("output.links", "links.csv");
  settings.set("output.json", "result.json");
  if (has_load(file)) {
    settings.set("run.max_cycles", kMostCycles);
  }
  return settings;
}

void expect_same(const std::string& file) {
  const TempFolder folder;
  std::vector<std::string> words{"run",
                                 file,
                                 "--output.messages=messages.csv",
                                 "--no-host",
                                 "--quiet",
                                 "--output.links=links.csv",
                                 "--output.json=result.json"};
  if (has_load(file)) {
    words.push_back("--run.max_cycles=" + std::string(kMostCycles));
  }
  const ProgramResult program = run_flitcast(words, folder.root());
  try {
    RunOptions options;
    options.messages = options.links = true;
    options.host = options.files = false;
    const Result result = run(settings_of(file), options);
    EXPECT_EQ(result.exit_code(), program.exit_code) << program.err;
    EXPECT_TRUE(result.json() == folder.read("result.json"));
    EXPECT_TRUE(message_lines(result) == folder.read("messages.csv"));
    EXPECT_TRUE(link_lines(result) == folder.read("links.csv"));
    EXPECT_EQ(result.report(), program.out);
  } catch (const InputError& error) {
    EXPECT_EQ(program.exit_code, 2);
    EXPECT_EQ("flitcast: " + std::string(error.what()) + "\n", program.err);
  } catch (const RunError& error) {
    EXPECT_EQ(program.exit_code, 1);
    EXPECT_EQ("flitcast: " + std::string(error.what()) + "\n", program.err);
  }
}

class ShippedResults : public testing::TestWithParam<std::string> {};

TEST_P(ShippedResults, AreTheSame) {
  for (const auto& entry : std::filesystem::directory_iterator(kConfigs + GetParam())) {
    if (entry.path().extension() == ".ini") {
      SCOPED_TRACE(entry.path());
      expect_same(entry.path().string());
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Folders, ShippedResults, testing::ValuesIn(shipped_folders()),
                         folder_name);

}  // namespace
}  // namespace flitcast::test_shipped_results
