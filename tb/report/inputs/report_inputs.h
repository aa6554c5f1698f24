#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "tb/results/result_value.h"

namespace flitcast {

/// What theory says of a point of a sweep that was not simulated (flitcast sweep --predict).
struct PredictedPoint {
  std::string name;
  std::vector<ResultColumn> values;  ///< parameters, predicted_cycles, lower_bound_cycles, theory.*
};

/// The result files that a user means.
struct ReportInputs {
  std::vector<std::string> files;
  bool sweep = false;                       ///< a folder, or more than one result
  std::vector<PredictedPoint> predictions;  ///< where there is no result at all
  /// What tables with areas (flitcast sweep --area) say of points beyond their results: `nodes`,
  /// `area.*`, `completion_ns`, by the names of the points.
  std::map<std::string, std::vector<ResultColumn>> areas;
  std::uint64_t without_result = 0;  ///< points of sweeps with neither result nor prediction
  std::uint64_t predicted = 0;       ///< points of sweeps that are predicted only
  std::uint64_t step = 1;            ///< only every so manyth is in `files`, or `predictions`
};

/// A page does not show more points.
inline constexpr std::size_t kMaxPoints = 50'000;

/// Each operand is a result file, or the folder of a sweep: its points in the order of sweep.csv,
/// or all of results/*.json by name where that is missing. Throws ConfigError: what does not exist,
/// folders of nothing, a sweep.csv that is none.
ReportInputs gather_results(const std::vector<std::string>& operands);

}  // namespace flitcast
