#include "tb/explore/point_name.h"

#include <fmt/format.h>

#include "tb/check_files.h"
#include "tb/content_hash.h"
#include "tb/resolve.h"
#include "tb/sweep_keys.h"
#include "tb/text_file.h"

namespace flitcast {
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

/// What a key is set to. The size of the buffers follows from the schedule where it is not given.
std::optional<std::string> shown(const ConfigKey& key, const RawConfig& raw, const Config& config) {
  if (key.name != "router.buffer_flits") {
    return key.show(config);
  }
  const Cycle given = raw.buffer_flits.value_or(RawConfig::kAutoBuffer);
  return given == RawConfig::kAutoBuffer ? "auto" : std::to_string(given);
}

}  // namespace

PointNamer::Name PointNamer::name(const RawConfig& raw) {
  try {
    refuse_pipes(raw);
    return {content_hash(effective_text(raw)), ""};
  } catch (const ConfigError& refusal) {
    return {content_hash(given_text(raw)), refusal.what()};
  }
}

std::string PointNamer::effective_text(const RawConfig& raw) {
  const Config config = resolve(raw);
  std::string text;
  for (const ConfigKey& key : config_keys()) {
    const auto value = tells_runs_apart(key) ? shown(key, raw, config) : std::nullopt;
    if (value && key.names_input()) {
      const std::string& hash =
          raw.with_file(key.name, [&]() -> const std::string& { return hash_of_file(*value); });
      text += fmt::format("{}={}\n", key.name, hash);
    } else if (value) {
      text += fmt::format("{}={}\n", key.name, *value);
    }
  }
  return text;
}

const std::string& PointNamer::hash_of_file(const std::string& file) {
  const auto known = file_hashes_.find(file);
  if (known != file_hashes_.end()) {
    return known->second;
  }
  return file_hashes_.emplace(file, content_hash(read_text_file(file, kMaxDataBytes)))
      .first->second;
}

}  // namespace flitcast
