#include "tb/explore/sweep/sweep_runs.h"

#include "tb/system/files/content_hash.h"

namespace flitcast::explore {
namespace {

/// Writes what the points have in common into the folder; returns its hash.
std::string write_base(const Sweep& sweep, const SweepFolder& folder) {
  const std::string text = given_ini(sweep.base);
  std::string hash = content_hash(text);
  write_in_place_of_links(folder.base_file(hash), text);
  return hash;
}

}  // namespace

std::vector<PointStatus> add_points(const Sweep& sweep, const SweepFolder& folder,
                                    PointRunner& runner) {
  const std::string base = write_base(sweep, folder);
  std::vector<PointStatus> statuses;
  statuses.reserve(sweep.points.size());
  for (const SweepPoint& point : sweep.points) {
    if (!point.refusal.empty()) {
      folder.clear_failure(point.name);
      statuses.push_back(PointStatus::kUnfit);
      continue;
    }
    PointTask task{point.name, base, {}};
    for (std::size_t i = 0; i < sweep.keys.size(); ++i) {
      task.keys.emplace_back(sweep.keys[i], point.values[i]);
    }
    statuses.push_back(runner.add(std::move(task), sweep.expectations, config_of(sweep, point))
                           .value_or(PointStatus::kMissing));
  }
  return statuses;
}

PointStatus status_of(const Sweep& sweep, const SweepPoint& point, const SweepFolder& folder,
                      PointReader& reader) {
  if (!point.refusal.empty()) {
    return PointStatus::kUnfit;
  }
  if (const auto result = reader.read(point.name, sweep.expectations)) {
    return result->status;
  }
  return folder.has_failure(point.name) ? PointStatus::kFailed : PointStatus::kMissing;
}

std::vector<PointStatus> statuses_of(const Sweep& sweep, const SweepFolder& folder) {
  PointReader reader(folder);
  std::vector<PointStatus> statuses;
  statuses.reserve(sweep.points.size());
  for (const SweepPoint& point : sweep.points) {
    statuses.push_back(status_of(sweep, point, folder, reader));
  }
  return statuses;
}

}  // namespace flitcast::explore
