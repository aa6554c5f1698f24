#pragma once

#include <cstdint>
#include <vector>

#include "hw/routing/routing.h"
#include "traffic/worms/worm_ways.h"

namespace flitcast {

/// An operation on a network, along base routes: of dimension order, a tie goes up.
inline WormInstance on_base_routes(DemandKind kind, TopologyKind network,
                                   const std::vector<std::uint32_t>& dims, std::uint32_t ports = 0,
                                   NodeId root = 0) {
  const Topology topology(network, dims);
  const Routing routing(topology, RoutingOrder::kAscending);
  return {{kind, topology.processors(), root}, base_ways(routing), ports};
}

/// The same along all shortest ways.
inline WormInstance on_shortest_ways(DemandKind kind, TopologyKind network,
                                     const std::vector<std::uint32_t>& dims,
                                     std::uint32_t ports = 0, NodeId root = 0) {
  const Topology topology(network, dims);
  return {{kind, topology.processors(), root}, shortest_ways(topology), ports};
}

}  // namespace flitcast
