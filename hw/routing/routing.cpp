#include "hw/routing/routing.h"

#include "hw/topology/family.h"

namespace flitcast {

Routing::Routing(const Topology& topology, RoutingOrder order)
    : topology_(topology),
      order_(order),
      labels_(topology.has_labels()),
      route_(labels_ ? nullptr : topology.family().routes(topology, order)) {}

void Routing::append_ports(NodeId source, NodeId destination, std::vector<PortId>& ports,
                           RingTravel rings) const {
  const bool upwards = rings == RingTravel::kUpwards && !labels_;
  for (NodeId at = source; at != destination; at = topology_.neighbour(at, ports.back())) {
    const PortId port = next_port(at, destination);
    ports.push_back(upwards ? route_->upwards(port) : port);
  }
}

}  // namespace flitcast
