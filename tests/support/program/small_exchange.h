#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/count.h"
#include "tests/support/program/run_flitcast.h"

namespace flitcast {

/// Standard error holds one message of the program, on one line.
inline void expect_one_message(const ProgramResult& result, const std::string& part) {
  EXPECT_EQ(result.err.rfind("flitcast: ", 0), 0U) << result.err;
  EXPECT_EQ(std::count(result.err.begin(), result.err.end(), '\n'), 1) << result.err;
  EXPECT_TRUE(contains(result.err, part)) << result.err;
}

/// A folder with a configuration, x.ini: direct exchange of blocks of 4 flits among 8 nodes.
class SmallExchange : public testing::Test {
 protected:
  static constexpr const char* kConfig =
      "[topology]\nkind = hypercube\ndims = 3\n[traffic]\nalgorithm = aas-hc-dex\n"
      "message_flits = 4\n";

  SmallExchange() { folder_.write("x.ini", kConfig); }

  ProgramResult flitcast(const std::vector<std::string>& arguments) const {
    return run_flitcast(arguments, folder_.root());
  }
  const TempFolder& folder() const { return folder_; }

 private:
  TempFolder folder_;
};

}  // namespace flitcast
