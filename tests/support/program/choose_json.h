#pragma once

#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/support/program/run_flitcast.h"

namespace flitcast {

/// What `flitcast choose` answers to these words, as JSON.
inline nlohmann::json choose_answer(std::vector<std::string> words) {
  words.insert(words.begin(), {"choose"});
  words.emplace_back("--format=json");
  const ProgramResult result = run_flitcast(words);
  EXPECT_EQ(result.exit_code, 0) << result.err;
  return nlohmann::json::parse(result.out);
}

}  // namespace flitcast
