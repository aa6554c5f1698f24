#pragma once

#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

namespace flitcast::report {

/// True for a folder that flitcast load wrote.
bool is_load_folder(const std::string& folder);

/// What a page of random traffic is made of, as files have it.
struct LoadFiles {
  std::vector<nlohmann::ordered_json> listed;  ///< curves of load.json
  std::vector<std::string> names;              ///< of the results
  std::vector<nlohmann::ordered_json> results;

  /// Adds a folder of flitcast load. Throws ConfigError for one that is damaged.
  void add_folder(const std::string& folder);
};

/// The inputs of the viewer: `listed` and `results`, each with `name`, `result` and the number of
/// its network, and the layouts of these `networks`. Of results, or curves, whose configuration has
/// what `where` says, as keep_where has it. Throws ConfigError as that does, and
/// nlohmann::json::exception where a result lacks what every result has.
nlohmann::ordered_json load_inputs(const LoadFiles& files, const std::optional<std::string>& where);

}  // namespace flitcast::report
