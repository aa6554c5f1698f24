#pragma once

#include <memory>

#include "tb/config/ini/raw_config.h"
#include "tb/config/resolve/resolve.h"
#include "tb/plan/load_plan.h"
#include "tb/plan/plan.h"
#include "tests/support/cores/loaded_cores.h"
#include "traffic/open_loop/collective_under_load.h"
#include "traffic/open_loop/open_loop_traffic.h"
#include "traffic/play/schedule_executor.h"

namespace flitcast {

/// Plays a workload on the hardware's cores, up to cycle `last`.
inline void play_until(Cycle last, const Config& config, Workload& workload) {
  LoadedCores cores(*config.routing, config.network, workload);
  cores.end_after(last);
  cores.run(LoadedCores::Order::kForward, last);
}

/// A run that is planned, verified and played within a moment.
inline bool is_small(const Config& config) {
  constexpr NodeId kNodes = 36;
  constexpr int kVcs = 8;
  constexpr std::uint64_t kFlits = 200;
  return config.topology->nodes() <= kNodes && config.network.vcs * config.network.ports <= kVcs &&
         (config.plays_load() || config.message_flits <= kFlits) &&
         (!config.has_load() || packets_of_load(config).largest_flits <= kFlits);
}

/// Plays what a configuration says, whatever that is, for no longer than to cycle `last`, on the
/// hardware's cores: the program without SystemC, so that one process can play any number. Those
/// that are not small are resolved only. Throws ConfigError.
inline void play_config(const RawConfig& raw, Cycle last) {
  if (!is_small(resolve(raw))) {
    return;
  }
  if (gives_load_alone(raw)) {
    const LoadPlan plan(raw);
    OpenLoopTraffic load(plan.routing(), plan.config().network, plan.config().load,
                         plan.packet_latency());
    play_until(last, plan.config(), load);
    load.result();
    return;
  }
  const Plan plan(raw);
  const Config& config = plan.config();
  const Schedule& schedule = plan.schedule();
  const auto payload = [&] {
    return make_payload(schedule.operation, schedule.block_flits, config.seed);
  };
  const std::unique_ptr<Payload> words = payload();
  Payload& held = plan.application() == nullptr ? *words : plan.application()->memory();
  ScheduleExecutor executor(schedule, plan.routing(), {config.sync, config.network}, held, nullptr);
  if (!config.background) {
    play_until(last, config, executor);
    return;
  }
  const std::unique_ptr<Payload> quiet_words = payload();
  ScheduleExecutor alone(schedule, plan.routing(), {config.sync, config.network}, *quiet_words,
                         nullptr);
  OpenLoopTraffic load(plan.routing(), config.network, config.load, packet_latency(config));
  CollectiveUnderLoad workload(alone, executor, load);
  play_until(last, config, workload);
  load.result();
}

}  // namespace flitcast
