#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "hw/topology/topology.h"

namespace flitcast::explore {

/// topology.dims of the networks of that kind with so many processors: of meshes and tori one for
/// each number of dimensions, as square as it can be, of fat trees one for each size of switches.
/// Empty where there is none, as of a hypercube of 100 nodes, and of kinds that a file tells.
std::vector<std::string> dims_of_nodes(TopologyKind kind, NodeId nodes,
                                       const std::vector<std::uint32_t>& dimensions);

}  // namespace flitcast::explore
