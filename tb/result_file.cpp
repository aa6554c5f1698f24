#include "tb/result_file.h"

#include <fmt/format.h>

#include "tb/config_keys.h"
#include "tb/config_value.h"
#include "tb/text_file.h"

namespace flitcast {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kMaxBytes = std::size_t{1} << 28;

void add_columns(const std::string& path, const Json& value, std::vector<ResultColumn>& columns) {
  if (value.is_array()) {
    return;
  }
  if (!value.is_object()) {
    columns.push_back({path, value});
    return;
  }
  for (const auto& [name, member] : value.items()) {
    add_columns(fmt::format("{}.{}", path, name), member, columns);
  }
}

}  // namespace

bool looks_like_json(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  return first != std::string_view::npos && text[first] == '{';
}

Json parse_result(const std::string& text, const std::string& file) {
  Json result = Json::parse(text, nullptr, false);
  if (result.is_discarded()) {
    throw ConfigError(fmt::format("{}: is not whole JSON; give a result of flitcast run", file));
  }
  const std::string schema = result.is_object() ? result.value("schema", Json()).dump() : "null";
  if (schema != Json(kResultSchema).dump()) {
    throw ConfigError(fmt::format("{}: has the schema {}; this program reads {}", file,
                                  schema == "null" ? "of nothing known" : schema.substr(0, 60),
                                  kResultSchema));
  }
  if (!result.contains("config") || !result["config"].is_object()) {
    throw ConfigError(fmt::format("{}: has no config; give a result of flitcast run", file));
  }
  return result;
}

Json read_result(const std::string& file) {
  try {
    return parse_result(read_text_file(file, kMaxBytes), file);
  } catch (const FileError& error) {
    throw ConfigError(error.what());
  }
}

RawConfig config_of_result(const Json& result, const std::string& file) {
  RawConfig config;
  config.file = file;
  for (const auto& [key, value] : result["config"].items()) {
    if (value.is_structured()) {
      throw ConfigError(fmt::format("{}: config: {} has no plain value", file, key));
    }
    give(config, key, plain_text(value), fmt::format("{}: {}", file, key));
  }
  return config;
}

std::vector<ResultColumn> result_columns(const Json& result) {
  std::vector<ResultColumn> columns;
  for (const auto& [key, value] : result["config"].items()) {
    columns.push_back({key, value});
  }
  for (const auto& [name, value] : result.items()) {
    if (name == "deadlock") {
      columns.push_back({name, value.is_object() ? value.value("reason", Json()) : Json("none")});
    } else if (name != "schema" && name != "config" && name != "host") {
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

}  // namespace flitcast
