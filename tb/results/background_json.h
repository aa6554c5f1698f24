#pragma once

#include <optional>

#include <nlohmann/json.hpp>

#include "tb/measures/result.h"

namespace flitcast {

/// Waits by cause, and slack; null where there are none.
nlohmann::ordered_json split_json(const std::optional<ExcessSplit>& split);

nlohmann::ordered_json latency_json(const LatencyResult& latency);

/// The member `background` of a schedule's result (tb/RESULTS.md). Precondition: it has one.
nlohmann::ordered_json background_json(const RunResult& result);

}  // namespace flitcast
