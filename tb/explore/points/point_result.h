#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tb/explore/points/point_name.h"
#include "tb/explore/points/sweep_folder.h"
#include "tb/results/result_file.h"

namespace flitcast {

/// How a point stands.
enum class PointStatus {
  kMissing,  ///< not run yet
  kDone,
  kUnmet,      ///< it has a result, but an expectation is not met or the data is wrong
  kStuck,      ///< it has a result, of a run that gave up
  kFailed,     ///< it was run and has no result
  kUnfit,      ///< it cannot be run (SweepPoint::refusal)
  kPredicted,  ///< not run, but theory says what it would take
};

/// "missing", "done", "unmet", "stuck", "failed", "unfit", "predicted".
std::string_view to_string(PointStatus status);

/// True for a point that is to be run, now or again.
inline bool lacks_result(PointStatus status) {
  return status == PointStatus::kMissing || status == PointStatus::kFailed;
}

/// What is left of a result in a table.
struct PointResult {
  PointStatus status;
  /// Parameters by their keys, then measures (result_columns), without expectations.
  std::vector<ResultColumn> columns;
};

/// Reads the results of points. One counts only when its checksum is right, and its configuration
/// is one that a run of the point may have come to.
class PointReader {
 public:
  /// The folder must outlive it.
  explicit PointReader(const SweepFolder& folder) : folder_(folder) {}

  /// Nothing when there is no result that counts, or it was run with expectations other than
  /// `expectations` (Sweep::expectations).
  std::optional<PointResult> read(const std::string& point, const std::string& expectations);
  /// There is a result that counts, whatever its expectations.
  bool has(const std::string& point);
  /// Why read() returns nothing although there is something in the place of the result: the file
  /// and what is wrong with it. Empty when there is nothing, or when it counts. `asked` is the
  /// configuration of the point.
  std::string objection(const std::string& point, const std::string& expectations,
                        const RawConfig& asked);

 private:
  std::optional<PlainResult> result_of(const std::string& point);

  const SweepFolder& folder_;
  PointNamer namer_;
};

}  // namespace flitcast
