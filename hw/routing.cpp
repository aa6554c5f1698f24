#include "hw/routing.h"

namespace flitcast {

Routing::Routing(const Topology& topology, RoutingOrder order)
    : topology_(topology), order_(order), hypercube_(topology.is_hypercube()) {
  if (hypercube_) {
    return;
  }
  const int dimensions = topology.dimensions();
  coordinates_.reserve(static_cast<std::size_t>(topology.nodes()) *
                       static_cast<std::size_t>(dimensions));
  for (NodeId node = 0; node < topology.nodes(); ++node) {
    for (int d = 0; d < dimensions; ++d) {
      coordinates_.push_back(static_cast<std::uint16_t>(topology.coordinate(node, d)));
    }
  }
}

// Counted from the root, whose number is then 1, the parent of node i is ⌊i/2⌋: the number of an
// ancestor is a prefix of the node's own in binary, and the bit behind it says which child follows.
PortId Routing::tree_port(NodeId here, NodeId destination) const {
  const NodeId from = topology_.nodes() - here;
  const NodeId to = topology_.nodes() - destination;
  const int levels_down = __builtin_clz(from) - __builtin_clz(to);
  if (levels_down <= 0 || to >> levels_down != from) {
    return 0;
  }
  const bool left = (to >> (levels_down - 1)) % 2 == 1;
  return left ? 1 : 2;
}

PortId Routing::grid_port(NodeId here, NodeId destination) const {
  const int dimensions = topology_.dimensions();
  const auto width = static_cast<std::size_t>(dimensions);
  const std::uint16_t* from = coordinates_.data() + here * width;
  const std::uint16_t* to = coordinates_.data() + destination * width;
  for (int i = 0; i < dimensions; ++i) {
    const int d = order_ == RoutingOrder::kAscending ? i : dimensions - 1 - i;
    if (from[d] == to[d]) {
      continue;
    }
    bool up = to[d] > from[d];
    if (topology_.wraps()) {
      const std::uint32_t side = topology_.side(d);
      const std::uint32_t distance_up = (to[d] + side - from[d]) % side;
      up = 2 * distance_up <= side;
    }
    return static_cast<PortId>(2 * d + (up ? 0 : 1));
  }
  return kNoPort;
}

bool Routing::crosses_dateline(NodeId here, PortId port) const {
  const int d = port / 2;
  const std::uint32_t side = topology_.side(d);
  const bool up = port % 2 == 0;
  return side > 2 && topology_.coordinate(here, d) == (up ? side - 1 : 0);
}

int Routing::next_class(NodeId here, PortId input_port, int input_class, PortId output_port) const {
  if (crosses_dateline(here, output_port)) {
    return 1;
  }
  const bool same_ring =
      input_port < topology_.network_ports() && input_port / 2 == output_port / 2;
  return same_ring ? input_class : 0;
}

void Routing::append_path(NodeId source, NodeId destination, std::vector<NodeId>& path) const {
  for (NodeId at = source; at != destination;) {
    at = topology_.neighbour(at, next_port(at, destination));
    path.push_back(at);
  }
}

}  // namespace flitcast
