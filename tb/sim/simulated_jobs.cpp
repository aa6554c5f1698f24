#include <algorithm>
#include <utility>
#include <vector>

#include "tb/sim/deadlock_watch.h"
#include "tb/sim/job_player.h"
#include "tb/sim/measurements.h"
#include "tb/sim/simulated_run.h"
#include "tb/sim/wait_blame.h"
#include "traffic/open_loop/job_mix.h"

namespace flitcast {
namespace {

/// Whether every job holds what it should, and the first that does not.
void check_data(JobsRun& run) {
  if (run.stuck) {
    return;
  }
  run.data_check = DataCheck::kPassed;
  if (run.faults && run.faults->damaged_flits > 0 && !run.faults->retransmission) {
    run.data_check = DataCheck::kFailed;
    run.data_error = "damaged by a link: " + run.faults->first;
    return;
  }
  for (const JobResult& job : run.jobs) {
    if (job.data_check == DataCheck::kFailed && run.data_check == DataCheck::kPassed) {
      run.data_check = DataCheck::kFailed;
      run.data_error = job.name + ": " + job.data_error;
    }
  }
}

LatencyHistogram all_latencies(const std::vector<JobPlayer>& players) {
  LatencyHistogram all;
  for (const JobPlayer& player : players) {
    for (const auto& [cycles, count] : player.latencies()) {
      all[cycles] += count;
    }
  }
  return all;
}

/// A job beside none, on the same network. Load is told to stop after as many cycles.
void play_alone(const JobsPlan& plan, const Config& config, std::size_t number, Cycle silent_from,
                JobResult& result) {
  const JobsPlan::Job& job = plan.jobs()[number];
  JobPlayer player(job, config);
  const bool endless = job.is_load() && silent_from != WakeQueue::kNever;
  JobMix mix({player.job(0)},
             endless ? std::max<Cycle>(silent_from - job.start, 1) : WakeQueue::kNever);
  run_workload(config, plan.topology(), plan.routing(), mix, {});
  const JobResult alone = player.result(0);
  result.alone_cycles = alone.completion_cycles;
  result.alone_latency = alone.latency;
}

}  // namespace

JobsRun simulate(const JobsPlan& plan, const Config& config, const RunParts& parts) {
  std::vector<JobPlayer> players;
  std::vector<JobMix::Job> jobs;
  players.reserve(plan.jobs().size());
  for (const JobsPlan::Job& job : plan.jobs()) {
    players.emplace_back(job, config);
    jobs.push_back(players.back().job(job.start));
  }
  JobMix mix(std::move(jobs));
  WaitBlame blame(players.size(), config);
  DeadlockWatch deadlock(mix, config, plan.routing().topology());
  RunParts watched = parts;
  watched.observers.push_back(&deadlock);
  if (players.size() > 1) {
    watched.observers.push_back(&blame);
  }
  JobsRun run;
  static_cast<RunMeasures&>(run) =
      run_workload(config, plan.topology(), plan.routing(), mix, watched);
  if (run.stuck) {
    mix.cut_off(run.stuck->verdict);
  }
  for (std::size_t job = 0; job < players.size(); ++job) {
    JobResult result = players[job].result(plan.jobs()[job].start);
    result.channels = blame.channels(job);
    if (mix.never_begins(job)) {
      result.completion_cycles = 0;
      result.data_check = DataCheck::kPassed;
    } else if (!run.stuck) {
      play_alone(plan, config, job, mix.silent_from(), result);
    }
    run.jobs.push_back(std::move(result));
  }
  run.latency = summarise_latencies(all_latencies(players));
  check_data(run);
  return run;
}

}  // namespace flitcast
