#pragma once

#include <string>
#include <vector>

#include "tb/explore/points/point_result.h"
#include "tb/explore/points/point_runner.h"
#include "tb/explore/sweep/sweep_points.h"

namespace flitcast::explore {

/// Adds points of a sweep to the next step of a runner. Returns how they stand: those that are to
/// be run as missing.
std::vector<PointStatus> add_points(const Sweep& sweep, const SweepFolder& folder,
                                    PointRunner& runner);

/// How a point stands: a result that is there counts; a failure is tried again.
PointStatus status_of(const Sweep& sweep, const SweepPoint& point, const SweepFolder& folder,
                      PointReader& reader);
/// The same of all points.
std::vector<PointStatus> statuses_of(const Sweep& sweep, const SweepFolder& folder);

/// Every point that can be run with its values, what is known of it and its status, the others by
/// their reasons, and how many there are of each status. `statuses` may be empty: then they are
/// left out.
std::string list_points(const Sweep& sweep, const std::vector<PointStatus>& statuses);

/// "990 done, 2 failed".
std::string count_statuses(const std::vector<PointStatus>& statuses);

/// What cannot be run, skipped or not, human-readable: points by their reasons. Empty when all can.
std::string tell_unfit(const Sweep& sweep);

/// What else went wrong, human-readable: points that are not good by their status and, without a
/// result, by what they said: of the first that failed with the command line, and where to look.
/// Empty when nothing did.
std::string tell_failures(const Sweep& sweep, const std::vector<PointStatus>& statuses,
                          const SweepFolder& folder);

}  // namespace flitcast::explore
