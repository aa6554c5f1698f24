#include "tb/explore/points/point_result.h"

#include <algorithm>
#include <stdexcept>

#include <fmt/format.h>

namespace flitcast {
namespace {

constexpr std::string_view kExpect = "expect.";

bool is_expectation(std::string_view name) {
  return name.substr(0, kExpect.size()) == kExpect;
}

/// The keys that Sweep::expectations lists, of a result.
std::string expectations_of(const PlainResult& result) {
  std::string text;
  for (const auto& [key, value] : result.columns) {
    text += is_expectation(key) ? fmt::format("{}={}\n", key, value.text) : "";
  }
  return text;
}

bool has(const PlainResult& result, std::string_view name, const char* value) {
  const ResultValue* const found = find_value(result.columns, name);
  return found != nullptr && *found == value;
}

PointStatus status_of(const PlainResult& result) {
  if (!has(result, "deadlock", "none")) {
    return PointStatus::kStuck;
  }
  const bool met = std::all_of(result.expectations.begin(), result.expectations.end(),
                               [](const Judgement& one) { return one.met; });
  return met && !has(result, "data_check", "failed") ? PointStatus::kDone : PointStatus::kUnmet;
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

std::optional<PlainResult> PointReader::result_of(const std::string& point) {
  if (!folder_.has_result(point)) {
    return std::nullopt;
  }
  try {
    PlainResult result = read_own_result(folder_.result_file(point));
    if (namer_.may_have_become(point, result.config)) {
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
    const PlainResult result = read_own_result(file);
    if (!namer_.may_have_become(point, result.config)) {
      return fmt::format("{}: is of another configuration: {}", file,
                         namer_.difference(asked, result.config));
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
  auto result = result_of(point);
  if (!result || expectations_of(*result) != expectations) {
    return std::nullopt;
  }
  PointResult read{status_of(*result), std::move(result->columns)};
  read.columns.erase(
      std::remove_if(read.columns.begin(), read.columns.end(),
                     [](const ResultColumn& column) { return is_expectation(column.name); }),
      read.columns.end());
  return read;
}

}  // namespace flitcast
