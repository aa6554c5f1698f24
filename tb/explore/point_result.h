#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tb/explore/sweep_folder.h"
#include "tb/result_file.h"

namespace flitcast {

/// How a point stands.
enum class PointStatus {
  kMissing,  ///< not run yet
  kDone,
  kUnmet,   ///< it has a result, but an expectation is not met or the data is wrong
  kStuck,   ///< it has a result, of a run that gave up
  kFailed,  ///< it was run and has no result
};

/// "missing", "done", "unmet", "stuck", "failed".
std::string_view to_string(PointStatus status);

/// What is left of a result in a table.
struct PointResult {
  PointStatus status;  ///< kDone, kUnmet or kStuck
  /// Parameters by their keys, then measures (result_columns), without expectations.
  std::vector<ResultColumn> columns;
};

/// Reads the result of a point; nothing when there is none, it is not readable or of another
/// schema, or was run with expectations other than `expectations` (Sweep::expectations).
std::optional<PointResult> read_point(const SweepFolder& folder, const std::string& point,
                                      const std::string& expectations);

}  // namespace flitcast
