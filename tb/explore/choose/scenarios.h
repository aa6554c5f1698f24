#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "hw/topology/topology.h"
#include "tb/explore/choose/choose_request.h"

namespace flitcast::explore {

/// Makes the scenarios of a request, all else of which is there: every network with every
/// combination of the other lists, the last of which varies fastest. Networks come from the lists
/// of topology keys and asked.nodes; those that do not fit are left out, with a note. Throws
/// ConfigError where there is none, or there are too many scenarios.
void lay_out_scenarios(const ChooseOptions& asked, std::vector<KeyList> lists,
                       ChooseRequest& request);

/// topology.dims of the networks of that kind with so many processors: of meshes and tori one for
/// each number of dimensions, as square as it can be, of fat trees one for each size of switches.
/// Empty where there is none, as of a hypercube of 100 nodes, and of kinds that a file tells.
std::vector<std::string> dims_of_nodes(TopologyKind kind, NodeId nodes,
                                       const std::vector<std::uint32_t>& dimensions);

}  // namespace flitcast::explore
