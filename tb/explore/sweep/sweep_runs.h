#pragma once

#include <string>
#include <vector>

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

}  // namespace flitcast::explore
