#include "hw/topology/routing.h"

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

void Routing::append_path(NodeId source, NodeId destination, std::vector<NodeId>& path,
                          RingTravel rings) const {
  const bool upwards = rings == RingTravel::kUpwards && topology_.wraps();
  for (NodeId at = source; at != destination;) {
    const PortId port = next_port(at, destination);
    at = topology_.neighbour(at, upwards ? static_cast<PortId>(port / 2 * 2) : port);
    path.push_back(at);
  }
}

bool Routing::crosses_dateline(NodeId here, PortId port) const {
  const int d = port / 2;
  if (!has_datelines() || topology_.side(d) == 2) {
    return false;
  }
  const auto width = static_cast<std::size_t>(topology_.dimensions());
  const std::uint32_t coordinate = coordinates_[here * width + static_cast<std::size_t>(d)];
  return coordinate == (port % 2 == 0 ? topology_.side(d) - 1 : 0);
}

int Routing::next_class(NodeId here, PortId input_port, int input_class, PortId output_port) const {
  if (!has_datelines()) {
    return 0;
  }
  const bool from_network = input_port < topology_.network_ports();
  const bool stays = from_network && input_port / 2 == output_port / 2;
  return (stays && input_class == 1) || crosses_dateline(here, output_port) ? 1 : 0;
}

}  // namespace flitcast
