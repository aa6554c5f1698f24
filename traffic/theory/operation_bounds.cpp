#include "traffic/theory/operation_bounds.h"

#include <algorithm>

#include "traffic/theory/distance.h"

namespace flitcast {
namespace {

std::uint64_t divided_up(std::uint64_t words, std::uint64_t ways) {
  return (words + ways - 1) / ways;
}

std::uint64_t links_of(const Topology& topology, NodeId node) {
  std::uint64_t links = 0;
  for (int port = 0; port < topology.network_ports(); ++port) {
    links += topology.neighbour(node, static_cast<PortId>(port)) != kNoNode ? 1 : 0;
  }
  return links;
}

std::uint64_t ports_of(const BoundRequest& request) {
  return static_cast<std::uint64_t>(request.ports);
}

std::uint64_t ports_of_root(const BoundRequest& request) {
  return std::min(ports_of(request), links_of(request.topology, request.operation.root));
}

}  // namespace

Cycle sending_bound(const BoundRequest& request, std::uint64_t blocks, std::uint64_t senders) {
  return stream_bound(request.model,
                      divided_up(blocks * request.message_flits, senders * ports_of(request)));
}

Cycle root_sending_bound(const BoundRequest& request, std::uint64_t blocks) {
  return stream_bound(request.model,
                      divided_up(blocks * request.message_flits, ports_of_root(request)));
}

Cycle receiving_bound(const BoundRequest& request, NodeId node, std::uint64_t blocks) {
  const std::uint64_t words = blocks * request.message_flits;
  const auto on_a_link = static_cast<Cycle>(divided_up(words, links_of(request.topology, node)));
  const auto in_a_port = static_cast<Cycle>(divided_up(words, ports_of(request)));
  return request.model.t_s + request.model.t_d + std::max(on_a_link * request.model.t_m, in_a_port);
}

NodeId outermost(const Topology& topology) {
  NodeId node = 0;
  for (NodeId other = 1; other < topology.processors(); ++other) {
    node = links_of(topology, other) < links_of(topology, node) ? other : node;
  }
  return node;
}

Cycle way_from_root_bound(const BoundRequest& request) {
  return stream_bound(request.model, divided_up(request.message_flits, ports_of_root(request)),
                      eccentricity(request.topology, request.operation.root));
}

Cycle way_from_root_bound(const BoundRequest& request, const std::vector<NodeId>& destinations) {
  return stream_bound(request.model, divided_up(request.message_flits, ports_of_root(request)),
                      farthest(request.topology, request.operation.root, destinations));
}

Cycle way_to_root_bound(const BoundRequest& request) {
  return stream_bound(request.model, divided_up(request.message_flits, ports_of(request)),
                      eccentricity(request.topology, request.operation.root));
}

Cycle reaching_bound(const BoundRequest& request, std::uint64_t nodes, std::uint64_t blocks) {
  return request.irc ? 0
                     : spreading_bound(request.model, nodes, ports_of(request),
                                       blocks == 1 ? request.message_flits : 1);
}

Cycle crossing_bound(const BoundRequest& request) {
  return request.topology.has_coordinates() ? bisection_bound(request.model, request.topology,
                                                              request.message_flits, request.duplex)
                                            : 0;
}

}  // namespace flitcast
