#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tb/config/config.h"
#include "tb/results/result_value.h"

namespace flitcast {

/// What was expected of a run, beside what its result has under that path.
struct Judgement {
  std::string path;  ///< of the measure: "latency.p95"
  std::string expected;
  ResultValue measured;  ///< null: the run did not get so far
  bool met = false;
};

/// What was measured, as people are told: a number, of a kind that has fractions, with four digits,
/// or as many more as it takes to be seen not to be as expected.
std::string told_measure(std::string_view path, const std::string& expected,
                         const ResultValue& measured);

/// All expectations of a run but exit_code and error, in the order of the documentation.
std::vector<Judgement> judge(const Config& config, const std::vector<ResultColumn>& result);

/// One line for every expectation that is not met:
/// "expect.completion_cycles: expected 123 +- 4, got 130 (3 too many)".
std::vector<std::string> unmet_lines(const std::vector<Judgement>& judgements);

}  // namespace flitcast
