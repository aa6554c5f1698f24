#pragma once

#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/count.h"
#include "tests/support/program/run_flitcast.h"

namespace flitcast {

namespace fs = std::filesystem;
using Names = std::vector<std::string>;

// Direct exchange on 8 nodes, t_s = 4, t_d = t_m = 1: 7·4 + 12 + 7·4 = 68.
inline const char* const kDex =
    "[topology]\nkind = hypercube\ndims = 3\n[traffic]\nalgorithm = aas-hc-dex\n"
    "message_flits = 4\n";

/// Lines up to the summary, the first blanks of which are taken away.
inline Names lines_before_summary(const std::string& text) {
  std::istringstream in(text);
  Names lines;
  for (std::string line; std::getline(in, line) && !line.empty();) {
    lines.push_back(line.substr(line.find_first_not_of(' ')));
  }
  return lines;
}

/// Runs flitcast regress in a folder of its own.
class Regress : public testing::Test {
 protected:
  ProgramResult regress(std::vector<std::string> arguments) const {
    arguments.insert(arguments.begin(), "regress");
    return run_flitcast(arguments, folder_.root());
  }
  void write(const std::string& name, const std::string& expectations,
             const std::string& more = "") const {
    fs::create_directories(fs::path(folder_.path(name)).parent_path());
    folder_.write(name, kDex + more + "[expect]\n" + expectations);
  }
  /// Refused with one message, before anything runs.
  void expect_refusal(const std::vector<std::string>& arguments, const std::string& message) const {
    const ProgramResult result = regress(arguments);
    EXPECT_EQ(result.exit_code, 2);
    EXPECT_EQ(result.out, "");
    EXPECT_EQ(result.err, "flitcast: " + message + "\n");
  }
  const TempFolder& folder() const { return folder_; }

 private:
  TempFolder folder_;
};

}  // namespace flitcast
