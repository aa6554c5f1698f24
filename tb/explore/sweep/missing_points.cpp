#include "tb/explore/sweep/missing_points.h"

#include <cstdio>

#include <fmt/format.h>

#include "tb/system/console.h"
#include "tb/system/files/atomic_file.h"
#include "tb/system/files/content_hash.h"

namespace flitcast {
namespace {

constexpr std::size_t kMostNotices = 10;

}  // namespace

std::string write_base(const Sweep& sweep, const SweepFolder& folder) {
  const std::string text = given_ini(sweep.base);
  std::string hash = content_hash(text);
  write_in_place_of_links(folder.base_file(hash), text);
  return hash;
}

PointTask task_of(const Sweep& sweep, const SweepPoint& point, const std::string& base) {
  PointTask task{point.name, base, {}};
  for (std::size_t i = 0; i < sweep.keys.size(); ++i) {
    task.keys.emplace_back(sweep.keys[i], point.values[i]);
  }
  return task;
}

PointStatuses::PointStatuses(const Sweep& sweep, const SweepFolder& folder)
    : sweep_(sweep), folder_(folder), reader_(folder) {}

/// A result that is there counts; a failure is tried again.
PointStatus PointStatuses::of(std::size_t point) {
  if (!sweep_.points[point].refusal.empty()) {
    return PointStatus::kUnfit;
  }
  const std::string& name = sweep_.points[point].name;
  const auto result = reader_.read(name, sweep_.expectations);
  if (result) {
    return result->status;
  }
  return folder_.has_failure(name) ? PointStatus::kFailed : PointStatus::kMissing;
}

std::string PointStatuses::objection(std::size_t point) {
  return reader_.objection(sweep_.points[point].name, sweep_.expectations,
                           config_of(sweep_, sweep_.points[point]));
}

std::vector<PointStatus> PointStatuses::of_all() {
  std::vector<PointStatus> statuses;
  statuses.reserve(sweep_.points.size());
  for (std::size_t i = 0; i < sweep_.points.size(); ++i) {
    statuses.push_back(of(i));
  }
  return statuses;
}

MissingPoints::MissingPoints(const Sweep& sweep, const SweepFolder& folder,
                             std::vector<PointStatus>& statuses)
    : sweep_(sweep),
      folder_(folder),
      looks_(sweep, folder),
      statuses_(statuses),
      progress_(stderr) {
  const std::string base = write_base(sweep, folder);
  for (std::size_t i = 0; i < sweep.points.size(); ++i) {
    if (lacks_result_now(i)) {
      folder.clear_failure(sweep.points[i].name);
      points_.push_back(i);
      tasks_.push_back(task_of(sweep, sweep.points[i], base));
    } else if (statuses[i] == PointStatus::kUnfit) {
      folder.clear_failure(sweep.points[i].name);
    }
  }
  tell_objections();
  state_.points = sweep.points.size();
  state_.there = state_.points - tasks_.size();
}

void MissingPoints::finished(std::size_t task) {
  PointStatus& status = statuses_[points_[task]];
  status = looks_.of(points_[task]);
  ++state_.run;
  state_.failed += lacks_result(status) ? 1 : 0;
  progress_.show(state_);
}

void MissingPoints::notice(const std::string& text) {
  progress_.erase();
  tell(text);
}

/// What is run again although something is there.
void MissingPoints::tell_objections() {
  for (const std::string& objection : objections_) {
    notice(objection + "; runs again");
  }
  if (not_counting_ > objections_.size()) {
    notice(fmt::format("and {} more", not_counting_ - objections_.size()));
  }
}

/// Removes one that does not count. Jobs of an earlier sweep may leave results meanwhile: what
/// came after the look stays.
bool MissingPoints::lacks_result_now(std::size_t point) {
  const std::string& name = sweep_.points[point].name;
  const bool was_there = folder_.has_something(name);
  statuses_[point] = looks_.of(point);
  if (was_there && lacks_result(statuses_[point])) {
    if (++not_counting_ <= kMostNotices) {
      objections_.push_back(looks_.objection(point));
    }
    folder_.clear_result(name);
  }
  return lacks_result(statuses_[point]);
}

}  // namespace flitcast
