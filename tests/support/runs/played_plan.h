#pragma once

#include <memory>
#include <string>
#include <vector>

#include "tb/plan/plan.h"
#include "tests/support/cores/loaded_cores.h"
#include "traffic/channel_load/packet_latency.h"
#include "traffic/open_loop/collective_under_load.h"
#include "traffic/play/schedule_executor.h"

namespace flitcast {

/// What a plan came to when it was played.
struct PlayedPlan {
  bool finished = false;
  Cycle completion = 0;
  std::string data_error;
  std::vector<RoundRecord> rounds;
};

/// Plays a plan on the hardware's cores: the program without SystemC, so that a test can play any
/// number of them. Under load it is played twice, and counts from its second start.
inline PlayedPlan play(const Plan& plan) {
  constexpr Cycle kLimit = 1'000'000'000;
  const Config& config = plan.config();
  const Routing& routing = plan.routing();
  const Schedule& schedule = plan.schedule();
  const auto make = [&] {
    return make_payload(schedule.operation, schedule.block_flits, config.seed);
  };
  const auto generated = plan.application() == nullptr ? make() : nullptr;
  Payload& payload = generated ? *generated : plan.application()->memory();
  ScheduleExecutor executor(schedule, routing, {config.sync, config.network}, payload, nullptr);
  Cycle started = 0;
  if (config.background) {
    const auto quiet = make();
    ScheduleExecutor alone(schedule, routing, {config.sync, config.network}, *quiet, nullptr);
    OpenLoopTraffic load(routing, config.network, config.load, PacketLatency(config.network));
    CollectiveUnderLoad both(alone, executor, load);
    LoadedCores(routing, config.network, both).run(LoadedCores::Order::kForward, kLimit);
    started = both.started();
  } else {
    LoadedCores(routing, config.network, executor).run(LoadedCores::Order::kForward, kLimit);
  }
  return {executor.finished(), executor.completion() - started,
          executor.finished() ? executor.data_error() : "stuck", executor.rounds()};
}

}  // namespace flitcast
