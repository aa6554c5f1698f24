#include "traffic/channel_load/route_tree.h"

#include <algorithm>

namespace flitcast {

RouteTree::RouteTree(const Topology& topology, const BaseRoute& way)
    : topology_(topology),
      way_of_headers_(way),
      next_(topology.nodes()),
      ports_(topology.nodes()),
      hops_(topology.nodes()) {}

void RouteTree::grow(NodeId destination) {
  std::fill(next_.begin(), next_.end(), kNoNode);
  order_.clear();
  const NodeId root = topology_.router_of(destination);
  next_[root] = root;
  hops_[root] = 0;
  for (NodeId node = 0; node < topology_.processors(); ++node) {
    walk_from(topology_.router_of(node), destination);
  }
  // By hops, descending, in linear time.
  std::vector<std::vector<NodeId>> levels;
  for (const NodeId node : order_) {
    if (hops_[node] >= levels.size()) {
      levels.resize(hops_[node] + 1);
    }
    levels[hops_[node]].push_back(node);
  }
  order_.clear();
  for (auto level = levels.rbegin(); level != levels.rend(); ++level) {
    order_.insert(order_.end(), level->begin(), level->end());
  }
}

// Up to where the routes are known.
void RouteTree::walk_from(NodeId node, NodeId destination) {
  way_.clear();
  NodeId at = node;
  while (next_[at] == kNoNode) {
    ports_[at] = way_of_headers_.next_port(at, destination);
    way_.push_back(at);
    next_[at] = topology_.neighbour(at, ports_[at]);
    at = next_[at];
  }
  std::uint32_t hops = hops_[at];
  for (auto back = way_.rbegin(); back != way_.rend(); ++back) {
    hops_[*back] = ++hops;
    order_.push_back(*back);
  }
}

}  // namespace flitcast
