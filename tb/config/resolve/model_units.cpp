#include "tb/config/resolve/model_units.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "tb/config/config_value.h"
#include "tb/config/keys/config_keys.h"

namespace flitcast {
namespace {

constexpr const char* kPeriod = "clock.period";
constexpr const char* kFlitBytes = "link.flit_bytes";

/// Gives plain numbers for a text with quantities.
void settle(RawConfig& config, const std::string& name, const Scale& scale) {
  const ConfigKey& key = *find_key(name);
  const std::string text = config.texts.at(name);
  if (!has_quantity(key.dimension, text)) {
    return;
  }
  const SourceLocation place = config.places.of(name);
  try {
    give(config, name, plain_numbers(key.dimension, text, scale), place);
  } catch (const ValueError& error) {
    throw ConfigError(place, error.what());
  }
}

/// Settles the period.
Scale settled_scale(RawConfig& config) {
  Scale scale;
  Config told;
  for (const char* name : {kPeriod, kFlitBytes}) {
    if (config.texts.count(name) != 0) {
      settle(config, name, scale);
      find_key(name)->apply(told, config.texts.at(name));
    }
  }
  // What is no whole number of picoseconds is refused when the configuration is resolved.
  scale.period_ps = std::max<std::int64_t>(1, std::llround(told.clock_period_ns * 1000));
  scale.flit_bytes = told.flit_bytes;
  return scale;
}

bool is_scale(const SweepEntry& entry) {
  const std::vector<const ConfigKey*> keys = keys_named(entry.key);
  return keys.size() == 1 && (keys[0]->name == kPeriod || keys[0]->name == kFlitBytes);
}

}  // namespace

RawConfig in_model_units(RawConfig raw) {
  const Scale scale = settled_scale(raw);
  std::vector<std::string> names;
  for (const auto& [name, text] : raw.texts) {
    names.push_back(name);
  }
  for (const std::string& name : names) {
    settle(raw, name, scale);
  }
  return raw;
}

std::vector<SweepEntry> lists_in_model_units(const RawConfig& raw) {
  std::vector<SweepEntry> lists = raw.sweep;
  if (std::any_of(lists.begin(), lists.end(), is_scale)) {
    return lists;
  }
  RawConfig alone = raw;
  const Scale scale = settled_scale(alone);
  for (SweepEntry& list : lists) {
    const std::vector<const ConfigKey*> keys = keys_named(list.key);
    try {
      if (keys.size() == 1) {
        list.value = plain_numbers(keys[0]->dimension, list.value, scale);
      }
    } catch (const ValueError& error) {
      throw ConfigError(list.place, error.what());
    }
  }
  return lists;
}

}  // namespace flitcast
