#include "tb/results/result_json.h"

#include "tb/results/expectations.h"
#include "tb/results/jobs_json.h"
#include "tb/results/json_parts.h"
#include "tb/results/plain_result.h"
#include "tb/results/report_parts.h"
#include "tb/results/result_file.h"
#include "tb/system/program.h"
#include "tb/text/json_members.h"

namespace flitcast {

using Json = nlohmann::ordered_json;

FLITCAST_JSON_MEMBERS(RoundRecord, start, end, messages, max_hops, max_flits, lockstep, waits,
                      slack)

FLITCAST_JSON_MEMBERS(LoadBatch, from, to, packets, latency, delivered_flits, created_flits)

FLITCAST_JSON_MEMBERS(LoadNode, sent_packets, sent_flits, latency, received_packets, received_flits)

void to_json(Json& json, const LoadClass& each) {
  json = {{"kind", to_string(each.kind)},
          {"flits", each.flits},
          {"destinations", each.destinations},
          {"packets", each.packets},
          {"latency", each.latency},
          {"queueing", each.queueing},
          {"max", each.most}};
}

void to_json(Json& json, const ChannelResult& channel) {
  json = {{"from", channel.from},
          {"to", channel.to},
          {"kind", channel.receive_port ? "receive" : "link"},
          {"flits", channel.flits},
          {"busy_cycles", channel.busy_cycles},
          {"waits", channel.waits.total()}};
}

void to_json(Json& json, const Judgement& judgement) {
  json = {{"key", judgement.path},
          {"expected", judgement.expected},
          {"measured", judgement.measured.json()},
          {"met", judgement.met}};
}

namespace {

/// Precondition: it has one.
Json background_json(const ScheduleRun& result) {
  const BackgroundResult& background = *result.background;
  const LoadResult& load = background.load;
  const bool complete = !result.stuck;
  const bool begun = background.schedule_from >= 0;
  return {{"quiet",
           {{"completion_cycles", background.quiet_cycles},
            {"excess_split", background.quiet_split},
            {"latency", background.quiet_latency}}},
          {"slowdown", complete ? Json(result.slowdown()) : Json(nullptr)},
          {"added_cycles", complete ? Json(result.added_cycles()) : Json(nullptr)},
          {"added", complete ? Json(result.added_split()) : Json(nullptr)},
          {"traffic_from", known_if(background.traffic_from >= 0, background.traffic_from)},
          {"schedule_from", known_if(begun, background.schedule_from)},
          {"verdict", known_if(begun, to_string(load.verdict))},
          {"offered", finite(load.offered)},
          {"accepted", finite(load.accepted.mean)},
          {"latency", load_latency_json(load, background.latency)},
          {"packets", load.packets},
          {"account", load.account}};
}

void add_schedule_members(const ScheduleRun& run, Json& json) {
  json["rounds"] = run.rounds;
  json["messages"] = run.messages;
  json["flits"] = run.flits;
  json["flit_hops"] = run.flit_hops;
  json["completion_cycles"] = run.completion_cycles;
  json["predicted_cycles"] = run.prediction.cycles;
  json["excess_cycles"] = known_if(!run.stuck, run.excess_cycles());
  json["excess_split"] = run.excess_split;
  json["predicted_terms"] = run.prediction.terms;
  json["lower_bound_cycles"] = run.prediction.lower_bound_cycles;
  json["critical_path_cycles"] = run.prediction.critical_path_cycles;
  json["per_round"] = run.per_round;
  json["latency"] = run.latency;
  json["links"] = run.links;
  json["data_check"] = data_check_name(run.data_check);
  json["messages_hash"] = known_if(!run.messages_hash.empty(), run.messages_hash);
  json["deadlock"] = stuck_json(run.stuck, {{"round", run.rounds}});
  if (run.background) {
    json["background"] = background_json(run);
  }
}

void add_load_members(const LoadRun& run, const Topology& topology, Json& json) {
  const LoadResult& load = run.load;
  json["verdict"] = to_string(load.verdict);
  json["saturated"] = run.saturated() ? "yes" : "no";
  const std::string_view limit = limiting_key(load.limit);
  json["limit"] = known_if(!limit.empty(), limit);
  json["offered"] = finite(load.offered);
  json["accepted"] = load.accepted;
  json["latency"] = load_latency_json(load, run.latency);
  json["round_trip"] = finite(load.round_trip);
  json["hops"] = finite(load.hops);
  json["theory"] = theory_json(run.prediction, topology);
  json["packets"] = load.packets;
  json["measured_from"] = load.measured_from;
  json["measured_to"] = load.measured_to;
  json["batch_cycles"] = load.batch;
  json["lag_1"] = finite(load.lag_1);
  json["backlog_flits"] = load.backlog_flits;
  json["account"] = load.account;
  json["flit_hops"] = run.flit_hops;
  json["completion_cycles"] = run.completion_cycles;
  json["links"] = run.links;
  json["data_check"] = data_check_name(DataCheck::kPassed);
  json["deadlock"] = stuck_json(run.stuck, Json::object());
  json["classes"] = load.classes;
  json["nodes"] = load.nodes;
  json["channels"] = run.channels;
  json["batches"] = load.batches;
  json["histogram"] = run.histogram;
  json["network_histogram"] = run.network_histogram;
}

Json measured_json(const MeasuredRun& measured, const MeasuredComparison& here) {
  return {{"cycles", measured.end},
          {"makespan_cycles", here.makespan},
          {"makespan_error", here.makespan_error},
          {"waits", here.waits.size()},
          {"wait_error_p50", here.median_error},
          {"wait_error_p90", here.p90_error},
          {"wait_order", here.order}};
}

void add_program_members(const ProgramRun& run, Json& json) {
  json["placement"] = run.placement;
  json["operations"] = run.operations;
  json["messages"] = run.messages;
  json["flits"] = run.flits;
  json["flit_hops"] = run.flit_hops;
  json["completion_cycles"] = run.completion_cycles;
  json["predicted_cycles"] = run.predicted_cycles;
  json["excess_cycles"] = run.excess_cycles();
  json["critical_path"] = run.critical_path;
  json["ranks"] = run.ranks;
  if (run.measured) {
    json["measured"] = measured_json(run.record->program().measured, *run.measured);
  }
  json["latency"] = run.latency;
  json["links"] = run.links;
  json["data_check"] = data_check_name(run.data_check);
  json["deadlock"] = stuck_json(run.stuck, {{"waiting", run.waiting}});
}

void add_jobs_members(const JobsRun& run, Json& json) {
  json["jobs"] = jobs_json(run);
  json["flit_hops"] = run.flit_hops;
  json["completion_cycles"] = run.completion_cycles;
  json["latency"] = run.latency;
  json["links"] = run.links;
  json["data_check"] = data_check_name(run.data_check);
  json["deadlock"] =
      stuck_json(run.stuck, {{"waiting", {run.stuck ? run.stuck->position : std::string()}}});
}

std::string_view schema_of(const RunResult& run) {
  return std::holds_alternative<LoadRun>(run)      ? kLoadSchema
         : std::holds_alternative<ProgramRun>(run) ? kProgramSchema
         : std::holds_alternative<JobsRun>(run)    ? kJobsSchema
                                                   : kResultSchema;
}

/// What follows the checksum changes nothing.
void add_checks(const RunMeasures& measures, Json& json) {
  json["checksum"] = result_checksum(json);
  if (measures.rtl) {
    json["rtl"] = *measures.rtl;
  }
  if (measures.lockstep) {
    json["lockstep"] = *measures.lockstep;
  }
  if (measures.tells_host) {
    json["host"] = {{"wall_seconds", measures.wall_seconds},
                    {"flit_hops_per_second", measures.flit_hops_per_second},
                    {"peak_rss_bytes", measures.peak_rss_bytes}};
  }
}

/// What is known without a run.
Json configured(const Config& config) {
  return {{"config", config_json(config)}, {"model", timing_model(config.network)}};
}

}  // namespace

Json result_json(const Config& config, const RunResult& run) {
  Json json;
  json["schema"] = schema_of(run);
  json["version"] = program_version();
  json["node_count"] = config.topology->processors();
  json["config"] = config_json(config);
  json["model"] = measures_of(run).model;
  if (const auto* const load = std::get_if<LoadRun>(&run)) {
    add_load_members(*load, *config.topology, json);
  } else if (const auto* const program = std::get_if<ProgramRun>(&run)) {
    add_program_members(*program, json);
  } else if (const auto* const jobs = std::get_if<JobsRun>(&run)) {
    add_jobs_members(*jobs, json);
  } else {
    add_schedule_members(std::get<ScheduleRun>(run), json);
  }
  if (measures_of(run).faults) {
    json["faults"] = *measures_of(run).faults;
  }
  json["expectations"] = judge(config, result_columns(json));
  json["notes"] = config.notes;
  add_checks(measures_of(run), json);
  return json;
}

JudgedResult judged_result(const Config& config, const RunResult& run) {
  const Json json = result_json(config, run);
  std::vector<ResultColumn> columns = result_columns(json);
  std::vector<std::string> unmet = unmet_lines(judge(config, columns));
  return {json_text(json), std::move(unmet), std::move(columns)};
}

std::vector<ResultColumn> predicted_columns(const Config& config, const Prediction& prediction) {
  Json json = configured(config);
  json["predicted_cycles"] = prediction.cycles;
  json["predicted_terms"] = prediction.terms;
  json["lower_bound_cycles"] = prediction.lower_bound_cycles;
  return result_columns(json);
}

std::vector<ResultColumn> predicted_columns(const Config& config,
                                            const LoadPrediction& prediction) {
  Json json = configured(config);
  json["theory"] = theory_json(prediction, *config.topology);
  return result_columns(json);
}

std::vector<ResultColumn> predicted_columns(const PlannedRun& plan) {
  const Config& config = config_of(plan);
  if (const auto* const schedule = std::get_if<Plan>(&plan)) {
    return predicted_columns(config, schedule->prediction());
  }
  if (const auto* const load = std::get_if<LoadPlan>(&plan)) {
    return predicted_columns(config, load->prediction());
  }
  if (std::holds_alternative<JobsPlan>(plan)) {
    return result_columns(configured(config));
  }
  Json json = configured(config);
  json["predicted_cycles"] = std::get<ProgramPlan>(plan).forecast().prediction();
  return result_columns(json);
}

}  // namespace flitcast
