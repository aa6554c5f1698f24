#pragma once

#include <cstdint>
#include <optional>

#include "traffic/optimal/demand.h"
#include "traffic/optimal/hop_plan.h"
#include "traffic/optimal/search_limit.h"

namespace flitcast {

/// A schedule for chunks that are for one node each, on any network without switches: every node
/// sends those with the farthest way to go first, over any free link of a shortest path. Ties are
/// broken at random. Nothing where the limit is reached first.
std::optional<HopPlan> relay_schedule(const ChunkNetwork& network, const Demand& demand,
                                      std::uint64_t seed, const SearchLimit& limit);

}  // namespace flitcast
