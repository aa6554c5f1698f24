#pragma once

#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "tb/config/config.h"
#include "tb/measures/result.h"
#include "tb/plan/planned_run.h"
#include "tb/results/result_value.h"

namespace flitcast {

/// The result as a JSON document, schema flitcast.result/1 or flitcast.load/1 (tb/RESULTS.md).
/// Everything but its last member, `host`, is the same in every run of the same configuration.
nlohmann::ordered_json result_json(const Config& config, const RunResult& run);

/// What a run says of itself.
struct JudgedResult {
  std::string json;                ///< the document as files have it
  std::vector<std::string> unmet;  ///< a line for every expectation that is not met
  std::vector<ResultColumn> columns;
};
JudgedResult judged_result(const Config& config, const RunResult& run);

/// Of the values that the result of a run would have (result_columns), those that need no run: the
/// configuration and what is predicted.
std::vector<ResultColumn> predicted_columns(const Config& config, const Prediction& prediction);
std::vector<ResultColumn> predicted_columns(const Config& config, const LoadPrediction& prediction);
/// The same of any run that is ready.
std::vector<ResultColumn> predicted_columns(const PlannedRun& plan);

}  // namespace flitcast
