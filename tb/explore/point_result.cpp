#include "tb/explore/point_result.h"

#include <algorithm>
#include <initializer_list>
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

/// The members that tables and statuses are made of are what a run leaves.
bool has_types(const Json& result) {
  const auto all = [&result](std::initializer_list<const char*> names, auto&& is) {
    return std::all_of(names.begin(), names.end(),
                       [&](const char* name) { return result.contains(name) && is(result[name]); });
  };
  const auto is_measures = [](const Json& group) {
    return group.is_object() && std::all_of(group.begin(), group.end(), [](const Json& one) {
             return one.is_number() || one.is_object();
           });
  };
  const auto is_judgement = [](const Json& one) {
    return one.is_object() && one.contains("met") && one["met"].is_boolean();
  };
  return all({"rounds", "messages", "flits", "flit_hops", "completion_cycles", "predicted_cycles"},
             [](const Json& value) { return value.is_number_integer(); }) &&
         all({"model", "latency", "links"}, is_measures) &&
         all({"data_check"}, [](const Json& value) { return value.is_string(); }) &&
         all({"deadlock"},
             [](const Json& value) { return value.is_null() || value.is_object(); }) &&
         all({"expectations"}, [&](const Json& list) {
           return list.is_array() && std::all_of(list.begin(), list.end(), is_judgement);
         });
}

/// Of a result with those types.
PointStatus status_of(const Json& result) {
  if (!result["deadlock"].is_null()) {
    return PointStatus::kStuck;
  }
  const Json& expectations = result["expectations"];
  const bool met = std::all_of(expectations.begin(), expectations.end(),
                               [](const Json& one) { return one["met"].get<bool>(); });
  return met && result["data_check"] != "failed" ? PointStatus::kDone : PointStatus::kUnmet;
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

/// Also false for a configuration that cannot be read, or played.
bool PointReader::is_named(const Json& result, const std::string& point) {
  const auto has_name = [&](const RawConfig& config) {
    const PointNamer::Name name = namer_.name(config);
    return name.refusal.empty() && name.hash == point;
  };
  RawConfig config = config_of_result(result, point);
  if (has_name(config)) {
    return true;
  }
  // The result has the size that buffers were given by the schedule; the name has not.
  config.buffer_flits.reset();
  return has_name(config);
}

std::optional<Json> PointReader::result_of(const std::string& point) {
  if (!folder_.has_result(point)) {
    return std::nullopt;
  }
  try {
    Json result = read_result(folder_.result_file(point));
    if (has_types(result) && is_named(result, point)) {
      return result;
    }
  } catch (const ConfigError&) {  // not a result
  }
  return std::nullopt;
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
