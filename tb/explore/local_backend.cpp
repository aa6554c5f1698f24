#include "tb/explore/local_backend.h"

#include <csignal>

#include <fmt/format.h>

namespace flitcast {
namespace {

bool killed_by_others(const ProcessEnd& end) {
  return !end.timed_out && (end.signal == SIGKILL || end.signal == SIGTERM);
}

}  // namespace

void LocalBackend::run(const std::vector<PointTask>& tasks, PointListener& listener) {
  constexpr ProcessPool::Seconds kPatience{0.2};
  ProcessPool pool(options_.jobs, options_.time_limit);
  std::size_t next = 0;
  while (next < tasks.size() || !pool.idle()) {
    while (next < tasks.size() && !pool.full()) {
      pool.start(next, tasks[next].command());
      ++next;
    }
    if (const auto ended = pool.wait(kPatience)) {
      settle(tasks[ended->id], ended->end, listener);
      listener.finished(ended->id);
    } else {
      listener.waiting();
    }
  }
}

/// A run that got stuck or did not meet its expectations has a result, too.
void LocalBackend::settle(const PointTask& task, const ProcessEnd& end,
                          PointListener& listener) const {
  if (folder_.has_result(task.name)) {
    return;
  }
  if (options_.leave_killed && killed_by_others(end)) {
    listener.notice(fmt::format("{}: {}", task.name, end.describe()));
  } else {
    folder_.record_failure(task.name, task.command(),
                           end.describe() + (end.exited_with(0) ? ", but no result" : ""), end.err);
  }
}

}  // namespace flitcast
