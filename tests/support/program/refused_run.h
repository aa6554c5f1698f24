#pragma once

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/program/run_flitcast.h"
#include "tests/support/program/shipped_configs.h"

namespace flitcast {

/// What the program says of a small network that it refuses to run with some options.
inline std::string refused_run(const std::vector<std::string>& options) {
  std::vector<std::string> words{"run", kConfigs + "regress/hardware/seed-1.ini"};
  words.insert(words.end(), options.begin(), options.end());
  const ProgramResult result = run_flitcast(words);
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_EQ(result.out, "");
  return result.err;
}

}  // namespace flitcast
