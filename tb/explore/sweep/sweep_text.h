#pragma once

#include <string>
#include <vector>

#include "tb/explore/points/point_result.h"
#include "tb/explore/sweep/sweep_points.h"

namespace flitcast {

/// Every point with its values and its status, and how many there are of each status.
std::string list_points(const Sweep& sweep, const std::vector<PointStatus>& statuses);

/// "990 done, 2 failed".
std::string count_statuses(const std::vector<PointStatus>& statuses);

/// What went wrong, for people: a line for every point with a result that is not good, and for the
/// first failed ones the command line, how it ended and what it said. Empty when all are done.
std::string tell_failures(const Sweep& sweep, const std::vector<PointStatus>& statuses,
                          const SweepFolder& folder);

}  // namespace flitcast
