#pragma once

#include <cstdint>
#include <vector>

#include "hw/time/sequencer.h"
#include "tb/config/config.h"
#include "tb/sim/model.h"
#include "tb/sim/run_observer.h"
#include "traffic/open_loop/job_mix.h"

namespace flitcast {

/// Finds a deadlock that load hides, since it goes on elsewhere: when nothing has come of jobs that
/// end for run.stall_cycles, and worms wait for each other in a circle that stood so long ago, too,
/// with the headers in the same routers. Then load is told to stop, and the run gets stuck.
class DeadlockWatch final : public RunObserver, private CycleHook {
 public:
  /// All must outlive it.
  DeadlockWatch(JobMix& mix, const Config& config, const Topology& topology)
      : mix_(mix), config_(config), topology_(topology) {}

  void begin(Model& model) override;
  void end(const std::optional<StuckReport>& /*stuck*/) override {}

 private:
  Cycle before(Cycle cycle) override;
  std::vector<StuckWorm> worms(Cycle now) const;

  JobMix& mix_;
  const Config& config_;
  const Topology& topology_;
  Model* model_ = nullptr;
  std::uint64_t told_ = 0;        // at the last look
  std::vector<StuckWorm> stood_;  // then; none where something had come of a job
};

}  // namespace flitcast
