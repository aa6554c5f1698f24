#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "tb/explore/points/sweep_folder.h"
#include "tb/system/process_pool.h"

namespace flitcast::explore {

/// A point of a sweep that is to be run, by a process that leaves its result in the sweep's folder
/// and writes nothing else. Lists of tasks lie where others may write: what is run, and where it
/// writes to, is said here and not there.
struct PointTask {
  std::string name;  ///< of the point: hash of its effective configuration
  std::string base;  ///< hash of what the points have in common (SweepFolder::base_file)
  std::vector<std::pair<std::string, std::string>> keys;  ///< that the point has besides

  /// The whole command.
  std::vector<std::string> command(const SweepFolder& folder) const;
};

/// Tasks as a file for a process elsewhere (`flitcast sweep --only FILE`), which appears whole and
/// keeps their order. Throws FileError.
void write_tasks(const std::string& file, const std::vector<PointTask>& tasks);
/// Throws ConfigError for a file that cannot be read, or has something that no sweep would have
/// written: names that are no hashes, keys that points cannot differ in.
std::vector<PointTask> read_tasks(const std::string& file);

/// Hears from a backend while it works.
class PointListener {
 public:
  virtual ~PointListener() = default;
  /// The folder has the result of a task, or its failure; once for each task, in any order.
  virtual void finished(std::size_t task) = 0;
  /// Nothing has ended, but time has passed: a few times a second.
  virtual void waiting() = 0;
  /// Something that people should know: a sentence without its full stop.
  virtual void notice(const std::string& text) = 0;
};

/// Runs points somewhere.
class Backend {
 public:
  virtual ~Backend() = default;
  /// Runs every task, none of which has a result or a failure in the folder. In the end every one
  /// has its result, or a failure (SweepFolder::record_failure) that does not keep the others from
  /// running. A task may run more than once. Throws FileError and ConfigError for what concerns
  /// all of them.
  virtual void run(const std::vector<PointTask>& tasks, PointListener& listener) = 0;
};

/// What the command line says of backends.
struct BackendOptions {
  std::string kind = "local";
  std::size_t jobs = 1;
  ProcessPool::Seconds time_limit{0};  ///< of a point
  /// A point that is killed from outside is not recorded as a failure: this process is part of a
  /// job that may be killed with it.
  bool leave_killed = false;
  std::size_t chunk = 0;                   ///< points of a job; 0: as suits their number
  std::vector<std::string> slurm_options;  ///< further options of sbatch
};

}  // namespace flitcast::explore
