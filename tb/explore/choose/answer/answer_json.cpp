#include <algorithm>

#include <fmt/format.h>

#include "tb/explore/choose/answer/decision_map.h"
#include "tb/explore/sweep/sweep_table.h"
#include "tb/system/program.h"
#include "tb/text/json_members.h"

namespace flitcast::explore {
namespace {

using Json = nlohmann::ordered_json;

Json schedule_json(const BestSchedule& best) {
  const bool found = best.chunks > 0;
  return {{"file", best.file},
          {"cycles", best.cycles},
          {"chunks", known_if(found, best.chunks)},
          {"rounds", known_if(found, best.rounds)},
          {"least_rounds", known_if(found, best.least)}};
}

Json ranking_json(const Ranking& at, const ScenarioComparison& comparison) {
  Json json{{"message_flits", at.size},
            {"cycles", at.cycles},
            {"simulated", at.simulated},
            {"lower_bound_cycles", at.lower_bound}};
  json["runner_up"] = at.second ? Json(comparison.candidates()[*at.second].name) : Json(nullptr);
  json["runner_up_cycles"] = known_if(at.second.has_value(), at.second_cycles);
  json["runner_up_simulated"] = known_if(at.second.has_value(), at.second_simulated);
  json["schedule"] = at.schedule ? schedule_json(*at.schedule) : Json(nullptr);
  return json;
}

Json keys_json(const KeyValues& keys) {
  Json json = Json::object();
  for (const auto& [key, value] : keys) {
    json[key] = value;
  }
  return json;
}

Json region_json(const DecisionRegion& region, const ScenarioComparison& comparison) {
  Json winners = Json::array();
  for (const std::size_t winner : region.winners) {
    const Candidate& candidate = comparison.candidates()[winner];
    winners.push_back(
        {{"name", candidate.name},
         {"outside_model", candidate.outside},
         {"vcs", candidate.vcs},
         {"buffer_flits", known_if(candidate.buffer_flits != 0, candidate.buffer_flits)},
         {"keys", keys_json(candidate.keys)}});
  }
  return {{"sizes", region.sizes},
          {"multiples_of", region.step},
          {"winners", std::move(winners)},
          {"first", ranking_json(region.first, comparison)},
          {"last", ranking_json(region.last, comparison)}};
}

Json scenario_json(const ScenarioDecision& scenario) {
  const ScenarioComparison& comparison = *scenario.comparison;
  Json json{{"network", comparison.scenario().network},
            {"hardware", comparison.scenario().hardware},
            {"keys", keys_json(comparison.scenario().keys)},
            {"candidates", comparison.candidates().size()},
            {"predicted", comparison.predicted_count()},
            {"simulated", comparison.simulated_count()},
            {"unpredicted", Json::array()}};
  for (const std::size_t candidate : comparison.unpredicted()) {
    json["unpredicted"].push_back(comparison.candidates()[candidate].name);
  }
  json["regions"] = Json::array();
  for (const DecisionRegion& region : scenario.regions) {
    json["regions"].push_back(region_json(region, comparison));
  }
  return json;
}

std::string end_fields(const Ranking& at, const ScenarioComparison& comparison) {
  const std::string second =
      at.second ? fmt::format("{},{}", csv_field(comparison.candidates()[*at.second].name),
                              at.second_cycles)
                : ",";
  return fmt::format("{},{},{},{},{}", at.size, at.cycles, at.simulated ? 1 : 0, second,
                     at.lower_bound);
}

}  // namespace

std::string answer_json(const DecisionMap& answer) {
  constexpr int kIndent = 1;
  const ChooseRequest& request = *answer.request;
  Json rows = Json::array();
  for (const Row* const row : request.rows) {
    rows.push_back(row->id);
  }
  Json json{{"schema", "flitcast.choose/1"},  {"version", program_version()},
            {"operation", request.operation}, {"algorithms", std::move(rows)},
            {"margin", answer.margin},        {"simulated", answer.simulated},
            {"notes", request.notes}};
  json["message_flits"] = {request.sizes.front(), request.sizes.back()};
  json["situations"] = Json::array();
  for (const ScenarioDecision& scenario : answer.scenarios) {
    json["situations"].push_back(scenario_json(scenario));
  }
  return json.dump(kIndent) + "\n";
}

std::string answer_csv(const DecisionMap& answer) {
  std::string csv = "network,hardware";
  std::vector<std::string> keys;
  for (const ScenarioDecision& scenario : answer.scenarios) {
    for (const auto& [key, value] : scenario.comparison->scenario().keys) {
      if (std::find(keys.begin(), keys.end(), key) == keys.end()) {
        keys.push_back(key);
        csv += "," + key;
      }
    }
  }
  csv += ",sizes,fastest,tied,outside_model";
  for (const char* const end : {"first", "last"}) {
    csv += fmt::format(
        ",{0}_flits,{0}_cycles,{0}_simulated,{0}_runner_up,{0}_runner_up_cycles,"
        "{0}_lower_bound",
        end);
  }
  csv += "\n";
  for (const ScenarioDecision& scenario : answer.scenarios) {
    const ScenarioComparison& comparison = *scenario.comparison;
    std::string head =
        csv_field(comparison.scenario().network) + "," + csv_field(comparison.scenario().hardware);
    for (const std::string& key : keys) {
      const KeyValues& own = comparison.scenario().keys;
      const auto found = std::find_if(own.begin(), own.end(),
                                      [&key](const auto& each) { return each.first == key; });
      head += "," + (found == own.end() ? "" : csv_field(found->second));
    }
    for (const DecisionRegion& region : scenario.regions) {
      csv += fmt::format("{},{},{},{},{},{},{}\n", head, region.sizes,
                         csv_field(comparison.candidates()[region.winners.front()].name),
                         region.winners.size() - 1,
                         csv_field(comparison.candidates()[region.winners.front()].outside),
                         end_fields(region.first, comparison), end_fields(region.last, comparison));
    }
  }
  return csv;
}

}  // namespace flitcast::explore
