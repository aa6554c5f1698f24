#include "tb/config/ini/raw_config.h"

#include <algorithm>
#include <filesystem>
#include <utility>

#include <fmt/format.h>

#include "tb/config/config_value.h"
#include "tb/config/ini/ini.h"
#include "tb/config/keys/config_keys.h"
#include "tb/config/keys/key_suggestions.h"
#include "tb/config/keys/sweep_keys.h"

namespace flitcast {
namespace {

void assign(RawConfig& config, const ConfigKey& key, const std::string& value, std::string place) {
  try {
    key.check(value);
  } catch (const ValueError& error) {
    throw ConfigError(fmt::format("{}: {}", place, error.what()));
  }
  config.places.note(key.name, std::move(place));
  config.texts[std::string(key.name)] = trim(value);
}

void assign_sweep(RawConfig& config, SweepEntry entry) {
  for (SweepEntry& earlier : config.sweep) {
    if (earlier.key == entry.key) {
      earlier = std::move(entry);
      return;
    }
  }
  config.sweep.push_back(std::move(entry));
}

}  // namespace

RawConfig parse_config(const std::string& text, const std::string& file) {
  RawConfig config{SourceLocations(file), {}, {}};
  for (const IniEntry& entry : read_ini(text, file)) {
    const std::string place = fmt::format("{}:{}: {}", file, entry.line, entry.key);
    if (const auto swept = swept_part(entry.key)) {
      const std::string folder = std::filesystem::path(file).parent_path().string();
      assign_sweep(config, {std::string(*swept), entry.value, place, folder});
    } else {
      assign(config, *find_key(entry.key), entry.value, place);
    }
  }
  return config;
}

RawConfig without(const RawConfig& config, const std::vector<std::string_view>& keys) {
  RawConfig rest{SourceLocations(config.places.file()), {}, {}};
  for (const auto& [key, text] : config.texts) {
    if (std::find(keys.begin(), keys.end(), key) == keys.end()) {
      give(rest, key, text, config.places.of(key));
    }
  }
  return rest;
}

void give(RawConfig& config, std::string_view key, const std::string& value) {
  give(config, key, value, fmt::format("--{}", key));
}

void give(RawConfig& config, std::string_view key, const std::string& value,
          const std::string& place) {
  if (const auto swept = swept_part(key)) {
    assign_sweep(config, {std::string(*swept), value, place, ""});
    return;
  }
  const ConfigKey* known = find_key(key);
  if (known == nullptr) {
    throw ConfigError(fmt::format("{}: {}", place, unknown_key(key)));
  }
  assign(config, *known, value, place);
}

}  // namespace flitcast
