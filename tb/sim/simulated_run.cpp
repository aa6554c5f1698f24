#include "tb/sim/simulated_run.h"

#include <cmath>

#include <fmt/format.h>

#include "tb/plan/load_plan.h"
#include "tb/sim/measurements.h"
#include "traffic/open_loop/collective_under_load.h"
#include "traffic/open_loop/open_loop_traffic.h"
#include "traffic/play/schedule_executor.h"
#include "traffic/program/program_player.h"

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

/// A user's router does not tell why flits wait in it.
bool tells_causes(const Config& config) {
  return !config.rtl.nodes.any() || config.rtl.user.empty();
}

void collect(const ScheduleExecutor& executor, const Config& config, ScheduleRun& result) {
  result.rounds = executor.rounds_done();
  result.messages = executor.messages();
  result.flits = executor.payload_flits();
  result.per_round = executor.rounds();
  if (config.sync == Sync::kBarrier && tells_causes(config)) {
    result.excess_split = split_excess(result.per_round);
  }
  if (executor.finished()) {
    const bool lost =
        result.faults && result.faults->damaged_flits > 0 && !result.faults->retransmission;
    result.data_error = lost ? "damaged by a link: " + result.faults->first : executor.data_error();
    result.data_check = result.data_error.empty() ? DataCheck::kPassed : DataCheck::kFailed;
  }
}

/// What a schedule takes under load is counted from its start.
void collect_under_load(const CollectiveUnderLoad& workload, const ScheduleExecutor& alone,
                        const ScheduleExecutor& executor, OpenLoopTraffic& load,
                        ScheduleRun& result) {
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
  result.latency = summarise_latencies(executor.latencies());
  if (!result.stuck) {
    result.completion_cycles = executor.completion() - workload.started();
  }
  if (result.excess_split) {
    background.quiet_split = split_excess(alone.rounds());
  }
  if (alone.finished() && !alone.data_error().empty()) {
    result.data_check = DataCheck::kFailed;
    result.data_error = "without traffic: " + alone.data_error();
  }
}

ScheduleRun simulate_under_load(const Config& config, const Topology& topology,
                                const Routing& routing, const Schedule& schedule,
                                ScheduleExecutor& executor, const ScheduleParts& parts) {
  const auto payload = make_payload(schedule.operation, schedule.block_flits, config.seed);
  ScheduleExecutor alone(schedule, routing, {config.sync, config.network}, *payload, nullptr);
  OpenLoopTraffic load(routing, config.network, config.load, parts.packet_latency);
  CollectiveUnderLoad workload(alone, executor, load);
  ScheduleRun result;
  static_cast<RunMeasures&>(result) = run_workload(config, topology, routing, workload, parts);
  collect(executor, config, result);
  collect_under_load(workload, alone, executor, load, result);
  return result;
}

/// Compares what the nodes hold with what one node alone would have computed; empty if it is right.
std::string first_difference(const Application& application, const Matrix& result) {
  const Matrix expected = application.expected();
  const Matrix tolerance = application.tolerance();
  for (std::size_t row = 0; row < expected.rows; ++row) {
    for (std::size_t column = 0; column < expected.columns; ++column) {
      const double found = result.at(row, column);
      const double right = expected.at(row, column);
      const bool equal = tolerance.values.empty()
                             ? to_word(found) == to_word(right)
                             : std::abs(found - right) <= tolerance.at(row, column);
      if (!equal) {
        return fmt::format("element ({}, {}) of the {} is {}, not {}", row, column,
                           application.result_name(), found, right);
      }
    }
  }
  return "";
}

void collect_data(const Application& application, ScheduleRun& result) {
  result.data = application.result();
  const std::string difference = first_difference(application, *result.data);
  if (!difference.empty() && result.data_check != DataCheck::kFailed) {
    result.data_check = DataCheck::kFailed;
    result.data_error = difference;
  }
}

PathSplit split_path(const ProgramRecord& record) {
  PathSplit split;
  walk_critical_path(record, [&](const PathStep& step) { split += step.split; });
  return split;
}

ProgramRun simulate(const ProgramPlan& plan, const Config& config, const RunParts& parts) {
  const auto record = std::make_shared<ProgramRecord>(plan.program(), plan.routing(),
                                                      config.network, parts.deliveries);
  ProgramPlayer player(plan.program(), plan.placement(), plan.routing(), config.network,
                       config.seed, record.get());
  ProgramRun run;
  run.record = record;
  static_cast<RunMeasures&>(run) =
      run_workload(config, plan.topology(), plan.routing(), player, parts);
  run.operations = player.machine().done();
  run.messages = player.messages();
  run.flits = player.payload_flits();
  run.predicted_cycles = plan.forecast().prediction();
  run.ranks = record->rank_times();
  run.placement = plan.placement();
  if (run.stuck) {
    run.waiting = player.waiting();
    return run;
  }
  if (tells_causes(config)) {
    run.critical_path = split_path(*record);
  }
  run.measured = compare_with_measured(*record);
  const bool lost = run.faults && run.faults->damaged_flits > 0 && !run.faults->retransmission;
  run.data_error = lost ? "damaged by a link: " + run.faults->first : player.data_error();
  run.data_check = run.data_error.empty() ? DataCheck::kPassed : DataCheck::kFailed;
  return run;
}

LoadRun simulate(const LoadPlan& plan, const Config& config, RunParts parts) {
  parts.channels = true;
  LoadRun run =
      simulate_load(config, plan.topology(), plan.routing(), plan.packet_latency(), parts);
  run.prediction = plan.prediction();
  return run;
}

}  // namespace

ScheduleRun simulate(const Config& config, const Topology& topology, const Routing& routing,
                     const Schedule& schedule, const ScheduleParts& parts) {
  const auto generated = parts.application == nullptr
                             ? make_payload(schedule.operation, schedule.block_flits, config.seed)
                             : nullptr;
  Payload& payload = generated ? *generated : parts.application->memory();
  ScheduleExecutor executor(schedule, routing, {config.sync, config.network}, payload,
                            parts.deliveries);
  if (config.background) {
    return simulate_under_load(config, topology, routing, schedule, executor, parts);
  }
  ScheduleRun result;
  static_cast<RunMeasures&>(result) = run_workload(config, topology, routing, executor, parts);
  collect(executor, config, result);
  return result;
}

LoadRun simulate_load(const Config& config, const Topology& topology, const Routing& routing,
                      const PacketLatency& zero_load, const RunParts& parts) {
  OpenLoopTraffic workload(routing, config.network, config.load, zero_load);
  LoadRun run;
  static_cast<RunMeasures&>(run) = run_workload(config, topology, routing, workload, parts);
  if (run.stuck) {
    workload.cut_off(run.stuck->verdict);
  }
  run.load = workload.result();
  run.histogram = workload.latencies();
  run.network_histogram = workload.network_latencies();
  return run;
}

ScheduleRun simulate(const Plan& plan, const Config& config, const RunParts& parts) {
  ScheduleParts all{parts, plan.application()};
  if (config.background) {
    all.packet_latency = packet_latency(plan.config());
  }
  ScheduleRun result = simulate(config, plan.topology(), plan.routing(), plan.schedule(), all);
  result.prediction = plan.prediction();
  if (all.application != nullptr && !result.stuck) {
    collect_data(*all.application, result);
  }
  return result;
}

RunResult simulate(const PlannedRun& plan, const Config& config, const RunParts& parts) {
  return std::visit([&](const auto& own) { return RunResult(simulate(own, config, parts)); }, plan);
}

RunResult simulate(const PlannedRun& plan, const RunParts& parts) {
  return simulate(plan, config_of(plan), parts);
}

}  // namespace flitcast
