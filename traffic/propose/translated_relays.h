#pragma once

#include <cstdint>
#include <optional>

#include "traffic/optimal/demand.h"
#include "traffic/optimal/hop_plan.h"
#include "traffic/optimal/search_limit.h"

namespace flitcast {

/// A schedule of a complete exchange on a network that has translations: the ways of node 0's
/// chunks, all of them shortest, and the same ways from every other node. At every time directions
/// are matched to chunks, those with the farthest way to go first. Ties are broken at random.
/// Nothing where the limit is reached first.
std::optional<HopPlan> translated_relays(const ChunkNetwork& network, const Demand& demand,
                                         std::uint64_t seed, const SearchLimit& limit);

}  // namespace flitcast
