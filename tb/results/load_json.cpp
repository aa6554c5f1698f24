#include "tb/results/load_json.h"

#include <string>

#include "tb/results/load_parts_json.h"
#include "tb/results/measures_json.h"
#include "tb/results/prediction_json.h"
#include "tb/results/result_checksum.h"
#include "tb/results/result_file.h"
#include "tb/system/program.h"

namespace flitcast {
namespace {

using Json = nlohmann::ordered_json;

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

}  // namespace

Json load_json(const Config& config, const LoadRun& run) {
  const LoadResult& load = run.load;
  Json json;
  json["schema"] = kLoadSchema;
  json["version"] = program_version();
  json["node_count"] = config.topology->processors();
  json["config"] = config_json(config);
  json["model"] = model_json(run.model);
  json["verdict"] = to_string(load.verdict);
  json["saturated"] = run.saturated() ? "yes" : "no";
  json["limit"] = limit_json(load.limit);
  json["offered"] = finite(load.offered);
  json["accepted"] = estimate_json(load.accepted);
  json["latency"] = load_latency_json(load, run.latency);
  json["round_trip"] = finite(load.round_trip);
  json["hops"] = finite(load.hops);
  json["theory"] = theory_json(run.forecast, *config.topology);
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
  json["expectations"] = expectations_json(judge_load(config, json));
  json["notes"] = config.notes;
  json["checksum"] = result_checksum(json);
  if (run.rtl) {
    json["rtl"] = rtl_json(*run.rtl);
  }
  if (run.lockstep) {
    json["lockstep"] = lockstep_json(*run.lockstep);
  }
  if (run.tells_host) {
    json["host"] = host_json(run);
  }
  return json;
}

}  // namespace flitcast
