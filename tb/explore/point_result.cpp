#include "tb/explore/point_result.h"

#include <algorithm>
#include <stdexcept>

#include <fmt/format.h>

namespace flitcast {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view kExpect = "expect.";

bool is_expectation(std::string_view name) {
  return name.substr(0, kExpect.size()) == kExpect;
}

/// The keys that Sweep::expectations lists, of a result.
std::string expectations_of(const Json& result) {
  std::string text;
  for (const auto& [key, value] : result["config"].items()) {
    text += is_expectation(key) ? fmt::format("{}={}\n", key, plain_text(value)) : "";
  }
  return text;
}

PointStatus status_of(const Json& result) {
  if (!result.value("deadlock", Json()).is_null()) {
    return PointStatus::kStuck;
  }
  const Json expectations = result.value("expectations", Json::array());
  const bool met = std::all_of(expectations.begin(), expectations.end(),
                               [](const Json& one) { return one.value("met", false); });
  return met && result.value("data_check", "") != "failed" ? PointStatus::kDone
                                                           : PointStatus::kUnmet;
}

}  // namespace

std::string_view to_string(PointStatus status) {
  switch (status) {
    case PointStatus::kMissing:
      return "missing";
    case PointStatus::kDone:
      return "done";
    case PointStatus::kUnmet:
      return "unmet";
    case PointStatus::kStuck:
      return "stuck";
    case PointStatus::kFailed:
      return "failed";
  }
  throw std::logic_error("unknown status");
}

std::optional<PointResult> read_point(const SweepFolder& folder, const std::string& point,
                                      const std::string& expectations) {
  if (!folder.has_result(point)) {
    return std::nullopt;
  }
  try {
    const Json result = read_result(folder.result_file(point));
    if (expectations_of(result) != expectations) {
      return std::nullopt;
    }
    PointResult read{status_of(result), result_columns(result)};
    read.columns.erase(
        std::remove_if(read.columns.begin(), read.columns.end(),
                       [](const ResultColumn& column) { return is_expectation(column.name); }),
        read.columns.end());
    return read;
  } catch (const ConfigError&) {
    return std::nullopt;
  } catch (const Json::exception&) {  // members of other types than a result has
    return std::nullopt;
  }
}

}  // namespace flitcast
