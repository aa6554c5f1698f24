#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tb/results/result_file.h"

namespace flitcast {

/// What theory says of a point of a sweep that was not simulated (flitcast sweep --predict).
struct PredictedPoint {
  std::string name;
  std::vector<ResultColumn> values;  ///< parameters, predicted_cycles, lower_bound_cycles, theory.*
};

/// Every `step`th of the rows of a sweep.csv whose status is `predicted`. Throws ConfigError naming
/// `file` where the table is damaged.
std::vector<PredictedPoint> predicted_points(std::string_view table, const std::string& file,
                                             std::uint64_t step);

}  // namespace flitcast
