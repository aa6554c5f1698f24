#include "tb/explore/local_backend.h"

namespace flitcast {

void LocalBackend::run(const std::vector<PointTask>& tasks, PointListener& listener) {
  constexpr ProcessPool::Seconds kPatience{0.2};
  ProcessPool pool(jobs_, time_limit_);
  std::size_t next = 0;
  while (next < tasks.size() || !pool.idle()) {
    while (next < tasks.size() && !pool.full()) {
      pool.start(next, tasks[next].command());
      ++next;
    }
    if (const auto ended = pool.wait(kPatience)) {
      settle(tasks[ended->id], ended->end);
      listener.finished(ended->id);
    } else {
      listener.waiting();
    }
  }
}

/// A run that got stuck or did not meet its expectations has a result, too.
void LocalBackend::settle(const PointTask& task, const ProcessEnd& end) const {
  if (!folder_.has_result(task.name)) {
    folder_.record_failure(task.name, task.command(),
                           end.describe() + (end.exited_with(0) ? ", but no result" : ""), end.err);
  }
}

}  // namespace flitcast
