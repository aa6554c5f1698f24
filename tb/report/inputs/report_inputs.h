#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace flitcast {

/// The result files that a user means.
struct ReportInputs {
  std::vector<std::string> files;
  bool sweep = false;                ///< a folder, or more than one result
  std::uint64_t without_result = 0;  ///< points of sweeps whose result is not there
  std::uint64_t step = 1;            ///< only every so manyth is in `files`
};

/// A page does not show more points.
inline constexpr std::size_t kMaxPoints = 50'000;

/// Each operand is a result file, or the folder of a sweep: its points in the order of sweep.csv,
/// or all of results/*.json by name where that is missing. Throws ConfigError: what does not exist,
/// folders of nothing, a sweep.csv that is none.
ReportInputs gather_results(const std::vector<std::string>& operands);

/// The values of one column of a CSV text (RFC 4180), from top to bottom. Throws ConfigError naming
/// `file` where the column is missing or a line has too few values.
std::vector<std::string> csv_column(std::string_view text, std::string_view column,
                                    const std::string& file);

}  // namespace flitcast
