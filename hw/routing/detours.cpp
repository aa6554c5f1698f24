#include "hw/routing/detours.h"

#include <stdexcept>

namespace flitcast {

Detours::Detours(const RoutedNetwork& network, bool or_direct)
    : topology_(network.topology),
      base_(network.base),
      or_direct_(or_direct),
      turns_(topology_.nodes() * (static_cast<std::size_t>(topology_.network_ports()) + 1),
             static_cast<std::size_t>(topology_.network_ports())) {
  find_turns();
}

std::size_t Detours::place(NodeId router, PortId from_port) const {
  const auto ports = static_cast<std::size_t>(topology_.network_ports());
  return router * (ports + 1) + (is_network(from_port) ? from_port : ports);
}

void Detours::find_turns() {
  for (NodeId router = topology_.router_of(0); router < topology_.nodes(); ++router) {
    for (NodeId i = 0; i < base_->midpoints(); ++i) {
      const NodeId midpoint = base_->midpoint(router, i);
      PortId from_port = kNoPort;
      for (NodeId at = router; at != midpoint;) {
        const PortId port = base_->next_port(at, midpoint);
        turns_.set(place(at, from_port), port);
        from_port = topology_.entry_port(at, port);
        at = topology_.neighbour(at, port);
      }
    }
  }
}

void Detours::candidates(NodeId here, PortId from_port, int from_class, NodeId destination,
                         RouteCandidates& out) const {
  out.clear();
  const bool second = is_network(from_port) && from_class > 0;
  if (here != topology_.router_of(destination)) {
    const PortId port = base_->next_port(here, destination);
    const int vc_class = base_->class_on_route(here, second ? from_port : kNoPort,
                                               second ? from_class - 1 : 0, port);
    out.add({port, static_cast<std::uint8_t>(1 + vc_class)});
  }
  if (!second) {
    turns_.for_each(place(here, from_port), [&](std::size_t port) {
      out.add({static_cast<PortId>(port), 0});
    });
  }
}

std::size_t Detours::append_route(NodeId source, NodeId destination, std::uint64_t bits,
                                  std::vector<PortId>& ports, std::vector<PortId>& classes) const {
  const NodeId start = topology_.router_of(source);
  const NodeId end = topology_.router_of(destination);
  if (start == end) {
    return 0;
  }
  if (or_direct_) {
    append_phase(start, end, 0, ports, classes);
  }
  const std::size_t direct = ports.size();
  const auto number = static_cast<NodeId>(EvenBits(bits).below(base_->midpoints()));
  const NodeId midpoint = base_->midpoint(start, number);
  append_phase(start, midpoint, 0, ports, classes);
  append_phase(midpoint, end, 1, ports, classes);
  return direct;
}

void Detours::append_phase(NodeId at, NodeId end, int first_class, std::vector<PortId>& ports,
                           std::vector<PortId>& classes) const {
  PortId from_port = kNoPort;
  int vc_class = 0;
  while (at != end) {
    const PortId port = base_->next_port(at, end);
    vc_class = base_->class_on_route(at, from_port, vc_class, port);
    ports.push_back(port);
    classes.push_back(static_cast<PortId>(first_class + vc_class));
    from_port = topology_.entry_port(at, port);
    at = topology_.neighbour(at, port);
  }
}

}  // namespace flitcast
