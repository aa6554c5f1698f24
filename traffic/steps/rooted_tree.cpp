#include "traffic/steps/rooted_tree.h"

#include <algorithm>
#include <utility>

namespace flitcast {
namespace {

constexpr NodeId kUnknown = kNoNode;

/// Back over the last link of the base route to `node`, which is along the last dimension in which
/// it differs from the root: the sense is that of a route along this dimension alone.
NodeId base_route_parent(const Routing& routing, NodeId root, NodeId node) {
  const Topology& topology = routing.topology();
  const int dimensions = topology.dimensions();
  for (int i = 0; i < dimensions; ++i) {
    const int d = routing.order() == RoutingOrder::kAscending ? dimensions - 1 - i : i;
    const NodeId start = topology.with_coordinate(node, d, topology.coordinate(root, d));
    if (start != node) {
      const PortId port = routing.next_port(start, node);
      return topology.neighbour(node, topology.entry_port(start, port));
    }
  }
  return root;
}

}  // namespace

RootedTree::RootedTree(std::vector<NodeId> parents) : depths_(parents.size(), kUnknown) {
  ancestors_.push_back(std::move(parents));
  for (NodeId node = 0; node < nodes(); ++node) {
    measure(node);
  }
  const NodeId deepest = *std::max_element(depths_.begin(), depths_.end());
  for (NodeId links = 2; links <= deepest; links *= 2) {
    const std::vector<NodeId>& half = ancestors_.back();
    std::vector<NodeId> whole(nodes());
    std::transform(half.begin(), half.end(), whole.begin(), [&](NodeId at) { return half[at]; });
    ancestors_.push_back(std::move(whole));
  }
}

void RootedTree::measure(NodeId node) {
  std::vector<NodeId> unknown;
  for (; depths_[node] == kUnknown; node = parent(node)) {
    if (parent(node) == node) {
      depths_[node] = 0;
      break;
    }
    unknown.push_back(node);
  }
  for (std::size_t i = unknown.size(); i-- > 0;) {
    depths_[unknown[i]] = depths_[parent(unknown[i])] + 1;
  }
}

NodeId RootedTree::ancestor(NodeId node, NodeId depth) const {
  const NodeId links = depths_[node] - depth;
  for (std::size_t k = 0; links >> k != 0; ++k) {
    if ((links >> k & 1U) != 0) {
      node = ancestors_[k][node];
    }
  }
  return node;
}

RootedTree base_route_tree(const Routing& routing, NodeId root) {
  std::vector<NodeId> parents(routing.topology().nodes());
  for (NodeId node = 0; node < routing.topology().nodes(); ++node) {
    parents[node] = base_route_parent(routing, root, node);
  }
  return RootedTree(std::move(parents));
}

}  // namespace flitcast
