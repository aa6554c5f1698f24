#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "tb/config/config.h"

namespace flitcast {

/// What was measured, as people are told: a number, of a kind that has fractions, with four digits,
/// or as many more as it takes to be seen not to be as expected.
std::string told_measure(std::string_view path, const std::string& expected,
                         const nlohmann::ordered_json& measured);

/// All expectations of a run but exit_code and error, in the order of the documentation, beside
/// what its result has under their paths: the member `expectations` (tb/RESULTS.md).
nlohmann::ordered_json judge(const Config& config, const nlohmann::ordered_json& result);

/// One line for every expectation in that member that is not met:
/// "expect.completion_cycles: expected 123 +- 4, got 130 (3 too many)".
std::vector<std::string> unmet_lines(const nlohmann::ordered_json& judgements);

}  // namespace flitcast
