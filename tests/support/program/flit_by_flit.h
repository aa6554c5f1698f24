#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/program/run_flitcast.h"

namespace flitcast {

/// What a run prints and writes.
struct RunOutcome {
  ProgramResult program;
  std::map<std::string, std::string> files;
};

inline RunOutcome outcome_of(std::vector<std::string> words) {
  const TempFolder folder;
  words.insert(words.begin(), "run");
  words.insert(words.end(), {"--output.json=result.json", "--output.links=links.csv",
                             "--output.activity=activity.csv", "--no-host"});
  RunOutcome outcome{run_flitcast(words, folder.root()), {}};
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder.root())) {
    if (entry.is_regular_file()) {
      const std::string name = std::filesystem::relative(entry.path(), folder.root()).string();
      outcome.files[name] = folder.read(name);
    }
  }
  return outcome;
}

/// What runs alike with run.flit_by_flit: everything. Returns why the program refuses to run that;
/// empty: it does not.
inline std::string expect_same_flit_by_flit(std::vector<std::string> words) {
  constexpr int kRefused = 2;
  const RunOutcome whole = outcome_of(words);
  if (whole.program.exit_code == kRefused) {
    return whole.program.err;
  }
  words.emplace_back("--run.flit_by_flit=on");
  const RunOutcome single = outcome_of(words);
  EXPECT_EQ(single.program.exit_code, whole.program.exit_code) << single.program.err;
  EXPECT_EQ(single.program.out, whole.program.out);
  EXPECT_EQ(single.program.err, whole.program.err);
  EXPECT_EQ(single.files.size(), whole.files.size());
  for (const auto& [name, content] : whole.files) {
    const auto found = single.files.find(name);
    EXPECT_TRUE(found != single.files.end() && found->second == content) << name << " is another";
  }
  return "";
}

}  // namespace flitcast
