#pragma once

#include <vector>

#include "tb/config/keys/config_keys.h"

namespace flitcast {

/// The keys of the section [rtl].
std::vector<ConfigKey> rtl_keys();

}  // namespace flitcast
