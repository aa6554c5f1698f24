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
  static constexpr int kAttempts = 4;  // a point without a result has

  using TaskId = std::pair<std::string, std::size_t>;  // array and task
  using Queue = std::map<TaskId, QueuedTask>;

  /// A task of an array, with the points that it still has to bring, in the order in which it runs
  /// them.
  struct Chunk {
    TaskId id;
    std::vector<std::size_t> points;
    bool certain = true;         // Slurm has taken it
    bool headway = false;        // it has brought some
    bool cancelled = false;      // by somebody
    int times_gone = 0;          // looks at the queue since it has left
    std::string job;             // number of the array
    std::string last = "ended";  // what the queue said of it at last
  };

  void adopt();
  void adopt_task(const QueuedTask& task, const std::set<std::string>& own,
                  std::map<std::string, std::size_t>& unclaimed);

  void submit();
  std::vector<std::vector<std::size_t>> cut_waiting() const;
  bool submit_array(const std::vector<std::vector<std::size_t>>& tasks);
  bool refused(const std::string& name, const SlurmError& error);

  void look();
  bool look_at(Chunk& chunk, const Queue& queue);
  void collect(Chunk& chunk, bool thoroughly);
  std::size_t resubmit(const Chunk& chunk);
  void fail(std::size_t point, const Chunk& chunk);
  bool has_ended(std::size_t point);
  void refresh() const;
  void finish(std::size_t point);
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

  const std::vector<PointTask>& points_;
  const SweepFolder& folder_;
  const SlurmClient& client_;
  Setup setup_;
  PointListener& listener_;
  SlurmArrays arrays_;
  PointReader reader_;
  SlurmPatience patience_;         // with the queue
  SlurmPatience submit_patience_;  // with submissions
  std::size_t max_array_size_ = 0;

  std::vector<std::size_t> waiting_;  // points to be submitted
  std::vector<Chunk> chunks_;         // submitted
  std::set<std::string> foreign_;     // arrays that also have points of another sweep
  std::vector<int> attempts_;         // of every point, that brought no result
  std::size_t left_;                  // points without an end
  Clock::time_point start_ = Clock::now();
  Clock::time_point last_end_ = start_;  // of a point
  std::string reason_;                   // last told why jobs wait
};

}  // namespace flitcast
