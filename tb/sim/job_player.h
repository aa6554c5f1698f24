#pragma once

#include <memory>
#include <optional>

#include "tb/config/config.h"
#include "tb/measures/result.h"
#include "tb/plan/jobs_plan.h"
#include "traffic/open_loop/job_mix.h"
#include "traffic/open_loop/open_loop_traffic.h"
#include "traffic/play/payload.h"
#include "traffic/play/schedule_executor.h"
#include "traffic/program/program_player.h"

namespace flitcast {

/// What plays a job, once.
class JobPlayer {
 public:
  /// The job must outlive it; `config` is that of all of them.
  JobPlayer(const JobsPlan::Job& job, const Config& config);

  /// As it begins in cycle `start`.
  JobMix::Job job(Cycle start);
  /// What it measured; of a job that is not complete what it did so far.
  JobResult result(Cycle start) const;
  LatencyHistogram latencies() const { return workload().latencies(); }

 private:
  void play(const Plan& plan, const Config& config);
  void play(const LoadPlan& plan, const Config& config);
  void play(const ProgramPlan& plan, const Config& config);
  const Workload& workload() const;

  const JobsPlan::Job& job_;
  std::unique_ptr<Payload> payload_;
  std::unique_ptr<ScheduleExecutor> schedule_;  // one of the three
  std::unique_ptr<OpenLoopTraffic> load_;
  std::unique_ptr<ProgramPlayer> program_;
};

}  // namespace flitcast
