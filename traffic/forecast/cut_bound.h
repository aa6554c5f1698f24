#pragma once

#include <vector>

#include "hw/network_config.h"
#include "hw/topology/topology.h"
#include "traffic/placement/placement_load.h"
#include "traffic/program/placement.h"

namespace flitcast {

/// Cycles in which the flits that leave half of a network with coordinates pass the channels that
/// lead out of it, a flit every t_m of the fastest: of all halves that are half of the coordinates
/// of a dimension, one after the other. 0 without coordinates.
Cycle cut_bound(const std::vector<RankFlow>& flows, const Placement& nodes,
                const Topology& topology, const NetworkConfig& network);

}  // namespace flitcast
