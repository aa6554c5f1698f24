#pragma once

#include "tb/explore/backend.h"

namespace flitcast {

/// Processes on this machine.
class LocalBackend final : public Backend {
 public:
  /// At most `jobs` >= 1 points at a time, each killed after the time limit.
  LocalBackend(std::size_t jobs, ProcessPool::Seconds time_limit, const SweepFolder& folder)
      : jobs_(jobs), time_limit_(time_limit), folder_(folder) {}

  void run(const std::vector<PointTask>& tasks, PointListener& listener) override;

 private:
  void settle(const PointTask& task, const ProcessEnd& end) const;

  std::size_t jobs_;
  ProcessPool::Seconds time_limit_;
  const SweepFolder& folder_;
};

}  // namespace flitcast
