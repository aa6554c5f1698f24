#pragma once

#include <cstddef>
#include <vector>

#include "hw/routing/routing.h"

namespace flitcast {

/// A tree that spans the nodes 0 … N − 1 of a network, known by the parents of its nodes. Finds
/// where the path from the root to a node is after some hops in O(log depth).
class RootedTree {
 public:
  /// `parents` of all nodes; the root is its own.
  explicit RootedTree(std::vector<NodeId> parents);

  std::size_t nodes() const { return depths_.size(); }
  /// Links from the root to `node`.
  NodeId depth(NodeId node) const { return depths_[node]; }
  NodeId parent(NodeId node) const { return ancestors_[0][node]; }
  /// The node on the path from the root to `node` that is `depth` <= depth(node) links from the
  /// root.
  NodeId ancestor(NodeId node, NodeId depth) const;

 private:
  void measure(NodeId node);

  std::vector<std::vector<NodeId>> ancestors_;  // [k][node]: 2^k links up, or the root
  std::vector<NodeId> depths_;
};

/// The tree of the base routes from `root` to all nodes of a hypercube or grid.
RootedTree base_route_tree(const Routing& routing, NodeId root);

}  // namespace flitcast
