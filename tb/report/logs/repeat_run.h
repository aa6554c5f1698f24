#pragma once

#include <memory>
#include <string>

#include <nlohmann/json.hpp>

#include "tb/system/files/temporary_folder.h"

namespace flitcast {

/// The logs of a run, which its result does not hold: the run is repeated in a process of its own,
/// and its logs are in a temporary folder that lasts as long as this object.
class RepeatedRun {
 public:
  /// Throws ConfigError when `result`, read from `file`, cannot be repeated, or the repeat has
  /// another result.
  RepeatedRun(const std::string& file, const nlohmann::ordered_json& result);

  std::string messages() const { return folder_->path("messages.csv"); }
  std::string links() const { return folder_->path("links.csv"); }

 private:
  void run(const std::string& file) const;

  std::unique_ptr<TemporaryFolder> folder_;
};

/// Throws ConfigError when a repeat has not everything that the result has, but `host`; names the
/// first difference.
void require_same_result(const nlohmann::ordered_json& result, const nlohmann::ordered_json& repeat,
                         const std::string& file);

}  // namespace flitcast
