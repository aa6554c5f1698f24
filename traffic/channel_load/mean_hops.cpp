#include "traffic/channel_load/mean_hops.h"

#include "traffic/channel_load/oblivious_routes.h"
#include "traffic/channel_load/route_tree.h"
#include "traffic/theory/distance.h"

namespace flitcast {

MeanHops::MeanHops(const Routing& routing)
    : routing_(routing), anywhere_(routing.shares().midpoint == Midpoint::kAnywhere) {
  if (anywhere_ && routing.topology().processors() <= kMostWithMidpoints) {
    look_at_midpoints();
  }
}

double MeanHops::of(NodeId source, NodeId destination) const {
  return anywhere_ && source != destination
             ? to_midpoints_[source] + from_midpoints_[destination]
             : static_cast<double>(route_length(routing_, source, destination));
}

double MeanHops::drawn(NodeId source, NodeId destination, SplitMix64& random) const {
  if (!anywhere_) {
    return static_cast<double>(route_length(routing_, source, destination));
  }
  std::vector<PortId> ports;
  std::vector<PortId> classes;
  routing_.draw()->append_route(source, destination, random.next(), ports, classes);
  return static_cast<double>(ports.size());
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
