#pragma once

#include <vector>

#include "hw/routing/routing.h"
#include "traffic/schedule/path.h"

namespace flitcast {

/// The nodes on the way of a message, its source and its end included.
template <typename Message>
std::vector<NodeId> nodes_of(const Message& message) {
  const PathNodes nodes = message.nodes();
  return {nodes.begin(), nodes.end()};
}

/// The nodes on a route, both ends included.
inline std::vector<NodeId> route_nodes(const Routing& routing, NodeId source, NodeId destination,
                                       RingTravel rings = RingTravel::kMinimal) {
  std::vector<PortId> ports;
  routing.append_ports(source, destination, ports, rings);
  const PathNodes nodes(routing.topology(), source, {ports.data(), ports.size()});
  return {nodes.begin(), nodes.end()};
}

}  // namespace flitcast
