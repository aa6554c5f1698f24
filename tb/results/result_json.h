#pragma once

#include <string>

#include "tb/config/config.h"
#include "tb/measures/result.h"

namespace flitcast {

/// The result as a JSON document, schema flitcast.result/1 (tb/RESULTS.md), with a final newline.
/// Everything but its last member, `host`, is the same in every run of the same configuration.
std::string result_json(const Config& config, const RunResult& result);

}  // namespace flitcast
