#pragma once

#include <vector>

#include "tb/config/keys/config_keys.h"

namespace flitcast {

/// The keys of the section [load], in the order of the documentation.
std::vector<ConfigKey> load_keys();

}  // namespace flitcast
