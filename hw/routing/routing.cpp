#include "hw/routing/routing.h"

#include "hw/topology/family.h"

namespace flitcast {

Routing::Routing(const Topology& topology, RoutingOrder order)
    : topology_(topology),
      order_(order),
      labels_(topology.has_labels()),
      route_(labels_ ? nullptr : topology.family().routes(topology, order)) {}

void Routing::append_path(NodeId source, NodeId destination, std::vector<NodeId>& path,
                          RingTravel rings) const {
  const bool upwards = rings == RingTravel::kUpwards && !labels_;
  for (NodeId at = source; at != destination;) {
    const PortId port = next_port(at, destination);
    at = topology_.neighbour(at, upwards ? route_->upwards(port) : port);
    path.push_back(at);
  }
}

}  // namespace flitcast
