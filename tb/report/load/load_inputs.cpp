#include "tb/report/load/load_inputs.h"

#include <filesystem>
#include <map>
#include <stdexcept>

#include <nlohmann/json.hpp>

#include "tb/config/config.h"
#include "tb/config/resolve/resolve.h"
#include "tb/explore/points/sweep_folder.h"
#include "tb/report/links/network_layout.h"
#include "tb/report/sweep/where.h"
#include "tb/report/viewer/columns.h"
#include "tb/results/plain_result.h"
#include "tb/results/result_file.h"
#include "tb/system/files/content_hash.h"
#include "tb/system/files/input_file.h"
#include "tb/text/shown_text.h"

namespace flitcast::report {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kFile = "/load.json";

Json read_document(const std::string& file) {
  constexpr std::size_t kMaxBytes = std::size_t{1} << 28U;
  try {
    Json document = Json::parse(read_regular_file(file, kMaxBytes), nullptr, false);
    if (document.is_object() && document.value("schema", Json()) == "flitcast.curves/1") {
      return document;
    }
  } catch (const FileError& error) {
    throw ConfigError(error.what());
  }
  throw ConfigError("{}: is no list of curves; run flitcast load again in this folder", file);
}

std::vector<bool> kept_where(const LoadFiles& files, const std::string& conditions) {
  PointTable table;
  for (std::size_t i = 0; i < files.results.size(); ++i) {
    std::vector<ResultColumn> keys;
    for (const auto& [key, value] : files.results[i].at("config").items()) {
      keys.push_back({key, ResultValue(value)});
    }
    table.add_row(files.names[i], keys);
  }
  table.finish();
  return keep_where(table, conditions);
}

/// Of the members that no picture shows, and are long.
Json shown_result(const Json& result) {
  need(result, {"config", "verdict", "saturated", "latency", "accepted", "theory", "measured_from",
                "measured_to", "completion_cycles", "channels", "histogram"});
  if (result.at("nodes").empty()) {
    throw std::invalid_argument("its run measured no node");
  }
  Json shown = result;
  for (const char* const member : {"host", "version", "schema"}) {
    shown.erase(member);
  }
  return shown;
}

/// The layouts of networks, each once.
class Networks {
 public:
  /// The number of the network of a result.
  std::size_t number(const Json& result, const std::string& name) {
    std::string key;
    for (const auto& [member, value] : result.at("config").items()) {
      key += member.rfind("topology.", 0) == 0 ? member + value.dump() : "";
    }
    const auto [known, is_new] = numbers_.try_emplace(key, layouts_.size());
    if (is_new) {
      const Json file = result["config"].value("topology.file", Json());
      const auto topology = topology_of(config_of_result(result, name));
      layouts_.push_back(network_layout(*topology, node_names(*topology, plain_text(file))));
    }
    return known->second;
  }
  Json take() { return std::move(layouts_); }

 private:
  std::map<std::string, std::size_t> numbers_;
  Json layouts_ = Json::array();
};

}  // namespace

bool is_load_folder(const std::string& folder) {
  std::error_code ignored;
  return std::filesystem::is_regular_file(folder + kFile, ignored);
}

void LoadFiles::add_folder(const std::string& folder) {
  const std::string file = folder + kFile;
  const Json document = read_document(file);
  const explore::SweepFolder points(folder);
  for (const Json& curve : document.at("curves")) {
    for (const Json& point : curve.at("points")) {
      const auto name = point.get<std::string>();
      if (!is_content_hash(name)) {
        throw ConfigError("{}: names a point that is none", file);
      }
      names.push_back(name);
      results.push_back(read_result(points.result_file(name)));
    }
    listed.push_back(curve);
  }
}

Json load_inputs(const LoadFiles& files, const std::optional<std::string>& where) {
  const std::vector<bool> kept =
      where ? kept_where(files, *where) : std::vector<bool>(files.results.size(), true);
  Networks networks;
  Json results = Json::array();
  for (std::size_t i = 0; i < files.results.size(); ++i) {
    if (kept[i]) {
      results.push_back({{"name", valid_utf8(files.names[i])},
                         {"network", networks.number(files.results[i], files.names[i])},
                         {"result", packed(shown_result(files.results[i]))}});
    }
  }
  return {{"kind", "load"},
          {"listed", files.listed},
          {"networks", networks.take()},
          {"results", std::move(results)}};
}

}  // namespace flitcast::report
