#pragma once

#include <vector>

#include "tb/config/config_keys.h"

namespace flitcast {

/// The keys of the section [traffic], in the order of the documentation.
std::vector<ConfigKey> traffic_keys();

}  // namespace flitcast
