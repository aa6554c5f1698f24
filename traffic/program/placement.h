#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "hw/topology/topology.h"

namespace flitcast {

/// The node of every rank of a program; no two ranks are on one node.
using Placement = std::vector<NodeId>;

/// Placements that have a name.
///
/// - identity: rank r is on node r.
/// - random: rank r is on the r-th of all processors, shuffled with a seed.
///
/// The others walk through a network with coordinates, and rank r is on the r-th node of the walk.
/// With sides s_0, s_1, … and node = c_0 + s_0·(c_1 + s_1·(c_2 + …)), so that hypercubes have s_i =
/// 2 and c_i is bit i:
///
/// - snake: with q_i = ⌊r / (s_0·…·s_{i−1})⌋ and digit = q_i mod s_i, c_i = digit where q_{i+1} =
///   ⌊q_i / s_i⌋ is even, s_i − 1 − digit where it is odd. Ranks that follow each other are
///   neighbours. This is the reflected Gray code of mixed radix.
/// - gray: the same under its name on hypercubes, where it comes to the node r ^ (r >> 1).
/// - hilbert: the Hilbert curve of the smallest cube of a side 2^k around the network, without what
///   is outside and sides of 1; the orders of Hamilton and Rau-Chaplin (Information Processing
///   Letters 105(5), 2008). Where all sides are 2^k, ranks that follow each other are neighbours.
enum class PlacementMap { kIdentity, kGray, kSnake, kHilbert, kRandom };

/// In the order of PlacementMap.
const std::vector<std::string_view>& placement_words();

/// Places `ranks` ranks, no more than the network has processors. Throws std::invalid_argument,
/// with what would be right, where the network has not what the map goes by.
Placement place_ranks(PlacementMap map, std::uint32_t ranks, const Topology& topology,
                      std::uint64_t seed);

}  // namespace flitcast
