#pragma once

#include <string>

#include "hw/router/router_core.h"
#include "tb/config/config.h"

namespace flitcast {

/// What makes the routers of a configuration: some may be in SystemVerilog, ours or a user's.
/// `violation`: see RtlNodes.
MakeRouterCore chosen_cores(const Config& config, const Routing& routing,
                            std::string* violation = nullptr);

}  // namespace flitcast
