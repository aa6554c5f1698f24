#include "tb/explore/sweep/make_backend.h"

#include <csignal>

#include <fmt/format.h>

#include "tb/config/config_value.h"
#include "tb/explore/slurm/slurm_backend.h"

namespace flitcast::explore {
namespace {

bool killed_by_others(const ProcessEnd& end) {
  return !end.timed_out && (end.signal == SIGKILL || end.signal == SIGTERM);
}

/// Processes on this machine.
class LocalBackend final : public Backend {
 public:
  LocalBackend(const BackendOptions& options, const SweepFolder& folder)
      : options_(options), folder_(folder) {}

  void run(const std::vector<PointTask>& tasks, PointListener& listener) override {
    ProcessPool pool(options_.jobs, options_.time_limit);
    pool.run_all(
        tasks.size(), [&](std::size_t task) { return tasks[task].command(folder_); },
        [&](std::size_t task, const ProcessEnd& end) {
          settle(tasks[task], end, listener);
          listener.finished(task);
        },
        [&] { listener.waiting(); });
  }

 private:
  /// A run that got stuck or did not meet its expectations has a result, too.
  void settle(const PointTask& task, const ProcessEnd& end, PointListener& listener) const {
    if (folder_.has_result(task.name)) {
      return;
    }
    if (options_.leave_killed && killed_by_others(end)) {
      listener.notice(fmt::format("{}: {}", task.name, end.describe()));
    } else {
      folder_.record_failure(task.name, task.command(folder_),
                             end.describe() + (end.exited_with(0) ? ", but no result" : ""),
                             end.err);
    }
  }

  BackendOptions options_;
  const SweepFolder& folder_;
};

}  // namespace

const std::vector<std::string_view>& backend_kinds() {
  static const std::vector<std::string_view> kinds{"local", "slurm"};
  return kinds;
}

std::unique_ptr<Backend> make_backend(const BackendOptions& options, const SweepFolder& folder) {
  if (options.kind == "local") {
    return std::make_unique<LocalBackend>(options, folder);
  }
  if (options.kind == "slurm") {
    if (folder.path().find('\\') != std::string::npos) {
      throw ConfigError(
          "--out: {} has a backslash, which Slurm does not take in the names of files that its "
          "jobs write; give a path without",
          in_quotes(folder.path()));
    }
    return std::make_unique<SlurmBackend>(options, folder);
  }
  throw ConfigError("--backend: {} is not known; give {}", in_quotes(options.kind),
                    alternatives(backend_kinds()));
}

}  // namespace flitcast::explore
