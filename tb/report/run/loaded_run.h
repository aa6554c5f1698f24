#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "tb/report/run/run_page.h"

namespace flitcast {

/// A run with its logs, as pages show it.
class LoadedRun {
 public:
  /// Files that the run wrote with output.messages and output.links.
  struct Logs {
    std::string messages;
    std::string links;
  };

  /// Reads the result, and the logs, or repeats the run where none are given. Throws ConfigError:
  /// for a result that cannot be drawn or repeated, for logs of another run, naming the file;
  /// nlohmann::json::exception and std::invalid_argument where the result lacks something.
  LoadedRun(const std::string& file, const std::optional<Logs>& logs);

  RunStory story() const { return {result_, *network_, channels_, *timeline_}; }

 private:
  nlohmann::ordered_json result_;
  std::shared_ptr<const Topology> topology_;
  std::optional<Network> network_;
  std::vector<LoggedChannel> channels_;
  std::optional<Timeline> timeline_;
};

}  // namespace flitcast
