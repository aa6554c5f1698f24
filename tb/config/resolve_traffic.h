#pragma once

#include "hw/topology/topology.h"
#include "tb/config/config.h"
#include "tb/config/raw_config.h"

namespace flitcast {

/// The part of resolve() for the section [traffic]: message size, root, the numbers and files that
/// some rows take. Precondition: config.row and config.seed are resolved. Throws ConfigError.
void resolve_traffic(const RawConfig& raw, const Topology& topology, Config& config);

}  // namespace flitcast
