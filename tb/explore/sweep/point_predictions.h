#pragma once

#include <cstddef>
#include <map>
#include <vector>

#include "tb/explore/points/point_result.h"
#include "tb/explore/sweep/sweep_points.h"

namespace flitcast::explore {

/// What theory says of points of a sweep, as columns of its table.
class PointPredictions {
 public:
  /// The sweep must outlive it.
  explicit PointPredictions(Sweep& sweep) : sweep_(sweep) {}

  /// Predicts a point that can be run as far as that is known: by closed form, or else by plan().
  PointStatus predict(std::size_t point);
  /// Predicts a point as flitcast check does, by building and verifying its schedule. If it turns
  /// out not to be playable, that becomes its refusal. Returns kPredicted or kUnfit. Throws
  /// RowError (tb/plan/row_schedule.h).
  PointStatus plan(std::size_t point);

  /// Parameters by their keys, then what is predicted, by the names that it has in results, of a
  /// point that has been predicted.
  std::vector<ResultColumn> columns(const SweepPoint& point) const;

  /// Of how many points schedules were built, or routings of random traffic proved.
  std::size_t planned() const { return planned_.size(); }

 private:
  Sweep& sweep_;
  std::map<std::string, std::vector<ResultColumn>, std::less<>> planned_;  // by names of points
};

/// Takes points that have become unfit, and their statuses, out of a sweep that skips them.
void leave_out_unfit(Sweep& sweep, std::vector<PointStatus>& statuses);

}  // namespace flitcast::explore
