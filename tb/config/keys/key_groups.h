#pragma once

#include <vector>

#include "tb/config/keys/config_keys.h"

namespace flitcast {

// Groups of keys, in the order of the documentation.

/// The section [traffic]: which schedule, the size of blocks, what else there is of schedules, and
/// programs.
std::vector<ConfigKey> schedule_keys();
std::vector<ConfigKey> block_keys();
std::vector<ConfigKey> traffic_keys();
std::vector<ConfigKey> program_keys();

/// The section [load].
std::vector<ConfigKey> load_keys();

/// Of the section [router], how headers find their way.
std::vector<ConfigKey> routing_keys();

/// Of the section [link], what it does to flits.
std::vector<ConfigKey> fault_keys();

/// Of the section [router], how flits pass a staged router; router.pipeline, which says that it is
/// one, first.
std::vector<ConfigKey> pipeline_keys();

/// The section [ni].
std::vector<ConfigKey> interface_keys();

/// The section [memory].
std::vector<ConfigKey> memory_keys();

/// The section [rtl].
std::vector<ConfigKey> rtl_keys();

}  // namespace flitcast
