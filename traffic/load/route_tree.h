#pragma once

#include <cstdint>
#include <vector>

#include "hw/routing/routing.h"

namespace flitcast {

/// The base routes of all processors to one of them, which are a tree: what has come together stays
/// together.
class RouteTree {
 public:
  /// `routing` must outlive it.
  explicit RouteTree(const Routing& routing);

  /// The routes to another processor.
  void grow(NodeId destination);

  /// Nodes on the routes but for the destination, those farther away first.
  const std::vector<NodeId>& nodes() const { return order_; }
  PortId port(NodeId node) const { return ports_[node]; }
  NodeId next(NodeId node) const { return next_[node]; }
  /// Links from a processor to the destination.
  std::uint32_t hops(NodeId node) const { return hops_[node]; }

 private:
  void walk_from(NodeId node, NodeId destination);

  const Routing& routing_;
  std::vector<NodeId> next_;  // kNoNode: not on a route
  std::vector<PortId> ports_;
  std::vector<std::uint32_t> hops_;
  std::vector<NodeId> way_;    // scratch
  std::vector<NodeId> order_;  // descending hops
};

}  // namespace flitcast
