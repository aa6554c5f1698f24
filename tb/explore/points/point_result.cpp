#include "tb/explore/points/point_result.h"

#include <algorithm>
#include <stdexcept>

#include <fmt/format.h>

#include "tb/results/result_checksum.h"

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
  if (!result.at("deadlock").is_null()) {
    return PointStatus::kStuck;
  }
  const Json& expectations = result.at("expectations");
  const bool met = std::all_of(expectations.begin(), expectations.end(),
                               [](const Json& one) { return one.at("met").get<bool>(); });
  return met && result.at("data_check") != "failed" ? PointStatus::kDone : PointStatus::kUnmet;
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
    case PointStatus::kUnfit:
      return "unfit";
    case PointStatus::kPredicted:
      return "predicted";
  }
  throw std::logic_error("unknown status");
}

Json PointReader::whole_result(const std::string& point) const {
  const std::string file = folder_.result_file(point);
  Json result = read_result(file);
  require_checksum(result, file);
  return result;
}

std::optional<Json> PointReader::result_of(const std::string& point) {
  if (!folder_.has_result(point)) {
    return std::nullopt;
  }
  try {
    Json result = whole_result(point);
    if (namer_.may_have_become(point, config_of_result(result, point))) {
      return result;
    }
  } catch (const ConfigError&) {  // objection() says what is wrong
  }
  return std::nullopt;
}

std::string PointReader::objection(const std::string& point, const std::string& expectations,
                                   const RawConfig& asked) {
  const std::string file = folder_.result_file(point);
  if (!folder_.has_result(point)) {
    return folder_.has_something(point) ? file + ": is no regular file" : "";
  }
  try {
    const Json result = whole_result(point);
    const RawConfig ran = config_of_result(result, file);
    if (!namer_.may_have_become(point, ran)) {
      return fmt::format("{}: is of another configuration: {}", file,
                         namer_.difference(asked, ran));
    }
    return expectations_of(result) == expectations ? ""
                                                   : file + ": was run with other expect.* keys";
  } catch (const ConfigError& error) {
    return error.what();
  }
}

bool PointReader::has(const std::string& point) {
  return result_of(point).has_value();
}

std::optional<PointResult> PointReader::read(const std::string& point,
                                             const std::string& expectations) {
  const auto result = result_of(point);
  if (!result || expectations_of(*result) != expectations) {
    return std::nullopt;
  }
  PointResult read{status_of(*result), result_columns(*result)};
  read.columns.erase(
      std::remove_if(read.columns.begin(), read.columns.end(),
                     [](const ResultColumn& column) { return is_expectation(column.name); }),
      read.columns.end());
  return read;
}

}  // namespace flitcast
