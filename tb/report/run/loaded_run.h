#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "hw/topology/topology.h"
#include "tb/config/ini/raw_config.h"
#include "tb/report/logs/run_logs.h"
#include "tb/report/run/timeline.h"
#include "tb/system/files/temporary_folder.h"

namespace flitcast::report {

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

  const Topology& topology() const { return *topology_; }
  Cycle completion() const;

  /// The run as the viewer reads it (viewer/run/head.mjs), with what its nodes did from 0 to
  /// `span`.
  nlohmann::ordered_json json(Cycle span) const;

 private:
  std::shared_ptr<const nlohmann::ordered_json> result_;
  std::shared_ptr<const Topology> topology_;
  std::vector<std::string> names_;  // of nodes
  std::vector<LoggedChannel> channels_;
  std::optional<Timeline> timeline_;
};

/// Throws ConfigError when a repeat has not everything that the result has, but `host`; names the
/// first difference.
void require_same_result(const nlohmann::ordered_json& result, const nlohmann::ordered_json& repeat,
                         const std::string& file);

// What pages of schedules and of programs have in common.

/// Repeats a run, whose logs its result does not hold, in a process of its own. Leaves those that
/// keys `output.NAME` name, as NAME.csv, in a folder.
std::unique_ptr<TemporaryFolder> repeat_run(const std::string& file,
                                            const nlohmann::ordered_json& result,
                                            const std::vector<std::string>& logs);
/// Its configuration, which has a topology. Throws std::invalid_argument.
RawConfig config_with_network(const nlohmann::ordered_json& result, const std::string& file);
std::vector<LoggedChannel> read_channels(const std::string& log, const Topology& topology);
nlohmann::ordered_json channel_columns(const std::vector<LoggedChannel>& channels);

/// The inputs of the viewer for the page of a run, and of two, called by their names.
nlohmann::ordered_json run_inputs(const LoadedRun& run);
nlohmann::ordered_json pair_inputs(const LoadedRun& a, const std::string& name_of_a,
                                   const LoadedRun& b, const std::string& name_of_b);

}  // namespace flitcast::report
