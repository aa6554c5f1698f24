#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "tb/config/config.h"
#include "tb/measures/result.h"

namespace flitcast {

/// An expectation beside what was measured.
struct Judgement {
  std::string key;       ///< path of the measure: "latency.p95"
  std::string expected;  ///< as the configuration says it: "123 +- 4"
  nlohmann::ordered_json measured;
  bool met;
  std::string distance;  ///< by how much a number is not as expected: "3 too many"; or empty
};

/// What was measured, as people are told: a number, of a kind that has fractions, with four digits,
/// or as many more as it takes to be seen not to be as expected.
std::string told_measure(std::string_view path, const std::string& expected,
                         const nlohmann::ordered_json& measured);

/// All expectations of a run but exit_code and error, in the order of the documentation.
std::vector<Judgement> judge(const Config& config, const RunResult& result);
/// The same of a run under load, whose result has its measures under their paths already.
std::vector<Judgement> judge_load(const Config& config, const nlohmann::ordered_json& result);

/// One line for every expectation that is not met:
/// "expect.completion_cycles: expected 123 +- 4, got 130 (3 too many)".
std::vector<std::string> unmet_lines(const std::vector<Judgement>& judgements);

}  // namespace flitcast
