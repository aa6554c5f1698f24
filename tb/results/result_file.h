#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "tb/config/ini/raw_config.h"

namespace flitcast {

struct ProcessEnd;

/// The schemas of the results that this program writes and reads: of a schedule, and of load.
inline constexpr std::string_view kResultSchema = "flitcast.result/1";
inline constexpr std::string_view kLoadSchema = "flitcast.load/1";

/// True for what is to be read as JSON: the file is called so, or the text begins with a brace,
/// after a byte order mark if need be.
bool looks_like_json(std::string_view text, const std::string& file);

/// A result (tb/results/result_json.h): its schema is one of these, `config` is an object, lists
/// are lists, and it is nested no deeper than 64 levels. Throws ConfigError naming the file.
nlohmann::ordered_json parse_result(const std::string& text, const std::string& file);
/// The same of a file. Throws ConfigError.
nlohmann::ordered_json read_result(const std::string& file);

/// True for the result of a run under load.
bool is_load_result(const nlohmann::ordered_json& result);

/// True when a `flitcast run` that ended like this has written its result: it was good, did not
/// meet something, or got stuck.
bool leaves_result(const ProcessEnd& end);

/// The configuration in a result: the run that it was, to be run again. Throws ConfigError.
RawConfig config_of_result(const nlohmann::ordered_json& result, const std::string& file);

/// A number, a text, or null of a result, by the path that leads to it: "traffic.message_flits" for
/// what is in `config`, "completion_cycles", "latency.p95".
struct ResultColumn {
  std::string name;
  nlohmann::ordered_json value;
};
/// All of them in the order of the result, without `schema`, `version`, `node_count`, `checksum`,
/// `host` and what is a list; `deadlock` is "none" or the reason.
std::vector<ResultColumn> result_columns(const nlohmann::ordered_json& result);

/// A value as it stands in tables: text without quotes, nothing for null.
std::string plain_text(const nlohmann::ordered_json& value);

}  // namespace flitcast
