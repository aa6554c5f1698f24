#pragma once

#include <cstdint>

#include "traffic/optimal/chunk_network.h"

namespace flitcast {

/// How long a round is best, in units of a network without rounds: so that the node whose links
/// bring the least has received `chunks` chunks the soonest. A link carries as many in a round as
/// fit; where links differ, what does not fit is lost, and no round is shorter than the slowest one
/// takes. Rounds of up to 16 times that are tried.
ChunkTime best_round(const ChunkNetwork& network, std::uint64_t chunks);

}  // namespace flitcast
