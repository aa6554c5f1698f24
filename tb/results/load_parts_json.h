#pragma once

#include <nlohmann/json.hpp>

#include "tb/measures/result.h"
#include "traffic/steady_state/load_result.h"

namespace flitcast {

// Members of results that have random traffic, alone or beside a schedule (tb/RESULTS.md).

/// Null where nothing limits it, or nothing is known.
nlohmann::ordered_json finite(double value);
nlohmann::ordered_json estimate_json(const Estimate& estimate);
nlohmann::ordered_json load_latency_json(const LoadResult& load, const LatencyResult& latency);
nlohmann::ordered_json account_json(const LoadAccount& account);

}  // namespace flitcast
