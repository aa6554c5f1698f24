#pragma once

#include <cstdint>
#include <vector>

#include "hw/topology/base_route.h"
#include "hw/topology/topology.h"

namespace flitcast {

/// The ways of all processors, or their routers, to one of them where there is one way only. They
/// are a tree: what has come together stays together.
class RouteTree {
 public:
  /// Both must outlive it.
  RouteTree(const Topology& topology, const BaseRoute& way);

  /// The routes to another processor.
  void grow(NodeId destination);

  /// Nodes with a router on the routes but for that of the destination, those farther away first.
  const std::vector<NodeId>& nodes() const { return order_; }
  PortId port(NodeId node) const { return ports_[node]; }
  NodeId next(NodeId node) const { return next_[node]; }
  /// Links from a processor to the destination.
  std::uint32_t hops(NodeId node) const { return hops_[topology_.router_of(node)]; }

 private:
  void walk_from(NodeId node, NodeId destination);

  const Topology& topology_;
  const BaseRoute& way_of_headers_;
  std::vector<NodeId> next_;  // kNoNode: not on a route
  std::vector<PortId> ports_;
  std::vector<std::uint32_t> hops_;
  std::vector<NodeId> way_;    // scratch
  std::vector<NodeId> order_;  // descending hops
};

}  // namespace flitcast
