#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "tb/explore/points/backend.h"
#include "tb/explore/points/point_result.h"
#include "tb/explore/points/sweep_folder.h"
#include "tb/explore/sweep/sweep_points.h"
#include "tb/explore/sweep/sweep_progress.h"

namespace flitcast {

/// Writes what the points of a sweep have in common into its folder; returns its hash.
std::string write_base(const Sweep& sweep, const SweepFolder& folder);
/// A point as a backend runs it; `base` is the hash of write_base().
PointTask task_of(const Sweep& sweep, const SweepPoint& point, const std::string& base);

/// How the points of a sweep stand in its folder.
class PointStatuses {
 public:
  PointStatuses(const Sweep& sweep, const SweepFolder& folder);

  PointStatus of(std::size_t point);
  std::vector<PointStatus> of_all();
  /// As PointReader::objection.
  std::string objection(std::size_t point);

 private:
  const Sweep& sweep_;
  const SweepFolder& folder_;
  PointReader reader_;
};

/// The points of a sweep that have no result, while a backend runs them.
class MissingPoints final : public PointListener {
 public:
  /// Looks through the folder. What does not count there is told and removed; `statuses` is kept up
  /// to date from here on.
  MissingPoints(const Sweep& sweep, const SweepFolder& folder, std::vector<PointStatus>& statuses);

  void run(Backend& backend) { backend.run(tasks_, *this); }
  const SweepState& state() const { return state_; }
  double seconds() const { return progress_.seconds(); }

  void finished(std::size_t task) override;
  void waiting() override { progress_.show(state_); }
  void notice(const std::string& text) override;

 private:
  void tell_objections();
  bool lacks_result_now(std::size_t point);

  const Sweep& sweep_;
  const SweepFolder& folder_;
  PointStatuses looks_;
  std::vector<PointStatus>& statuses_;
  SweepProgress progress_;
  std::vector<std::size_t> points_;  // of the tasks
  std::vector<PointTask> tasks_;
  SweepState state_;
  std::vector<std::string> objections_;  // to the first results that do not count
  std::size_t not_counting_ = 0;
};

}  // namespace flitcast
