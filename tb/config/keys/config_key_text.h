#pragma once

#include <string>
#include <string_view>

#include "tb/config/config.h"

namespace flitcast {

// Keys as text: as a configuration, and as help.

/// The effective configuration as an INI file that reads back to the same configuration. Throws
/// ConfigError for a path in it that an INI file cannot hold.
std::string resolved_ini(const Config& config);

/// The table of all keys for --help.
std::string config_key_help();

/// What there is to know about the keys of that full name, last part or section; empty where there
/// are none.
std::string help_on_keys(std::string_view name);

}  // namespace flitcast
