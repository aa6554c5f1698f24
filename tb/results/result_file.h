#pragma once

#include <string>
#include <string_view>

#include <nlohmann/json_fwd.hpp>

#include "tb/config/ini/raw_config.h"

namespace flitcast {

struct ProcessEnd;

/// The schemas of the results that this program writes and reads: of a schedule, of load, of a
/// program, and of several jobs at once.
inline constexpr std::string_view kResultSchema = "flitcast.result/1";
inline constexpr std::string_view kLoadSchema = "flitcast.load/1";
inline constexpr std::string_view kProgramSchema = "flitcast.program/1";
inline constexpr std::string_view kJobsSchema = "flitcast.jobs/1";

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
/// True for that of a program.
bool is_program_result(const nlohmann::ordered_json& result);
/// True for that of several jobs.
bool is_jobs_result(const nlohmann::ordered_json& result);

/// True when a `flitcast run` that ended like this has written its result: it was good, did not
/// meet something, or got stuck.
bool leaves_result(const ProcessEnd& end);

/// The configuration in a result: the run that it was, to be run again. Throws ConfigError.
RawConfig config_of_result(const nlohmann::ordered_json& result, const std::string& file);

/// XXH3 over the names and values of all members of a result but `version`, `checksum`, `rtl`,
/// `lockstep` and `host`, in their order, each as JSON without blanks. Tells damage and changes by
/// hand; it is no signature.
std::string result_checksum(const nlohmann::ordered_json& result);
/// Throws ConfigError, naming the file, unless the checksum is right.
void require_checksum(const nlohmann::ordered_json& result, const std::string& file);

/// As parse_config for a file; a relative traffic.data or traffic.vector counts from the file's
/// folder. A result is a configuration, too: that of its run; a program gives itself as
/// traffic.program, and a schedule itself as traffic.schedule on its network.
RawConfig read_config(const std::string& file);

}  // namespace flitcast
