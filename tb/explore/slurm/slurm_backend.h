#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "tb/explore/points/backend.h"
#include "tb/explore/slurm/slurm_client.h"

namespace flitcast::explore {

/// Points of a task where nobody says how many.
std::size_t usual_chunk(std::size_t points);

/// A job array of Slurm. The folder of the sweep and the program have the same paths on every node.
///
/// A task of the array runs its points one after the other, as `flitcast sweep --only FILE`. When
/// the array has ended, the points without a result are submitted again, each in a task of its own,
/// and fail after three attempts; neither a lost node nor a lost controller loses any. An array
/// that another process submitted for this folder before it was killed is waited for.
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

}  // namespace flitcast::explore
