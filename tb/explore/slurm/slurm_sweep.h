#pragma once

#include <chrono>
#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "tb/explore/points/backend.h"
#include "tb/explore/points/point_result.h"
#include "tb/explore/points/sweep_folder.h"
#include "tb/explore/slurm/slurm_arrays.h"
#include "tb/explore/slurm/slurm_client.h"

namespace flitcast::explore {

/// The points of one sweep on their way through the queue of Slurm; see SlurmBackend.
class SlurmSweep {
 public:
  struct Setup {
    std::vector<std::string> command;  ///< of a task, without --only
    std::vector<std::string> options;  ///< of sbatch
    std::size_t chunk;                 ///< points of a task
  };

  SlurmSweep(const std::vector<PointTask>& points, const SweepFolder& folder,
             const SlurmClient& client, Setup setup, PointListener& listener);

  /// Until every point has a result or has failed. Throws ConfigError when Slurm refuses the jobs,
  /// or has not answered for a long time.
  void run();

 private:
  using Clock = std::chrono::steady_clock;
  using Seconds = std::chrono::duration<double>;
  using Tasks = std::vector<std::vector<std::size_t>>;  // points of each, in their order

  void await_earlier_arrays();
  void run_array(std::size_t chunk, bool last_attempt);
  Tasks cut(std::size_t chunk) const;
  void submit();
  void await(const std::set<std::string>& names);
  bool look(const std::set<std::string>& names);
  void collect(bool thoroughly);
  bool has_ended(std::size_t point);
  void settle(bool last_attempt);
  void fail(std::size_t task);
  std::string ends() const;

  template <typename Ask>
  auto patiently(Ask&& ask);
  void answered();
  void unanswered(const SlurmError& error);
  void tell_why_jobs_wait();
  void pause();

  const std::vector<PointTask>& points_;
  const SweepFolder& folder_;
  const SlurmClient& client_;
  Setup setup_;
  PointListener& listener_;
  SlurmArrays arrays_;
  PointReader reader_;
  std::size_t max_array_size_ = 0;

  std::vector<std::size_t> missing_;        // points without an end
  Tasks tasks_;                             // of the array, with those of them that they have
  std::string name_, job_;                  // of the array
  std::map<std::size_t, QueuedTask> last_;  // what the queue said of its tasks at last
  int attempts_ = 0;

  Clock::time_point start_ = Clock::now();
  Clock::time_point last_end_ = start_;          // of a point
  std::optional<Clock::time_point> away_since_;  // the controller
  std::string reason_;                           // last told why jobs wait
};

}  // namespace flitcast::explore
