#pragma once

#include <vector>

#include "traffic/optimal/chunk_network.h"

namespace flitcast {

/// Whether adding a coordinate of every dimension, modulo its side, takes links to links: so on
/// hypercubes, rings and tori. Links must be alike, with full duplex.
///
/// Hops of node 0's data, no two of which go in one direction at a time, share no link with the
/// same hops of every other node's then.
bool has_translations(const ChunkNetwork& network);

/// The links of every direction, those that leave node 0, by the nodes that they leave.
using Directions = std::vector<std::vector<LinkId>>;
/// Empty where some node has other links.
Directions directions_of(const ChunkNetwork& network);

/// Where a translation by `b` takes node `a`.
NodeId sum_of(const Topology& topology, NodeId a, NodeId b);

}  // namespace flitcast
