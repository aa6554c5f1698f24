#pragma once

#include <memory>
#include <sys/types.h>

#include "tb/cli/commands/run_output.h"
#include "tb/cosim/lockstep/lockstep_observer.h"
#include "tb/measures/lockstep_result.h"
#include "tb/plan/planned_run.h"

namespace flitcast::cli {

/// Beside a run with a user's routers one of the model, with which those routers are clocked in
/// lockstep: in a process of its own, because there is one simulation in each.
class LockstepRun final : public RunOutput {
 public:
  /// Of a plan with rtl.user, which must outlive it. Throws RtlBuildError.
  explicit LockstepRun(const PlannedRun& plan);
  /// Ends the other process where that has not come to its end.
  ~LockstepRun() override;

  /// Begins to simulate the plan without rtl.nodes. Throws FileError.
  void watch(RunParts& parts) override;
  /// Waits for it. Throws std::runtime_error where it fails.
  void complete(RunResult& run) override;

 private:
  bool simulate_model();
  bool ends_well();

  const PlannedRun& plan_;
  std::unique_ptr<cosim::LockstepObserver> check_;
  LockstepResult* result_ = nullptr;  // both processes have it
  pid_t model_ = -1;                  // the other process, until it has been waited for
};

}  // namespace flitcast::cli
