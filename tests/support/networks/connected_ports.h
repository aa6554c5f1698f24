#pragma once

#include <cstddef>

#include "hw/topology/topology.h"

namespace flitcast {

/// Network ports of a router that lead somewhere.
inline std::size_t connected_ports(const Topology& topology, NodeId node) {
  std::size_t count = 0;
  for (int port = 0; port < topology.network_ports(); ++port) {
    count += topology.neighbour(node, static_cast<PortId>(port)) == kNoNode ? 0 : 1;
  }
  return count;
}

}  // namespace flitcast
