#pragma once

#include <memory>
#include <string>
#include <vector>

#include "tb/plan/plan.h"
#include "tests/support/cores/wired_cores.h"
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
/// number of them.
inline PlayedPlan play(const Plan& plan) {
  constexpr Cycle kLimit = 1'000'000'000;
  const Config& config = plan.config();
  const Topology& topology = plan.topology();
  const Schedule& schedule = plan.schedule();
  std::unique_ptr<Payload> generated;
  if (plan.application() == nullptr) {
    generated = make_payload(schedule.operation, schedule.block_flits, config.seed);
  }
  Payload& payload = generated ? *generated : plan.application()->memory();
  PacketPool packets;
  WakeQueue wakes;
  ScheduleExecutor player(schedule, plan.routing(), {config.sync, config.network}, payload,
                          nullptr);
  WiredCores cores(topology, plan.routing(), config.network, packets, player, wakes);
  WorkloadNetwork network{&packets, &wakes};
  for (NodeId node = 0; node < topology.processors(); ++node) {
    network.interfaces.push_back(&cores.interface(node));
  }
  player.begin(network);
  cores.run(WiredCores::Order::kForward, kLimit, [&](Cycle cycle) { player.tick(cycle); });
  return {player.finished(), player.completion(), player.finished() ? player.data_error() : "stuck",
          player.rounds()};
}

}  // namespace flitcast
