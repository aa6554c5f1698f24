#include "tb/results/result_json.h"

#include <nlohmann/json.hpp>

#include "tb/results/expectations.h"
#include "tb/results/json_parts.h"
#include "tb/results/result_file.h"
#include "tb/system/program.h"

namespace flitcast {
namespace {

using Json = nlohmann::ordered_json;

Json rounds_json(const std::vector<RoundRecord>& rounds) {
  Json json = Json::array();
  for (const RoundRecord& round : rounds) {
    json.push_back({{"start", round.start},
                    {"end", round.end},
                    {"messages", round.messages},
                    {"max_hops", round.max_hops},
                    {"max_flits", round.max_flits},
                    {"lockstep", round.lockstep},
                    {"waits", waits_json(round.waits)},
                    {"slack", round.slack}});
  }
  return json;
}

Json quiet_json(const BackgroundResult& background) {
  return {{"completion_cycles", background.quiet_cycles},
          {"excess_split", split_json(background.quiet_split)},
          {"latency", latency_json(background.quiet_latency)}};
}

/// Precondition: it has one.
Json background_json(const ScheduleRun& result) {
  const BackgroundResult& background = *result.background;
  const LoadResult& load = background.load;
  const bool complete = !result.stuck;
  const bool begun = background.schedule_from >= 0;
  return {{"quiet", quiet_json(background)},
          {"slowdown", complete ? Json(result.slowdown()) : Json(nullptr)},
          {"added_cycles", complete ? Json(result.added_cycles()) : Json(nullptr)},
          {"added", complete ? split_json(result.added_split()) : Json(nullptr)},
          {"traffic_from", background.traffic_from >= 0 ? Json(background.traffic_from) : Json()},
          {"schedule_from", begun ? Json(background.schedule_from) : Json(nullptr)},
          {"verdict", begun ? Json(to_string(load.verdict)) : Json(nullptr)},
          {"offered", finite(load.offered)},
          {"accepted", finite(load.accepted.mean)},
          {"latency", load_latency_json(load, background.latency)},
          {"packets", load.packets},
          {"account", account_json(load.account)}};
}

void add_schedule_members(const ScheduleRun& run, Json& json) {
  json["rounds"] = run.rounds;
  json["messages"] = run.messages;
  json["flits"] = run.flits;
  json["flit_hops"] = run.flit_hops;
  json["completion_cycles"] = run.completion_cycles;
  json["predicted_cycles"] = run.prediction.cycles;
  json["excess_cycles"] = run.stuck ? Json(nullptr) : Json(run.excess_cycles());
  json["excess_split"] = split_json(run.excess_split);
  json["predicted_terms"] = terms_json(run.prediction.terms);
  json["lower_bound_cycles"] = run.prediction.lower_bound_cycles;
  json["critical_path_cycles"] = run.prediction.critical_path_cycles;
  json["per_round"] = rounds_json(run.per_round);
  json["latency"] = latency_json(run.latency);
  json["links"] = links_json(run.links);
  json["data_check"] = data_check_name(run.data_check);
  json["messages_hash"] = run.messages_hash.empty() ? Json(nullptr) : Json(run.messages_hash);
  json["deadlock"] = run.stuck ? stuck_json(*run.stuck, {{"round", run.rounds}}) : Json(nullptr);
  if (run.background) {
    json["background"] = background_json(run);
  }
}

/// The key that ended the run.
Json limit_json(LoadLimit limit) {
  switch (limit) {
    case LoadLimit::kCycles:
      return "load.most_cycles";
    case LoadLimit::kPackets:
      return "load.most_packets";
    case LoadLimit::kNone:
      break;
  }
  return nullptr;
}

Json batches_json(const std::vector<LoadBatch>& batches) {
  Json json = Json::array();
  for (const LoadBatch& batch : batches) {
    json.push_back({{"from", batch.from},
                    {"to", batch.to},
                    {"packets", batch.packets},
                    {"latency", batch.latency},
                    {"delivered_flits", batch.delivered_flits},
                    {"created_flits", batch.created_flits}});
  }
  return json;
}

Json classes_json(const std::vector<LoadClass>& classes) {
  Json json = Json::array();
  for (const LoadClass& each : classes) {
    json.push_back({{"kind", to_string(each.kind)},
                    {"flits", each.flits},
                    {"destinations", each.destinations},
                    {"packets", each.packets},
                    {"latency", each.latency},
                    {"queueing", each.queueing},
                    {"max", each.most}});
  }
  return json;
}

Json nodes_json(const std::vector<LoadNode>& nodes) {
  Json json = Json::array();
  for (const LoadNode& node : nodes) {
    json.push_back({{"sent_packets", node.sent_packets},
                    {"sent_flits", node.sent_flits},
                    {"latency", node.latency},
                    {"received_packets", node.received_packets},
                    {"received_flits", node.received_flits}});
  }
  return json;
}

/// Pairs of cycles and how many packets took so long.
Json histogram_json(const LatencyHistogram& histogram) {
  Json json = Json::array();
  for (const auto& [cycles, packets] : histogram) {
    json.push_back({cycles, packets});
  }
  return json;
}

Json channels_json(const std::vector<ChannelResult>& channels) {
  Json json = Json::array();
  for (const ChannelResult& channel : channels) {
    json.push_back({{"from", channel.from},
                    {"to", channel.to},
                    {"kind", channel.receive_port ? "receive" : "link"},
                    {"flits", channel.flits},
                    {"busy_cycles", channel.busy_cycles},
                    {"waits", channel.waits.total()}});
  }
  return json;
}

void add_load_members(const LoadRun& run, const Topology& topology, Json& json) {
  const LoadResult& load = run.load;
  json["verdict"] = to_string(load.verdict);
  json["saturated"] = run.saturated() ? "yes" : "no";
  json["limit"] = limit_json(load.limit);
  json["offered"] = finite(load.offered);
  json["accepted"] = estimate_json(load.accepted);
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
  json["account"] = account_json(load.account);
  json["flit_hops"] = run.flit_hops;
  json["completion_cycles"] = run.completion_cycles;
  json["links"] = links_json(run.links);
  json["data_check"] = data_check_name(DataCheck::kPassed);
  json["deadlock"] = run.stuck ? stuck_json(*run.stuck, Json::object()) : Json(nullptr);
  json["classes"] = classes_json(load.classes);
  json["nodes"] = nodes_json(load.nodes);
  json["channels"] = channels_json(run.channels);
  json["batches"] = batches_json(load.batches);
  json["histogram"] = histogram_json(run.histogram);
  json["network_histogram"] = histogram_json(run.network_histogram);
}

/// What follows the checksum changes nothing.
void add_checks(const RunMeasures& measures, Json& json) {
  json["checksum"] = result_checksum(json);
  if (measures.rtl) {
    json["rtl"] = rtl_json(*measures.rtl);
  }
  if (measures.lockstep) {
    json["lockstep"] = lockstep_json(*measures.lockstep);
  }
  if (measures.tells_host) {
    json["host"] = host_json(measures);
  }
}

/// What is known without a run.
Json configured(const Config& config) {
  return {{"config", config_json(config)}, {"model", model_json(timing_model(config.network))}};
}

Json judgements_json(const std::vector<Judgement>& judgements) {
  Json json = Json::array();
  for (const auto& [path, expected, measured, met] : judgements) {
    json.push_back(
        {{"key", path}, {"expected", expected}, {"measured", measured.json()}, {"met", met}});
  }
  return json;
}

}  // namespace

Json result_json(const Config& config, const RunResult& run) {
  const auto* const load = std::get_if<LoadRun>(&run);
  Json json;
  json["schema"] = load == nullptr ? kResultSchema : kLoadSchema;
  json["version"] = program_version();
  json["node_count"] = config.topology->processors();
  json["config"] = config_json(config);
  json["model"] = model_json(measures_of(run).model);
  if (load == nullptr) {
    add_schedule_members(std::get<ScheduleRun>(run), json);
  } else {
    add_load_members(*load, *config.topology, json);
  }
  if (measures_of(run).faults) {
    json["faults"] = faults_json(*measures_of(run).faults);
  }
  json["expectations"] = judgements_json(judge(config, result_columns(json)));
  json["notes"] = config.notes;
  add_checks(measures_of(run), json);
  return json;
}

JudgedResult judged_result(const Config& config, const RunResult& run) {
  const Json json = result_json(config, run);
  return {json_text(json), unmet_lines(judge(config, result_columns(json)))};
}

std::vector<ResultColumn> predicted_columns(const Config& config, const Prediction& prediction) {
  Json json = configured(config);
  json["predicted_cycles"] = prediction.cycles;
  json["predicted_terms"] = terms_json(prediction.terms);
  json["lower_bound_cycles"] = prediction.lower_bound_cycles;
  return result_columns(json);
}

std::vector<ResultColumn> predicted_columns(const Config& config,
                                            const LoadPrediction& prediction) {
  Json json = configured(config);
  json["theory"] = theory_json(prediction, *config.topology);
  return result_columns(json);
}

}  // namespace flitcast
