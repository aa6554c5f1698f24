#pragma once

#include <chrono>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "tb/explore/points/backend.h"
#include "tb/explore/points/point_result.h"
#include "tb/explore/points/sweep_folder.h"
#include "tb/explore/slurm/slurm_arrays.h"

namespace flitcast {

/// A task of an array, with the points that it still has to bring, in the order in which it runs
/// them.
struct SlurmChunk {
  using TaskId = std::pair<std::string, std::size_t>;  ///< array and task

  TaskId id;
  std::vector<std::size_t> points;
  bool certain = true;         ///< Slurm has taken it
  bool headway = false;        ///< it has brought some
  bool cancelled = false;      ///< by a user
  int times_gone = 0;          ///< looks at the queue since it has left
  std::string job;             ///< number of the array
  std::string last = "ended";  ///< what the queue said of it at last
};

/// The points of a sweep: which have ended, which are to be submitted, and how often each has been.
class SlurmPoints {
 public:
  using Clock = std::chrono::steady_clock;

  SlurmPoints(const std::vector<PointTask>& points, const SweepFolder& folder,
              const SlurmArrays& arrays, PointListener& listener);

  std::size_t size() const { return points_.size(); }
  const PointTask& operator[](std::size_t point) const { return points_[point]; }
  /// Points without an end.
  std::size_t left() const { return left_; }
  /// When the last one ended, or the sweep began.
  Clock::time_point last_end() const { return last_end_; }

  /// Makes a network file system look again, into which others write.
  void refresh() const;
  /// It has a result or a failure in the folder.
  bool has_ended(std::size_t point);
  void finish(std::size_t point);
  /// Finishes the points of a task that have ended; unless thoroughly, up to the first that has
  /// not. The others stay in it.
  void collect(SlurmChunk& chunk, bool thoroughly);

  /// Is to be submitted.
  void wait(std::size_t point) { waiting_.push_back(point); }
  /// Takes those that are, cut into tasks of up to `size` points.
  std::vector<std::vector<std::size_t>> take_waiting(std::size_t size);
  /// The points of a task that has ended without them are to be submitted again, or fail where that
  /// is pointless. Returns how many are submitted again.
  std::size_t retry(const SlurmChunk& chunk);

 private:
  static constexpr int kAttempts = 4;  // a point without a result has

  void fail(std::size_t point, const SlurmChunk& chunk);

  const std::vector<PointTask>& points_;
  const SweepFolder& folder_;
  const SlurmArrays& arrays_;
  PointListener& listener_;
  PointReader reader_;
  std::vector<std::size_t> waiting_;  // to be submitted
  std::vector<int> attempts_;         // of every point, that brought no result
  std::size_t left_;
  Clock::time_point last_end_ = Clock::now();
};

}  // namespace flitcast
