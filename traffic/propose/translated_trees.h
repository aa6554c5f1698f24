#pragma once

#include <cstdint>
#include <optional>

#include "traffic/optimal/demand.h"
#include "traffic/optimal/hop_plan.h"
#include "traffic/optimal/search_limit.h"

namespace flitcast {

/// A schedule of an all-gather on a network that has translations: trees that spread the chunks of
/// node 0, in which no two hops of a time go in one direction, and the same trees from every other
/// node. These share no link then, so that only those of node 0 have to be found: at every time
/// directions are matched to nodes that lack a chunk, those first from which most can be reached.
/// Ties are broken at random. Nothing where the limit is reached first.
std::optional<HopPlan> translated_trees(const ChunkNetwork& network, const Demand& demand,
                                        std::uint64_t seed, const SearchLimit& limit);

}  // namespace flitcast
