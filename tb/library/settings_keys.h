#pragma once

#include <flitcast/settings.h>

#include "tb/config/ini/raw_config.h"

namespace flitcast {

struct Settings::Keys {
  RawConfig raw;
};

inline const RawConfig& raw_of(const Settings& settings) {
  return settings.keys().raw;
}

/// Throws ConfigError for what has a sweep.
inline void refuse_sweep(const RawConfig& raw) {
  if (!raw.sweep.empty()) {
    throw ConfigError(raw.sweep.front().place, "this is a sweep; a run takes one configuration");
  }
}

}  // namespace flitcast
