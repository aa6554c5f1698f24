#pragma once

#include "tb/config/config.h"
#include "tb/config/ini/raw_config.h"

namespace flitcast {

/// The hardware of a configuration whose traffic comes from elsewhere: what is heeded is said at
/// Network::Network. Its routing is proved. Throws ConfigError.
Config network_hardware(const RawConfig& raw);

}  // namespace flitcast
