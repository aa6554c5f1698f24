#pragma once

#include <string>
#include <vector>

#include "tb/config.h"
#include "tb/result.h"

namespace flitcast {

/// One line for every expect.* key that the result does not meet:
/// "expect.completion_cycles: expected 123 +- 4, got 130 (3 too many)".
std::vector<std::string> unmet_expectations(const Config& config, const RunResult& result);

}  // namespace flitcast
