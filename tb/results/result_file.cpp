#include "tb/results/result_file.h"

#include <algorithm>
#include <filesystem>
#include <iterator>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "tb/config/config_value.h"
#include "tb/config/keys/config_keys.h"
#include "tb/programs/program_file.h"
#include "tb/results/plain_result.h"
#include "tb/schedules/schedule_file.h"
#include "tb/system/exit_code.h"
#include "tb/system/files/content_hash.h"
#include "tb/system/files/input_file.h"
#include "tb/system/process_pool.h"
#include "tb/text/text_columns.h"

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
      throw ConfigError("{}: {} is {}; give a result of flitcast run", file, name, what);
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

/// What other files with a schema of this program are, and where they belong; `file` and its
/// `folder` are put in.
struct OtherFile {
  std::string_view schema;
  const char* use;
};
constexpr OtherFile kOtherFiles[] = {
    {kScheduleSchema, "is a schedule and no result; flitcast run {file} plays it"},
    {"flitcast.excerpt/1", "has some of a schedule; give a result of flitcast run"},
    {"flitcast.curves/1", "has the curves of flitcast load; flitcast report {folder} shows them"},
    {"flitcast.choose/1", "has an answer of flitcast choose; flitcast report {folder} shows it"},
    {"flitcast.area/1", "has what flitcast area says; give a result of flitcast run"},
    {"flitcast.crossover/1", "has what flitcast choose --over says; give a result of flitcast run"},
    {"flitcast.diff/1", "has what flitcast diff says; give one of the results that it compares"},
    {"flitcast.catalogue/1", "has what flitcast list says; give a result of flitcast run"},
};

std::string folder_of(const std::string& file) {
  const std::string folder = std::filesystem::path(file).parent_path().string();
  return folder.empty() ? "." : folder;
}

/// What is wrong with JSON that has another schema, or none.
ConfigError no_result(const Json& schema, const std::string& file) {
  for (const OtherFile& other : kOtherFiles) {
    if (schema == other.schema) {
      return ConfigError("{}: {}", file,
                         fmt::format(fmt::runtime(other.use), fmt::arg("file", file),
                                     fmt::arg("folder", folder_of(file))));
    }
  }
  if (!schema.is_string()) {
    return ConfigError("{}: is no result of flitcast; those have a schema, {} or {}", file,
                       kResultSchema, kLoadSchema);
  }
  return ConfigError("{}: has the schema {}; this program reads {} and {}", file,
                     schema.dump().substr(0, 60), kResultSchema, kLoadSchema);
}

/// "line 1, column 5", of a byte that is counted from 1.
std::string place_of(std::string_view text, std::size_t byte) {
  const std::string_view before = text.substr(0, byte == 0 ? 0 : byte - 1);
  const std::size_t line_start = before.rfind('\n') + 1;  // npos + 1 is 0
  return fmt::format("line {}, column {}", 1 + std::count(before.begin(), before.end(), '\n'),
                     1 + text_width(before.substr(line_start)));
}

Json parse_json(const std::string& text, const std::string& file) {
  if (nested_too_deep(text)) {
    throw ConfigError("{}: is nested too deep; give a result of flitcast run", file);
  }
  try {
    return Json::parse(text);
  } catch (const Json::parse_error& error) {
    const bool ends = error.byte > text.size();
    throw ConfigError("{}: is no JSON: {}{}; give a result of flitcast run", file,
                      ends ? "it ends at " : "", place_of(text, error.byte));
  }
}

Json schema_of(const Json& json) {
  return json.is_object() ? json.value("schema", Json()) : Json();
}

Json checked_result(Json result, const std::string& file) {
  const Json schema = schema_of(result);
  if (schema != kResultSchema && schema != kLoadSchema && schema != kProgramSchema &&
      schema != kJobsSchema) {
    throw no_result(schema, file);
  }
  if (!result.contains("config")) {
    throw ConfigError("{}: has no config; give a result of flitcast run", file);
  }
  require_members(result, file);
  return result;
}

/// On the network that it names, where it does; who reads the schedule says what is wrong with it.
RawConfig config_of_schedule(const Json& schedule, const std::string& file) {
  RawConfig config;
  give(config, "traffic.schedule", file);
  const Json topology = schedule.value("topology", Json());
  const Json kind = topology.is_object() ? topology.value("kind", Json()) : Json();
  if (kind.is_string()) {
    give(config, "topology.kind", kind.get<std::string>());
  }
  std::string dims;
  for (const Json& each : topology.is_object() ? topology.value("dims", Json()) : Json()) {
    dims += (dims.empty() ? "" : "x") + each.dump();
  }
  if (!dims.empty()) {
    give(config, "topology.dims", dims);
  }
  return config;
}

std::string compact(const Json& value) {
  return value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string read_whole(const std::string& file) {
  try {
    return read_text_file(file, kMaxBytes);
  } catch (const FileError& error) {
    throw ConfigError(error.what());
  }
}

RawConfig config_of_program(const std::string& file) {
  RawConfig config;
  give(config, "traffic.program", file);
  return config;
}

}  // namespace

bool looks_like_json(std::string_view text, const std::string& file) {
  if (std::filesystem::path(file).extension() == ".json") {
    return true;
  }
  if (text.substr(0, kByteOrderMark.size()) == kByteOrderMark) {
    text.remove_prefix(kByteOrderMark.size());
  }
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  return first != std::string_view::npos && text[first] == '{';
}

Json parse_result(const std::string& text, const std::string& file) {
  return checked_result(parse_json(text, file), file);
}

Json read_result(const std::string& file) {
  return parse_result(read_whole(file), file);
}

bool is_load_result(const Json& result) {
  return result.at("schema") == kLoadSchema;
}

bool is_program_result(const Json& result) {
  return result.at("schema") == kProgramSchema;
}

bool is_jobs_result(const Json& result) {
  return result.at("schema") == kJobsSchema;
}

bool leaves_result(const ProcessEnd& end) {
  return end.exited_with(exit_code::kGood) || end.exited_with(exit_code::kUnmet) ||
         end.exited_with(exit_code::kStuck);
}

RawConfig config_of_result(const Json& result, const std::string& file) {
  RawConfig config{SourceLocations(file), {}, {}};
  for (const auto& [key, value] : result["config"].items()) {
    if (value.is_structured()) {
      throw ConfigError("{}: config: {} has no plain value", file, brief(key));
    }
    give(config, key, plain_text(value), SourceLocation{file, 0, brief(key)});
  }
  return config;
}

void require_checksum(const Json& result, const std::string& file) {
  if (result.value("checksum", Json()) != result_checksum(result)) {
    throw ConfigError("{}: its checksum is wrong: it is damaged, or was changed by hand", file);
  }
}

std::string result_checksum(const Json& result) {
  constexpr std::string_view kLeftOut[] = {"version", "checksum", "rtl", "lockstep", "host"};
  ContentHash hash;
  for (const auto& [name, value] : result.items()) {
    if (std::find(std::begin(kLeftOut), std::end(kLeftOut), name) == std::end(kLeftOut)) {
      hash.add(compact(name));
      hash.add(compact(value));
    }
  }
  return hash.digest();
}

RawConfig read_config(const std::string& file) {
  if (format_of(file) != ProgramFormat::kNone) {
    return config_of_program(file);
  }
  const std::string text = read_whole(file);
  if (is_pipe(file) && format_begun_by(text) != ProgramFormat::kNone) {
    return config_of_program(file);
  }
  if (looks_like_json(text, file)) {
    const Json json = parse_json(text, file);
    return schema_of(json) == kScheduleSchema ? config_of_schedule(json, file)
                                              : config_of_result(checked_result(json, file), file);
  }
  RawConfig config = parse_config(text, file);
  const std::filesystem::path folder = std::filesystem::path(file).parent_path();
  for (auto& [key, value] : config.texts) {
    if (find_key(key)->reads_file(value)) {
      value = (folder / value).lexically_normal().string();
    }
  }
  return config;
}

}  // namespace flitcast
