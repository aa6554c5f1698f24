#pragma once

#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "tb/config/config.h"
#include "tb/report/sweep/point_table.h"
#include "tb/results/plain_result.h"

namespace flitcast::report {

/// What a ConfigError says; nothing where none is thrown.
template <typename Act>
std::string refusal(Act&& act) {
  try {
    act();
  } catch (const ConfigError& error) {
    return error.what();
  }
  return "";
}

/// A result with a configuration and a few measures.
inline nlohmann::ordered_json result(const nlohmann::ordered_json& config, int cycles) {
  nlohmann::ordered_json json{
      {"config", {{"topology.kind", "mesh"}, {"traffic.algorithm", "aas-mesh-dex"}}}};
  json["config"].update(config);
  json["completion_cycles"] = cycles;
  json["predicted_cycles"] = cycles - 1;
  json["lower_bound_cycles"] = 1;
  json["latency"] = {{"p95", cycles / 2}, {"max", cycles}};
  json["links"] = {{"waits", {{"credit", 0}}}};
  json["excess_split"] = {{"credit", 0}};
  json["deadlock"] = nullptr;
  return json;
}

inline void add(const std::string& point, const nlohmann::ordered_json& result, PointTable& table) {
  table.add(point, result_columns(result));
}

inline PointTable table_of(const std::vector<nlohmann::ordered_json>& configs) {
  PointTable table;
  int cycles = 100;
  for (const nlohmann::ordered_json& config : configs) {
    const std::string name = "p" + std::to_string(table.points());
    add(name, result(config, cycles++), table);
  }
  table.finish();
  return table;
}

/// Every combination of the values of some keys.
inline std::vector<nlohmann::ordered_json> crossed(
    const std::vector<std::pair<std::string, nlohmann::ordered_json>>& lists) {
  std::vector<nlohmann::ordered_json> configs{nlohmann::ordered_json::object()};
  for (const auto& [key, values] : lists) {
    std::vector<nlohmann::ordered_json> more;
    for (const nlohmann::ordered_json& config : configs) {
      for (const nlohmann::ordered_json& value : values) {
        more.push_back(config);
        more.back()[key] = value;
      }
    }
    configs = more;
  }
  return configs;
}

}  // namespace flitcast::report
