#include "tb/results/plain_result.h"

#include <algorithm>
#include <iterator>
#include <string_view>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "tb/results/result_file.h"

namespace flitcast {
namespace {

using Json = nlohmann::ordered_json;

void add_columns(const std::string& path, const Json& value, std::vector<ResultColumn>& columns) {
  if (value.is_array()) {
    return;
  }
  if (!value.is_object()) {
    columns.push_back({path, ResultValue(value)});
    return;
  }
  for (const auto& [name, member] : value.items()) {
    add_columns(fmt::format("{}.{}", path, name), member, columns);
  }
}

PlainResult plain(const Json& result, const std::string& file) {
  PlainResult plain{config_of_result(result, file), result_columns(result), {}};
  try {
    for (const Json& each : result.at("expectations")) {
      plain.expectations.push_back({each.at("key").get<std::string>(),
                                    each.at("expected").get<std::string>(),
                                    ResultValue(each.at("measured")), each.at("met").get<bool>()});
    }
  } catch (const Json::exception&) {
    throw ConfigError(
        "{}: expectations is no list of what was expected; give a result of flitcast run", file);
  }
  return plain;
}

}  // namespace

std::vector<ResultColumn> result_columns(const Json& result) {
  constexpr std::string_view kLeftOut[] = {"schema", "version",  "node_count",
                                           "config", "checksum", "host"};
  std::vector<ResultColumn> columns;
  for (const auto& [key, value] : result["config"].items()) {
    columns.push_back({key, ResultValue(value)});
  }
  for (const auto& [name, value] : result.items()) {
    if (name == "deadlock") {
      columns.push_back(
          {name, value.is_object() ? ResultValue(value.value("reason", Json())) : "none"});
    } else if (std::find(std::begin(kLeftOut), std::end(kLeftOut), name) == std::end(kLeftOut)) {
      add_columns(name, value, columns);
    }
  }
  return columns;
}

std::string plain_text(const Json& value) {
  if (value.is_null()) {
    return "";
  }
  return value.is_string() ? value.get<std::string>() : value.dump();
}

PlainResult plain_result(const std::string& text, const std::string& file) {
  return plain(parse_result(text, file), file);
}

PlainResult read_own_result(const std::string& file) {
  const Json result = read_result(file);
  require_checksum(result, file);
  return plain(result, file);
}

}  // namespace flitcast
