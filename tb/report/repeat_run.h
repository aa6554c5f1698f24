#pragma once

#include <filesystem>
#include <string>

#include <nlohmann/json.hpp>

namespace flitcast {

/// The logs of a run, which its result does not hold: the run is repeated in a process of its own,
/// and its logs are in a temporary folder that lasts as long as this object.
class RepeatedRun {
 public:
  /// Throws ConfigError when `result`, read from `file`, cannot be repeated, or the repeat has
  /// another result.
  RepeatedRun(const std::string& file, const nlohmann::ordered_json& result);
  ~RepeatedRun();

  RepeatedRun(const RepeatedRun&) = delete;
  RepeatedRun& operator=(const RepeatedRun&) = delete;

  std::string messages() const { return (folder_ / "messages.csv").string(); }
  std::string links() const { return (folder_ / "links.csv").string(); }

 private:
  void run(const std::string& file) const;

  std::filesystem::path folder_;
};

/// Throws ConfigError when a repeat has not everything that the result has, but `host`; names the
/// first difference.
void require_same_result(const nlohmann::ordered_json& result, const nlohmann::ordered_json& repeat,
                         const std::string& file);

}  // namespace flitcast
