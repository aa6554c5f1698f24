#include "traffic/channel_load/mean_hops.h"

#include <cstdint>

#include "traffic/channel_load/oblivious_routes.h"
#include "traffic/channel_load/route_tree.h"
#include "traffic/theory/distance.h"

namespace flitcast {

MeanHops::MeanHops(const Routing& routing)
    : routing_(routing), anywhere_(routing.shares().midpoint == Midpoint::kAnywhere) {
  if (anywhere_ && routing.base().midpoints() == 0 &&
      routing.topology().processors() <= kMostWithMidpoints) {
    look_at_midpoints();
  }
}

double MeanHops::of(NodeId source, NodeId destination) const {
  if (anywhere_ && routing_.base().midpoints() > 0) {
    return by_named_midpoints(source, destination);
  }
  if (anywhere_ && source != destination) {
    return to_midpoints_[source] + from_midpoints_[destination];
  }
  return on_ways(source, destination);
}

double MeanHops::drawn(NodeId source, NodeId destination, SplitMix64& random) const {
  if (!anywhere_) {
    return on_ways(source, destination);
  }
  std::vector<PortId> ports;
  std::vector<PortId> classes;
  routing_.draw()->append_route(source, destination, random.next(), ports, classes);
  return static_cast<double>(ports.size());
}

double MeanHops::on_ways(NodeId source, NodeId destination) const {
  const RouteShares& shares = routing_.shares();
  if (routing_.draw() == nullptr || !shares.known() || shares.midpoint != Midpoint::kNone) {
    return static_cast<double>(route_length(routing_, source, destination));
  }
  std::int64_t hops = 0;
  for (const auto& way : shares.ways) {
    for (NodeId here = source; here != destination; ++hops) {
      here = routing_.topology().neighbour(here, way->next_port(here, destination));
    }
  }
  return static_cast<double>(hops) / static_cast<double>(shares.ways.size());
}

double MeanHops::by_named_midpoints(NodeId source, NodeId destination) const {
  const Topology& topology = routing_.topology();
  const BaseRoute& base = routing_.base();
  const NodeId router = topology.router_of(source);
  const NodeId end = topology.router_of(destination);
  if (router == end) {
    return 0;
  }
  const auto [mean, is_new] = means_.try_emplace(std::uint64_t{router} << 32U | end, 0);
  for (NodeId number = 0; is_new && number < base.midpoints(); ++number) {
    const NodeId midpoint = base.midpoint(router, number);
    const std::int64_t hops =
        route_length(routing_, router, midpoint) + route_length(routing_, midpoint, end);
    mean->second += static_cast<double>(hops) / base.midpoints();
  }
  return mean->second;
}

void MeanHops::look_at_midpoints() {
  const NodeId nodes = routing_.topology().nodes();
  RouteTree tree(routing_.topology(), routing_.base());
  to_midpoints_.assign(nodes, 0);
  from_midpoints_.assign(nodes, 0);
  for (NodeId end = 0; end < nodes; ++end) {
    tree.grow(end);
    for (NodeId node = 0; node < nodes; ++node) {
      const double share = static_cast<double>(tree.hops(node)) / nodes;
      to_midpoints_[node] += share;
      from_midpoints_[end] += share;
    }
  }
}

}  // namespace flitcast
