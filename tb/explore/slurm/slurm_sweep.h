#pragma once

#include <chrono>
#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "tb/explore/points/backend.h"
#include "tb/explore/points/point_result.h"
#include "tb/explore/points/sweep_folder.h"
#include "tb/explore/slurm/slurm_arrays.h"
#include "tb/explore/slurm/slurm_client.h"
#include "tb/explore/slurm/slurm_patience.h"
#include "tb/explore/slurm/slurm_points.h"

namespace flitcast {

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
  using Queue = std::map<SlurmChunk::TaskId, QueuedTask>;

  void adopt();
  void adopt_task(const QueuedTask& task, const std::set<std::string>& own,
                  std::map<std::string, std::size_t>& unclaimed);

  void submit();
  bool submit_array(const std::vector<std::vector<std::size_t>>& tasks);
  bool refused(const std::string& name, const SlurmError& error);

  void look();
  bool look_at(SlurmChunk& chunk, const Queue& queue);
  void forget_finished_chunks();
  void forget_arrays_but(const std::set<std::string>& arrays,
                         const std::set<std::string>& open) const;
  void tell_why_jobs_wait(const Queue& queue);

  template <typename Ask>
  auto patiently(Ask&& ask);
  Queue ask_queue(const std::set<std::string>& names) const;
  std::set<std::string> open_arrays() const;
  Seconds time_between_looks() const;
  void pause(Seconds time);

  const SlurmClient& client_;
  Setup setup_;
  PointListener& listener_;
  SlurmArrays arrays_;
  SlurmPoints points_;
  PointReader reader_;
  SlurmPatience patience_;         // with the queue
  SlurmPatience submit_patience_;  // with submissions
  std::size_t max_array_size_ = 0;

  std::vector<SlurmChunk> chunks_;  // submitted
  std::set<std::string> foreign_;   // arrays that also have points of another sweep
  Clock::time_point start_ = Clock::now();
  std::string reason_;  // last told why jobs wait
};

}  // namespace flitcast
