// Complete binary trees of depth d. The processors are the leaves, 0 … 2^d − 1 from left to right.
// The other nodes are switches, numbered on from 2^d level by level towards the root, which comes
// last. Port 0 leads to the parent, 1 to the left child, 2 to the right one. Routes go up to the
// lowest common ancestor, then down.

#include <stdexcept>
#include <string>

#include "hw/topology/family.h"

namespace flitcast {
namespace {

constexpr std::uint32_t kMaxDepth = 15;  // 2^16 − 1 nodes
constexpr int kPorts = 3;                // parent, left and right child

// Level l above the leaves starts at 2^(d+1) − 2^(d+1−l). Half of that and 2^d make the start of
// the next level, so the parent of node v is 2^d + ⌊v/2⌋.
ChannelEnd end_of(const TopologyData& tree, NodeId node, PortId port) {
  if (port == 0) {
    return node + 1 == tree.nodes
               ? ChannelEnd{}
               : ChannelEnd{tree.processors + node / 2, static_cast<PortId>(1 + node % 2)};
  }
  return node < tree.processors ? ChannelEnd{}
                                : ChannelEnd{2 * (node - tree.processors) + port - 1, 0};
}

TopologyData build_tree(const TopologyFamily& /*self*/, const TopologySource& source) {
  const std::vector<std::uint32_t>& dims = source.dims;
  if (dims.size() != 1 || dims[0] > kMaxDepth) {
    throw std::invalid_argument("a tree takes its depth, 0 to " + std::to_string(kMaxDepth) +
                                ", not " + join_dims(dims));
  }
  TopologyData tree;
  tree.processors = NodeId{1} << dims[0];
  tree.nodes = 2 * tree.processors - 1;
  tree.ports = kPorts;
  tree.tree_depth = dims[0];
  tree.ends =
      tabulate_ends(tree, [&](NodeId node, PortId port) { return end_of(tree, node, port); });
  return tree;
}

class TreeRoute : public BaseRoute {
 public:
  explicit TreeRoute(NodeId nodes) : nodes_(nodes) {}

  // Counted from the root, whose number is then 1, the parent of node i is ⌊i/2⌋: the number of an
  // ancestor is a prefix of the node's own in binary, and the next bit says which child follows.
  PortId next_port(NodeId here, NodeId destination) const override {
    const NodeId from = nodes_ - here;
    const NodeId to = nodes_ - destination;
    const int levels_down = __builtin_clz(from) - __builtin_clz(to);
    if (levels_down <= 0 || to >> levels_down != from) {
      return 0;
    }
    const bool left = (to >> (levels_down - 1)) % 2 == 1;
    return left ? 1 : 2;
  }

 private:
  NodeId nodes_;
};

std::shared_ptr<const BaseRoute> routes_of_tree(const Topology& topology, RoutingOrder /*order*/) {
  return std::make_shared<TreeRoute>(topology.nodes());
}

}  // namespace

const TopologyFamily& tree_family() {
  static const TopologyFamily family = [] {
    TopologyFamily tree{};
    tree.word = "tree";
    tree.dims = "depth of a tree";
    tree.dims_range = "0 … 15";
    tree.dims_like = "6";
    tree.example = {4};
    tree.build = build_tree;
    tree.routes = routes_of_tree;
    return tree;
  }();
  return family;
}

}  // namespace flitcast
