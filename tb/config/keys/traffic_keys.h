#pragma once

#include <vector>

#include "tb/config/keys/config_keys.h"

namespace flitcast {

/// The keys of the section [traffic], which say what is played. See config_keys.
std::vector<ConfigKey> traffic_keys();

}  // namespace flitcast
