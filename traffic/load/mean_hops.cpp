#include "traffic/load/mean_hops.h"

#include <cstddef>
#include <cstdint>

#include "traffic/load/oblivious_routes.h"
#include "traffic/load/route_tree.h"
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
             ? means_[std::size_t{source} * routing_.topology().nodes() + destination]
             : static_cast<double>(route_length(routing_, source, destination));
}

double MeanHops::drawn(NodeId source, NodeId destination, SplitMix64& random) const {
  if (!anywhere_) {
    return static_cast<double>(route_length(routing_, source, destination));
  }
  std::vector<PortId> ports;
  routing_.draw()->append_route(source, destination, random.next(), ports);
  return static_cast<double>(ports.size());
}

// To a midpoint and on is as far as from source and to destination on average, less the way from
// the destination to the midpoint and back where that lies behind it.
void MeanHops::look_at_midpoints() {
  const NodeId nodes = routing_.topology().nodes();
  RouteTree tree(routing_.topology(), routing_.base());
  std::vector<std::uint16_t> hops;  // destination-major
  std::vector<double> to_all(nodes, 0);
  std::vector<double> from_all(nodes, 0);
  for (NodeId end = 0; end < nodes; ++end) {
    tree.grow(end);
    for (NodeId node = 0; node < nodes; ++node) {
      hops.push_back(static_cast<std::uint16_t>(tree.hops(node)));
      to_all[node] += tree.hops(node);
      from_all[end] += tree.hops(node);
    }
  }
  means_.assign(std::size_t{nodes} * nodes, 0);
  for (NodeId midpoint = 0; midpoint < nodes; ++midpoint) {
    tree.grow(midpoint);
    for (const NodeId source : tree.nodes()) {
      for (NodeId at = tree.next(source); at != midpoint; at = tree.next(at)) {
        means_[std::size_t{source} * nodes + at] -=
            tree.hops(at) + hops[std::size_t{at} * nodes + midpoint];
      }
    }
  }
  for (NodeId source = 0; source < nodes; ++source) {
    for (NodeId end = 0; end < nodes; ++end) {
      double& mean = means_[std::size_t{source} * nodes + end];
      mean = (mean + to_all[source] + from_all[end]) / nodes;
    }
  }
}

}  // namespace flitcast
