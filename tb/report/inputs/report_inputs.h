#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "tb/results/result_value.h"

namespace flitcast::report {

/// Reads a table of flitcast sweep (CSV, RFC 4180) from top to bottom.
class SweepCsv {
 public:
  /// The text must outlive it; `file` is what errors name. Throws ConfigError where a column is
  /// missing that every table has.
  SweepCsv(std::string_view text, std::string file);

  const std::vector<std::string>& names() const { return names_; }
  /// Takes the next row; false at the end. Throws ConfigError where it has another number of values
  /// than there are columns.
  bool next();

  const std::string& point() const { return values_[point_]; }
  const std::string& status() const { return values_[status_]; }
  /// What a result would hold in these columns: numbers are numbers, but whole ones of parameters,
  /// which are texts there; null where there is nothing.
  std::vector<ResultColumn> columns(bool (*wanted)(std::string_view name)) const;
  /// "sweep.csv: row 3".
  std::string place() const;

 private:
  std::size_t find(std::string_view name) const;

  std::string_view rest_;
  std::string file_;
  std::size_t row_ = 0;
  std::vector<std::string> names_;
  std::vector<bool> is_key_;  // of the columns
  std::size_t point_;
  std::size_t status_;
  std::vector<std::string> values_;
};

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

}  // namespace flitcast::report
