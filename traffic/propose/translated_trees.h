#pragma once

#include <cstdint>
#include <optional>

#include "traffic/optimal/demand.h"
#include "traffic/propose/hop_clock.h"

namespace flitcast {

/// Whether adding a coordinate of every dimension, modulo its side, takes links to links: so on
/// hypercubes, rings and tori. Links must be alike, with full duplex.
bool has_translations(const ChunkNetwork& network);

/// A schedule of an all-gather on such a network: trees that spread the chunks of node 0, in which
/// no two hops of a time go in one direction, and the same trees from every other node. These share
/// no link then, so that only those of node 0 have to be found: at every time directions are
/// matched to nodes that lack a chunk, those first from which most can be reached. Ties are broken
/// at random.
HopPlan translated_trees(const ChunkNetwork& network, const Demand& demand, std::uint64_t seed);

}  // namespace flitcast
