#include "tb/explore/points/point_result.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "tb/config/keys/node_keys.h"
#include "tb/config/keys/sweep_keys.h"
#include "tb/config/resolve/resolve.h"
#include "tb/programs/chakra/chakra_files.h"
#include "tb/system/files/content_hash.h"
#include "tb/system/files/input_file.h"

namespace flitcast::explore {
namespace {

constexpr std::size_t kMaxDataBytes = std::size_t{1} << 30;

std::string given_text(const RawConfig& raw) {
  std::string text = "refused\n";
  for (const ConfigKey& key : config_keys()) {
    const auto given = raw.texts.find(key.name);
    if (tells_runs_apart(key) && given != raw.texts.end()) {
      text += fmt::format("{}={}\n", key.name, given->second);
    }
  }
  return text;
}

/// What a key is set to before a schedule is built or data is read.
std::optional<std::string> shown(const ConfigKey& key, const std::vector<DerivedKey>& derived,
                                 const Config& config) {
  const auto found = std::find_if(derived.begin(), derived.end(), [&key](const DerivedKey& other) {
    return other.name == key.name;
  });
  if (found == derived.end()) {
    return key.show(config);
  }
  return found->given ? std::to_string(*found->given) : "auto";
}

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

PointStatus status_of(const PlainResult& result) {
  if (!has_value(result.columns, "deadlock", "none")) {
    return PointStatus::kStuck;
  }
  const bool met = std::all_of(result.expectations.begin(), result.expectations.end(),
                               [](const Judgement& one) { return one.met; });
  return met && !has_value(result.columns, "data_check", "failed") ? PointStatus::kDone
                                                                   : PointStatus::kUnmet;
}

}  // namespace

PointNamer::Name PointNamer::name(const RawConfig& raw) {
  try {
    refuse_pipes(raw);
    Config config = resolve(raw);
    std::string text;
    for (const Setting& setting : effective(raw, config)) {
      text += fmt::format("{}={}\n", setting.key, setting.value);
    }
    return {content_hash(text), "", std::move(config)};
  } catch (const ConfigError& refusal) {
    return {content_hash(given_text(raw)), refusal.what()};
  }
}

/// Any of the derived keys may have been given.
bool PointNamer::may_have_become(const std::string& hash, const RawConfig& ran) {
  std::vector<DerivedKey> derived;
  try {
    derived = derived_keys(resolve(ran));
  } catch (const ConfigError&) {
    return false;
  }
  for (std::size_t choice = 0; choice < std::size_t{1} << derived.size(); ++choice) {
    std::vector<std::string_view> left_out;
    for (std::size_t i = 0; i < derived.size(); ++i) {
      if ((choice >> i & 1U) != 0) {
        left_out.push_back(derived[i].name);
      }
    }
    const Name name = this->name(without(ran, left_out));
    if (name.refusal.empty() && name.hash == hash) {
      return true;
    }
  }
  return false;
}

std::string PointNamer::difference(const RawConfig& asked, const RawConfig& ran) {
  std::vector<std::string_view> left_out;
  const Config asked_config = resolve(asked);
  for (const DerivedKey& key : derived_keys(asked_config)) {
    if (!key.given) {
      left_out.push_back(key.name);
    }
  }
  const std::vector<Setting> right = effective(asked, asked_config);
  const RawConfig as_asked = without(ran, left_out);
  const std::vector<Setting> found = effective(as_asked, resolve(as_asked));
  const auto value = [](const std::vector<Setting>& settings, std::string_view key) {
    const auto at = std::find_if(settings.begin(), settings.end(),
                                 [key](const Setting& other) { return other.key == key; });
    return at == settings.end() ? std::string("not set") : at->value;
  };
  for (const ConfigKey& key : config_keys()) {
    const std::string is = value(found, key.name);
    const std::string was = value(right, key.name);
    if (is != was) {
      return fmt::format("{} = {}, not {}", key.name, is, was);
    }
  }
  for (const std::vector<Setting>& settings : {found, right}) {  // of kinds of nodes
    for (const Setting& each : settings) {
      if (value(found, each.key) != value(right, each.key)) {
        return fmt::format("{} = {}, not {}", each.key, value(found, each.key),
                           value(right, each.key));
      }
    }
  }
  return "";
}

/// In the order of the documentation.
std::vector<PointNamer::Setting> PointNamer::effective(const RawConfig& raw, const Config& config) {
  const std::vector<DerivedKey> derived = derived_keys(config);
  std::vector<Setting> settings;
  for (const ConfigKey& key : config_keys()) {
    const auto value = tells_runs_apart(key) ? shown(key, derived, config) : std::nullopt;
    if (value && key.reads_file(*value)) {
      settings.push_back({key.name, raw.places.with_file(key.name, [&]() -> const std::string& {
                            return hash_of_file(*value);
                          })});
    } else if (value) {
      settings.push_back({key.name, *value});
    }
  }
  for (const auto& [key, value] : given_node_keys(config)) {
    settings.push_back({key->name, value});
  }
  return settings;
}

const std::string& PointNamer::hash_of_file(const std::string& file) {
  const auto known = file_hashes_.find(file);
  if (known != file_hashes_.end()) {
    return known->second;
  }
  std::vector<std::string> files = chakra_files(file);
  if (files.empty()) {
    files.push_back(file);
  }
  ContentHash hash;
  for (const std::string& each : files) {
    hash.add(read_text_file(each, kMaxDataBytes));
  }
  return file_hashes_.emplace(file, hash.digest()).first->second;
}

std::string_view to_string(PointStatus status) {
  constexpr std::string_view kWords[] = {"missing", "done",  "unmet",    "stuck",
                                         "failed",  "unfit", "predicted"};
  return kWords[static_cast<std::size_t>(status)];
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

}  // namespace flitcast::explore
