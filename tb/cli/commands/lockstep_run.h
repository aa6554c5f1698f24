#pragma once

#include <functional>
#include <memory>
#include <sys/types.h>

#include "tb/config/config.h"
#include "tb/cosim/lockstep/lockstep_observer.h"
#include "tb/measures/lockstep_result.h"

namespace flitcast {

/// Beside a run with a user's routers one of the model, with which those routers are clocked in
/// lockstep: in a process of its own, because there is one simulation in each.
class LockstepRun {
 public:
  using Simulate = std::function<void(const Config& config, RunObserver& observer)>;

  /// Begins to simulate the configuration without rtl.nodes. `config`, which must outlive it, has
  /// rtl.user. Throws RtlBuildError, FileError.
  LockstepRun(const Config& config, const Simulate& simulate);
  /// Ends the other process where that has not come to its end.
  ~LockstepRun();
  LockstepRun(const LockstepRun&) = delete;
  LockstepRun& operator=(const LockstepRun&) = delete;

  /// Waits for it. Throws std::runtime_error where it fails.
  LockstepResult result();

 private:
  bool simulate_model(const Config& config, const Simulate& simulate);
  bool ends_well();

  std::unique_ptr<cosim::LockstepObserver> check_;
  LockstepResult* result_ = nullptr;  // both processes have it
  pid_t model_ = -1;                  // the other process, until it has been waited for
};

/// Where routers of a run are a user's; null elsewhere.
std::unique_ptr<LockstepRun> lockstep_run(const Config& config,
                                          const LockstepRun::Simulate& simulate);

}  // namespace flitcast
