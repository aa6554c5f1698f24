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

}  // namespace flitcast
