#include "tb/results/result_json.h"

#include "tb/results/background_json.h"
#include "tb/results/expectations.h"
#include "tb/results/measures_json.h"
#include "tb/results/prediction_json.h"
#include "tb/results/result_checksum.h"
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

}  // namespace

std::string result_json(const Config& config, const RunResult& result) {
  Json json;
  json["schema"] = kResultSchema;
  json["version"] = program_version();
  json["node_count"] = config.topology->processors();
  json["config"] = config_json(config);
  json["model"] = model_json(result.model);
  json["rounds"] = result.rounds;
  json["messages"] = result.messages;
  json["flits"] = result.flits;
  json["flit_hops"] = result.flit_hops;
  json["completion_cycles"] = result.completion_cycles;
  json["predicted_cycles"] = result.predicted_cycles;
  json["excess_cycles"] = result.stuck ? Json(nullptr) : Json(result.excess_cycles());
  json["excess_split"] = split_json(result.excess_split);
  json["predicted_terms"] = terms_json(result.predicted_terms);
  json["lower_bound_cycles"] = result.lower_bound_cycles;
  json["critical_path_cycles"] = result.critical_path_cycles;
  json["per_round"] = rounds_json(result.per_round);
  json["latency"] = latency_json(result.latency);
  json["links"] = links_json(result.links);
  json["data_check"] = data_check_name(result.data_check);
  json["messages_hash"] = result.messages_hash.empty() ? Json(nullptr) : Json(result.messages_hash);
  json["deadlock"] =
      result.stuck ? stuck_json(*result.stuck, {{"round", result.rounds}}) : Json(nullptr);
  if (result.background) {
    json["background"] = background_json(result);
  }
  json["expectations"] = expectations_json(judge(config, result));
  json["notes"] = config.notes;
  json["checksum"] = result_checksum(json);
  if (result.rtl) {
    json["rtl"] = rtl_json(*result.rtl);
  }
  if (result.lockstep) {
    json["lockstep"] = lockstep_json(*result.lockstep);
  }
  if (result.tells_host) {
    json["host"] = host_json(result);
  }
  return json_text(json);
}

}  // namespace flitcast
