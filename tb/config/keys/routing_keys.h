#pragma once

#include <vector>

#include "tb/config/keys/config_keys.h"

namespace flitcast {

/// Keys of the section [router] that say how headers find their way.
std::vector<ConfigKey> routing_keys();

}  // namespace flitcast
