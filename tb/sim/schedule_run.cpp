#include "tb/sim/schedule_run.h"

#include "tb/sim/measurements.h"
#include "traffic/open_loop/collective_under_load.h"
#include "traffic/play/schedule_executor.h"

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

void collect(const ScheduleExecutor& player, const Config& config, RunResult& result) {
  result.rounds = player.rounds_done();
  result.messages = player.messages();
  result.flits = player.payload_flits();
  result.per_round = player.rounds();
  // A user's router does not tell why flits wait in it.
  const bool causes_known = !config.rtl.nodes.any() || config.rtl.user.empty();
  if (config.sync == Sync::kBarrier && causes_known) {
    result.excess_split = split_excess(result.per_round);
  }
  if (player.finished()) {
    result.data_error = player.data_error();
    result.data_check = result.data_error.empty() ? DataCheck::kPassed : DataCheck::kFailed;
  }
}

/// What a schedule takes under load is counted from its start.
void collect_under_load(const CollectiveUnderLoad& workload, const ScheduleExecutor& alone,
                        const ScheduleExecutor& player, OpenLoopTraffic& load, RunResult& result) {
  BackgroundResult& background = result.background.emplace();
  background.quiet_cycles = alone.completion();
  background.quiet_latency = summarise_latencies(alone.latencies());
  background.schedule_from = workload.started();
  background.traffic_from = load.origin();
  if (result.stuck) {
    load.cut_off(result.stuck->verdict);
  }
  background.load = load.result();
  background.latency = summarise_latencies(load.latencies());
  result.latency = summarise_latencies(player.latencies());
  if (!result.stuck) {
    result.completion_cycles = player.completion() - workload.started();
  }
  if (result.excess_split) {
    background.quiet_split = split_excess(alone.rounds());
  }
  if (alone.finished() && !alone.data_error().empty()) {
    result.data_check = DataCheck::kFailed;
    result.data_error = "without traffic: " + alone.data_error();
  }
}

RunResult simulate_under_load(const Config& config, const Topology& topology,
                              const Routing& routing, const Schedule& schedule,
                              ScheduleExecutor& player, const ScheduleParts& parts) {
  const auto payload = make_payload(schedule.operation, schedule.block_flits, config.seed);
  ScheduleExecutor alone(schedule, routing, {config.sync, config.network}, *payload, nullptr);
  OpenLoopTraffic load(routing, config.network, config.load, parts.packet_latency);
  CollectiveUnderLoad workload(alone, player, load);
  RunResult result;
  static_cast<RunMeasures&>(result) = run_workload(config, topology, routing, workload, parts);
  collect(player, config, result);
  collect_under_load(workload, alone, player, load, result);
  return result;
}

}  // namespace

RunResult simulate(const Config& config, const Topology& topology, const Routing& routing,
                   const Schedule& schedule, const ScheduleParts& parts) {
  const auto generated = parts.application == nullptr
                             ? make_payload(schedule.operation, schedule.block_flits, config.seed)
                             : nullptr;
  Payload& payload = generated ? *generated : parts.application->memory();
  ScheduleExecutor player(schedule, routing, {config.sync, config.network}, payload,
                          parts.deliveries);
  if (config.background) {
    return simulate_under_load(config, topology, routing, schedule, player, parts);
  }
  RunResult result;
  static_cast<RunMeasures&>(result) = run_workload(config, topology, routing, player, parts);
  collect(player, config, result);
  return result;
}

}  // namespace flitcast
