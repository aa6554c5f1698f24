#include "traffic/forecast/least_times.h"

#include <algorithm>

#include "traffic/schedule/messages.h"
#include "traffic/theory/distance.h"

namespace flitcast {
namespace {

Cycle links_to(const Topology& topology, NodeId node) {
  Cycle links = 0;
  for (int port = 0; port < topology.network_ports(); ++port) {
    const NodeId from = topology.upstream(topology.router_of(node), static_cast<PortId>(port));
    links += from != kNoNode ? 1 : 0;
  }
  return links;
}

}  // namespace

LeastTimes::LeastTimes(const Routing& routing, const NetworkConfig& network, const Placement* nodes)
    : routing_(routing),
      nodes_(nodes),
      ports_(network.ports),
      links_(routing.topology(), network),
      fastest_(takes_base_routes() ? network : links_.fastest()),
      times_(timing_model(fastest_), network.switching, takes_base_routes() ? &links_ : nullptr,
             &fastest_),
      way_(routing.topology()),
      nearest_(static_cast<std::size_t>(nearest_processors(routing.topology()))) {}

Cycle LeastTimes::to_end(std::uint32_t source, std::uint32_t destination,
                         std::uint64_t payload_flits) {
  if (!takes_base_routes()) {
    return times_.to_end(hops(source, destination), payload_flits);
  }
  find_way(source, destination);
  return times_.to_end(way_[0], payload_flits);
}

Cycle LeastTimes::at_port(std::uint32_t source, std::uint32_t destination,
                          std::uint64_t payload_flits) {
  if (!takes_base_routes()) {
    return times_.at_port(hops(source, destination), payload_flits);
  }
  find_way(source, destination);
  return times_.at_port(way_[0], payload_flits);
}

void LeastTimes::find_way(std::uint32_t source, std::uint32_t destination) {
  way_.clear();
  begin_unicast(way_, routing_, (*nodes_)[source], (*nodes_)[destination]);
}

std::size_t LeastTimes::hops(std::uint32_t source, std::uint32_t destination) const {
  if (source == destination) {
    return 0;
  }
  const Topology& topology = routing_.topology();
  return nodes_ != nullptr && topology.has_coordinates()
             ? static_cast<std::size_t>(
                   distance(topology, (*nodes_)[source], (*nodes_)[destination]))
             : nearest_;
}

Cycle LeastTimes::over_links(std::uint32_t rank, Cycle flits) const {
  const Topology& topology = routing_.topology();
  Cycle links = 1;
  if (nodes_ != nullptr) {
    links = std::max(links, links_to(topology, (*nodes_)[rank]));
  } else {
    for (NodeId node = 0; node < topology.processors(); ++node) {
      links = std::max(links, links_to(topology, node));
    }
  }
  return (flits + links - 1) / links * links_.smallest().cycles_per_flit;
}

}  // namespace flitcast
