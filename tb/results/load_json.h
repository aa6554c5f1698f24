#pragma once

#include <nlohmann/json.hpp>

#include "tb/config/config.h"
#include "tb/measures/load_run.h"

namespace flitcast {

/// The result of a run under load as a JSON document, schema flitcast.load/1 (tb/RESULTS.md).
/// Everything but its last member, `host`, is the same in every run of the same configuration.
nlohmann::ordered_json load_json(const Config& config, const LoadRun& run);

}  // namespace flitcast
