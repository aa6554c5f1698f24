#include "tb/sim/deadlock_watch.h"

#include <algorithm>

#include "tb/sim/measurements.h"

namespace flitcast {

void DeadlockWatch::begin(Model& model) {
  model_ = &model;
  model.sequencer().set_hook(*this, config_.stall_cycles);
}

Cycle DeadlockWatch::before(Cycle cycle) {
  const bool still = mix_.waits_for_packets() && mix_.packets_told() == told_;
  told_ = mix_.packets_told();
  if (!still) {
    stood_.clear();
    return cycle + config_.stall_cycles;
  }
  std::vector<StuckWorm> now = worms(cycle);
  std::vector<StuckWorm> standing;
  std::copy_if(now.begin(), now.end(), std::back_inserter(standing), [&](const StuckWorm& worm) {
    return std::any_of(stood_.begin(), stood_.end(), [&](const StuckWorm& before) {
      return before.message == worm.message && before.router == worm.router &&
             before.waits_for == worm.waits_for;
    });
  });
  if (!cycle_of_waits(standing).empty()) {
    mix_.give_up(cycle + 1);
    return WakeQueue::kNever;
  }
  stood_ = std::move(now);
  return cycle + config_.stall_cycles;
}

std::vector<StuckWorm> DeadlockWatch::worms(Cycle now) const {
  StuckReport report;
  report.verdict = now;
  report.jobs = mix_.job_names();
  describe_network(model_->fabric(), topology_, config_.network, model_->packets(), report);
  return std::move(report.worms);
}

}  // namespace flitcast
