#include "tb/explore/sweep/point_predictions.h"

#include <algorithm>
#include <utility>

#include "tb/config/keys/sweep_keys.h"
#include "tb/config/resolve/resolve.h"
#include "tb/plan/plan.h"
#include "tb/plan/planned_run.h"
#include "tb/results/result_json.h"

namespace flitcast::explore {
namespace {

/// Without expectations, which are none of the run.
std::vector<ResultColumn> of_run(std::vector<ResultColumn> predicted) {
  std::vector<ResultColumn> columns;
  for (ResultColumn& column : predicted) {
    const ConfigKey* const key = find_key(column.name);
    if (key == nullptr || tells_runs_apart(*key)) {
      columns.push_back(std::move(column));
    }
  }
  return columns;
}

}  // namespace

PointStatus PointPredictions::predict(std::size_t point) {
  return sweep_.points[point].predicted_cycles ? PointStatus::kPredicted : plan(point);
}

PointStatus PointPredictions::plan(std::size_t number) {
  SweepPoint& point = sweep_.points[number];
  const RawConfig raw = config_of(sweep_, point);
  try {
    planned_[point.name] = of_run(predicted_columns(plan_run(raw)));
    return PointStatus::kPredicted;
  } catch (const ConfigError& error) {
    point.refusal = error.what();
  }
  sweep_.unfit.add(point.refusal, point.name, point.values);
  return PointStatus::kUnfit;
}

std::vector<ResultColumn> PointPredictions::columns(const SweepPoint& point) const {
  const auto planned = planned_.find(point.name);
  if (planned != planned_.end()) {
    return planned->second;
  }
  const RawConfig raw = config_of(sweep_, point);
  Config config = resolve(raw);
  const Prediction prediction = foresee(raw, config).value();
  return of_run(predicted_columns(config, prediction));
}

void leave_out_unfit(Sweep& sweep, std::vector<PointStatus>& statuses) {
  if (!sweep.skips_unfit) {
    return;
  }
  const auto fits = [](const SweepPoint& point) { return point.refusal.empty(); };
  sweep.points.erase(std::stable_partition(sweep.points.begin(), sweep.points.end(), fits),
                     sweep.points.end());
  statuses.erase(std::remove(statuses.begin(), statuses.end(), PointStatus::kUnfit),
                 statuses.end());
}

}  // namespace flitcast::explore
