#include "traffic/theory/operation_bounds.h"

#include <algorithm>

#include "traffic/theory/distance.h"

namespace flitcast {
namespace {

constexpr std::uint64_t kNoLimit = std::uint64_t{1} << 62U;

std::uint64_t divided_up(std::uint64_t words, std::uint64_t ways) {
  return (words + ways - 1) / ways;
}

/// Links that a word for another node takes at least.
std::int64_t nearest_hops(const Topology& topology) {
  return topology.seats() > 1 ? 0 : 1;
}

/// Of those all words of `node` for others share.
std::uint64_t links_of(const Topology& topology, NodeId node) {
  if (topology.shares_routers()) {
    return kNoLimit;
  }
  std::uint64_t links = 0;
  for (int port = 0; port < topology.network_ports(); ++port) {
    links += topology.neighbour(node, static_cast<PortId>(port)) != kNoNode ? 1 : 0;
  }
  return links;
}

std::uint64_t ports_of(const BoundRequest& request) {
  return static_cast<std::uint64_t>(request.ports);
}

BoundTimes times_of(const BoundRequest& request) {
  TimingModel model = request.model;
  if (request.topology.shares_routers()) {
    model.t_m = 1;
  }
  return {model, request.pipeline};
}

/// The root sends `words` over its ports and links, to a node `hops` links away.
Cycle leaving_root_bound(const BoundRequest& request, std::uint64_t words, std::int64_t hops) {
  const std::uint64_t links = links_of(request.topology, request.operation.root);
  return std::max(port_bound(times_of(request), divided_up(words, ports_of(request)), hops),
                  stream_bound(times_of(request), divided_up(words, links), hops));
}

}  // namespace

Cycle sending_bound(const BoundRequest& request, std::uint64_t blocks, std::uint64_t senders) {
  return port_bound(times_of(request),
                    divided_up(blocks * request.message_flits, senders * ports_of(request)),
                    nearest_hops(request.topology));
}

Cycle root_sending_bound(const BoundRequest& request, std::uint64_t blocks) {
  return leaving_root_bound(request, blocks * request.message_flits,
                            nearest_hops(request.topology));
}

Cycle receiving_bound(const BoundRequest& request, NodeId node, std::uint64_t blocks) {
  const std::uint64_t words = blocks * request.message_flits;
  const std::int64_t hops = nearest_hops(request.topology);
  const auto in_a_port = static_cast<Cycle>(divided_up(words, ports_of(request)));
  return std::max(
      stream_bound(times_of(request), divided_up(words, links_of(request.topology, node)), hops),
      request.model.t_s + hops * request.model.t_d + in_a_port);
}

NodeId outermost(const Topology& topology) {
  NodeId node = 0;
  for (NodeId other = 1; other < topology.processors(); ++other) {
    node = links_of(topology, other) < links_of(topology, node) ? other : node;
  }
  return node;
}

Cycle way_from_root_bound(const BoundRequest& request) {
  return leaving_root_bound(request, request.message_flits,
                            eccentricity(request.topology, request.operation.root));
}

Cycle way_from_root_bound(const BoundRequest& request, const std::vector<NodeId>& destinations) {
  return leaving_root_bound(request, request.message_flits,
                            farthest(request.topology, request.operation.root, destinations));
}

Cycle way_to_root_bound(const BoundRequest& request) {
  return port_bound(times_of(request), divided_up(request.message_flits, ports_of(request)),
                    eccentricity(request.topology, request.operation.root));
}

Cycle reaching_bound(const BoundRequest& request, std::uint64_t nodes, std::uint64_t blocks) {
  return request.irc ? 0
                     : spreading_bound(times_of(request), nodes, ports_of(request),
                                       blocks == 1 ? request.message_flits : 1,
                                       nearest_hops(request.topology));
}

Cycle crossing_bound(const BoundRequest& request) {
  return request.topology.has_coordinates() ? bisection_bound(times_of(request), request.topology,
                                                              request.message_flits, request.duplex)
                                            : 0;
}

}  // namespace flitcast
