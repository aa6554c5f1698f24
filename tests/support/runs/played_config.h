#pragma once

#include <algorithm>

#include "tb/config/resolve/resolve.h"
#include "tb/plan/load_plan.h"
#include "tb/sim/simulated_run.h"

namespace flitcast {

/// A run that is planned, verified and played within a moment.
inline bool is_small(const Config& config) {
  constexpr NodeId kNodes = 36;
  constexpr int kVcs = 8;
  constexpr std::uint64_t kFlits = 200;
  return config.topology->nodes() <= kNodes && config.network.vcs * config.network.ports <= kVcs &&
         (config.plays_load() || config.message_flits <= kFlits) &&
         (!config.has_load() || packets_of_load(config).largest_flits <= kFlits);
}

/// Plays what a configuration says, whatever that is, for no longer than to cycle `last`. Those
/// that are not small are resolved only. Throws ConfigError.
inline void play_config(const RawConfig& raw, Cycle last) {
  if (!is_small(resolve(raw))) {
    return;
  }
  const PlannedRun plan = plan_run(raw);
  Config config = config_of(plan);
  config.max_cycles = std::min(config.max_cycles.value_or(last), last);
  simulate(plan, config, {});
}

}  // namespace flitcast
