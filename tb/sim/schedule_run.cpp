#include "tb/sim/schedule_run.h"

#include "traffic/play/player.h"

namespace flitcast {
namespace {

ExcessSplit split_excess(const std::vector<RoundRecord>& rounds) {
  ExcessSplit split;
  for (const RoundRecord& round : rounds) {
    split.waits += round.waits;
    split.slack += round.slack;
  }
  return split;
}

void collect(const Player& player, Sync sync, RunResult& result) {
  result.rounds = player.rounds_done();
  result.messages = player.messages();
  result.flits = player.payload_flits();
  result.per_round = player.rounds();
  if (sync == Sync::kBarrier) {
    result.excess_split = split_excess(result.per_round);
  }
  if (player.finished()) {
    result.data_error = player.data_error();
    result.data_check = result.data_error.empty() ? DataCheck::kPassed : DataCheck::kFailed;
  }
}

}  // namespace

RunResult simulate(const Config& config, const Topology& topology, const Routing& routing,
                   const Schedule& schedule, const ScheduleParts& parts) {
  const auto generated = parts.application == nullptr
                             ? make_payload(schedule.operation, schedule.block_flits, config.seed)
                             : nullptr;
  Payload& payload = generated ? *generated : parts.application->memory();
  Player player(schedule, routing, {config.sync, config.network}, payload, parts.deliveries);
  RunResult result;
  static_cast<RunMeasures&>(result) = run_workload(config, topology, routing, player, parts);
  collect(player, config.sync, result);
  return result;
}

}  // namespace flitcast
