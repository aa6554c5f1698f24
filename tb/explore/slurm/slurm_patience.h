#pragma once

#include <chrono>
#include <optional>

#include "tb/explore/points/backend.h"
#include "tb/explore/slurm/slurm_client.h"

namespace flitcast {

/// A controller may be away for a while, or take no more jobs; jobs run on, and a sweep can wait.
class SlurmPatience {
 public:
  using Seconds = std::chrono::duration<double>;

  explicit SlurmPatience(PointListener& listener, Seconds limit = std::chrono::minutes(15))
      : listener_(listener), limit_(limit) {}

  /// Slurm has done what it was asked to.
  void answered();
  /// It has not, or has no room. Tells the listener, once. Throws ConfigError when that has been so
  /// for too long, unless there is something else to wait for.
  void failed(const SlurmError& error, bool jobs_are_on_their_way);

 private:
  using Clock = std::chrono::steady_clock;

  PointListener& listener_;
  Seconds limit_;
  std::optional<Clock::time_point> since_;
};

}  // namespace flitcast
