#pragma once

#include <vector>

#include "hw/routing/routing.h"
#include "hw/worm_tree.h"

namespace flitcast {

/// The nodes of a grid between two corners: in every dimension from the coordinate of `first` up to
/// that of `last`, round the ring where that is lower.
struct Rectangle {
  NodeId first;
  NodeId last;
};

/// Ascending along dimension 0, then along the next ones. Throws std::invalid_argument where there
/// are no coordinates, where a corner is not of the network of the other one, and where a line that
/// is no ring ends before `last`.
std::vector<NodeId> nodes_of(const Topology& topology, const Rectangle& rectangle);

/// The way of a broadcast from `source` along the base routes to all `destinations`: a spine along
/// the dimension that these take first, from which branches leave along the others. Every node is
/// as many links from the source as by a message of its own. Throws std::invalid_argument where
/// such routes part and meet again.
WormTree tree_to(const Routing& routing, NodeId source, const std::vector<NodeId>& destinations);
/// The same to all others of a rectangle. Throws std::invalid_argument as above, and where there
/// are none.
WormTree rectangle_tree(const Routing& routing, NodeId source, const Rectangle& rectangle);

}  // namespace flitcast
