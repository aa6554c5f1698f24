#include "tb/results/result_file.h"

#include <fmt/format.h>

#include "tb/config/config_keys.h"
#include "tb/config/config_value.h"
#include "tb/system/exit_code.h"
#include "tb/system/process_pool.h"
#include "tb/system/text_file.h"

namespace flitcast {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kMaxBytes = std::size_t{1} << 28;
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

/// True when brackets outside of strings stand within one another deeper than results ever do. What
/// walks through JSON calls itself at every level, which takes a stack of that depth.
bool nested_too_deep(std::string_view text) {
  constexpr std::size_t kDeepest = 64;
  std::size_t depth = 0;
  bool in_string = false;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    if (c == '"') {
      in_string = !in_string;
    } else if (in_string) {
      at += c == '\\' ? 1 : 0;
    } else if (c == '{' || c == '[') {
      if (++depth > kDeepest) {
        return true;
      }
    } else if ((c == '}' || c == ']') && depth > 0) {
      --depth;
    }
  }
  return false;
}

/// What other members of a result are taken to be without a further look.
void require_members(const Json& result, const std::string& file) {
  const auto require = [&](bool good, const char* name, const char* what) {
    if (!good) {
      throw ConfigError(
          fmt::format("{}: {} is {}; give a result of flitcast run", file, name, what));
    }
  };
  require(result["config"].is_object(), "config", "no object");
  for (const char* name : {"per_round", "notes", "expectations", "classes", "nodes", "channels",
                           "batches", "histogram", "network_histogram"}) {
    require(!result.contains(name) || result[name].is_array(), name, "no list");
  }
  require(!result.contains("deadlock") || result["deadlock"].is_null() ||
              result["deadlock"].is_object(),
          "deadlock", "neither null nor an object");
}

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
  if (text.substr(0, kByteOrderMark.size()) == kByteOrderMark) {
    text.remove_prefix(kByteOrderMark.size());
  }
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  return first != std::string_view::npos && text[first] == '{';
}

Json parse_result(const std::string& text, const std::string& file) {
  if (nested_too_deep(text)) {
    throw ConfigError(fmt::format("{}: is nested too deep; give a result of flitcast run", file));
  }
  Json result = Json::parse(text, nullptr, false);
  if (result.is_discarded()) {
    throw ConfigError(fmt::format("{}: is not whole JSON; give a result of flitcast run", file));
  }
  const Json schema = result.is_object() ? result.value("schema", Json()) : Json();
  if (schema != kResultSchema && schema != kLoadSchema) {
    throw ConfigError(
        fmt::format("{}: has the schema {}; this program reads {} and {}", file,
                    schema.is_string() ? schema.dump().substr(0, 60) : "of nothing known",
                    kResultSchema, kLoadSchema));
  }
  if (!result.contains("config")) {
    throw ConfigError(fmt::format("{}: has no config; give a result of flitcast run", file));
  }
  require_members(result, file);
  return result;
}

Json read_result(const std::string& file) {
  try {
    return parse_result(read_text_file(file, kMaxBytes), file);
  } catch (const FileError& error) {
    throw ConfigError(error.what());
  }
}

bool is_load_result(const Json& result) {
  return result.at("schema") == kLoadSchema;
}

bool leaves_result(const ProcessEnd& end) {
  return end.exited_with(exit_code::kGood) || end.exited_with(exit_code::kUnmet) ||
         end.exited_with(exit_code::kStuck);
}

RawConfig config_of_result(const Json& result, const std::string& file) {
  RawConfig config{Places(file), {}, {}};
  for (const auto& [key, value] : result["config"].items()) {
    if (value.is_structured()) {
      throw ConfigError(fmt::format("{}: config: {} has no plain value", file, brief(key)));
    }
    give(config, key, plain_text(value), fmt::format("{}: {}", file, brief(key)));
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
    } else if (name != "schema" && name != "config" && name != "checksum" && name != "host") {
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
