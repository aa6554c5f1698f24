#pragma once

#include "tb/explore/points/backend.h"

namespace flitcast {

/// Processes on this machine.
class LocalBackend final : public Backend {
 public:
  LocalBackend(const BackendOptions& options, const SweepFolder& folder)
      : options_(options), folder_(folder) {}

  void run(const std::vector<PointTask>& tasks, PointListener& listener) override;

 private:
  void settle(const PointTask& task, const ProcessEnd& end, PointListener& listener) const;

  BackendOptions options_;
  const SweepFolder& folder_;
};

}  // namespace flitcast
