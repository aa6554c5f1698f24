#pragma once

#include <memory>

#include "hw/link/link_flow_control.h"
#include "hw/network_config.h"

namespace flitcast {

/// What the writer of a link of these times goes by besides credits; null: nothing. Throws
/// std::invalid_argument where a buffer could run over.
std::unique_ptr<LinkFlowControl> make_flow_control(const NetworkConfig& config, Cycle delay,
                                                   Cycle cycles_per_flit);

}  // namespace flitcast
