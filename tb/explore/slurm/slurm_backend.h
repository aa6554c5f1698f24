#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "tb/explore/points/backend.h"
#include "tb/explore/slurm/slurm_client.h"

namespace flitcast {

/// Points of a task where nobody says how many.
std::size_t usual_chunk(std::size_t points);

/// Job arrays of Slurm. The folder of the sweep and the program have the same paths on every node.
///
/// A task of an array runs its points one after the other, as `flitcast sweep --only FILE`. Points
/// whose task has left the queue without their results are submitted again, so that neither a lost
/// node nor a lost controller loses any; jobs that another process submitted for this folder before
/// it was killed are waited for. A point that never gets a result fails in the end; the last time,
/// it is tried in a task of its own, and while its companions make headway they are not counted.
class SlurmBackend final : public Backend {
 public:
  /// Throws ConfigError where there is no Slurm.
  SlurmBackend(BackendOptions options, const SweepFolder& folder)
      : options_(std::move(options)), folder_(folder) {}

  void run(const std::vector<PointTask>& tasks, PointListener& listener) override;

 private:
  SlurmClient client_;
  BackendOptions options_;
  const SweepFolder& folder_;
};

}  // namespace flitcast
