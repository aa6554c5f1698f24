#include "tb/sim/job_player.h"

#include "tb/sim/measurements.h"

namespace flitcast {

JobPlayer::JobPlayer(const JobsPlan::Job& job, const Config& config) : job_(job) {
  std::visit([&](const auto& plan) { play(plan, config); }, *job.plan);
}

void JobPlayer::play(const Plan& plan, const Config& config) {
  const Schedule& schedule = plan.schedule();
  payload_ = make_payload(schedule.operation, schedule.block_flits, config.seed);
  schedule_ = std::make_unique<ScheduleExecutor>(
      schedule, plan.routing(), ExecutorOptions{plan.config().sync, config.network}, *payload_,
      nullptr);
}

void JobPlayer::play(const LoadPlan& plan, const Config& config) {
  load_ = std::make_unique<OpenLoopTraffic>(plan.routing(), config.network, plan.config().load,
                                            plan.packet_latency());
}

void JobPlayer::play(const ProgramPlan& plan, const Config& config) {
  program_ = std::make_unique<ProgramPlayer>(plan.program(), plan.placement(), plan.routing(),
                                             config.network, config.seed);
}

JobMix::Job JobPlayer::job(Cycle start) {
  Workload* const workload = schedule_ != nullptr ? static_cast<Workload*>(schedule_.get())
                             : load_ != nullptr   ? static_cast<Workload*>(load_.get())
                                                  : program_.get();
  return {job_.name, workload, start, load_.get(), job_.priority};
}

const Workload& JobPlayer::workload() const {
  return schedule_ != nullptr ? static_cast<const Workload&>(*schedule_)
         : load_ != nullptr   ? static_cast<const Workload&>(*load_)
                              : *program_;
}

JobResult JobPlayer::result(Cycle start) const {
  JobResult result;
  result.name = job_.name;
  result.start = start;
  result.priority = job_.priority;
  result.is_load = load_ != nullptr;
  result.latency = summarise_latencies(latencies());
  const bool complete = workload().finished();
  if (complete) {
    result.completion_cycles = workload().completion() - start;
  }
  if (load_ != nullptr) {
    const LoadAccount account = load_->result().account;
    result.messages = account.created_packets;
    result.flits = account.created_flits;
    result.data_check = complete ? DataCheck::kPassed : DataCheck::kOff;
    return result;
  }
  result.messages = schedule_ != nullptr ? schedule_->messages() : program_->messages();
  result.flits = schedule_ != nullptr ? schedule_->payload_flits() : program_->payload_flits();
  if (complete) {
    result.data_error = schedule_ != nullptr ? schedule_->data_error() : program_->data_error();
    result.data_check = result.data_error.empty() ? DataCheck::kPassed : DataCheck::kFailed;
  }
  return result;
}

}  // namespace flitcast
