#pragma once

#include <vector>

#include "tb/config/keys/config_keys.h"

namespace flitcast {

/// The keys of the section [router] that say how flits pass a staged router; router.pipeline, which
/// says that it is one, first.
std::vector<ConfigKey> pipeline_keys();

}  // namespace flitcast
