#pragma once

#include <string>

#include "hw/topology/topology.h"

namespace flitcast::cosim {

/// "to_6" of an output port of a router, "from_6" of an input port; where several lead there
/// "to_6_port_3"; those of the node: "to_node_0".
std::string port_name(const Topology& topology, NodeId node, int port, bool output);

}  // namespace flitcast::cosim
