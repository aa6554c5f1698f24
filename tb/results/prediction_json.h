#pragma once

#include <optional>

#include <nlohmann/json.hpp>

#include "tb/config/config.h"
#include "tb/measures/load_run.h"
#include "tb/plan/prediction.h"

namespace flitcast {

// What theory says before a run, as results have it (tb/RESULTS.md).

nlohmann::ordered_json terms_json(const std::optional<Coefficients>& terms);
nlohmann::ordered_json theory_json(const LoadForecast& forecast, const Topology& topology);

/// Of the members that the result of a run would have, those that need no run: the configuration
/// and what is predicted.
nlohmann::ordered_json predicted_result(const Config& config, const Prediction& prediction);
nlohmann::ordered_json predicted_result(const Config& config, const LoadForecast& forecast);

}  // namespace flitcast
