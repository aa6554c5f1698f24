#pragma once

#include <cstdint>
#include <optional>

#include "traffic/optimal/demand.h"
#include "traffic/optimal/hop_plan.h"
#include "traffic/optimal/search_limit.h"

namespace flitcast {

/// A schedule for chunks that are not personal, on any network without switches: whenever links
/// are free, the node that lacks most by its links is brought the rarest chunks, a matching of its
/// links to different chunks. (TACOS: Won et al., MICRO 2024, matches links to chunks likewise.)
/// Nobody receives a chunk twice. Ties are broken at random. Nothing where the limit is reached
/// first.
std::optional<HopPlan> list_schedule(const ChunkNetwork& network, const Demand& demand,
                                     std::uint64_t seed, const SearchLimit& limit);

}  // namespace flitcast
