#pragma once

#include <cstdint>
#include <vector>

#include "traffic/optimal/chunk_network.h"

namespace flitcast {

/// The nodes of a path, its sender first.
using WormPath = std::vector<NodeId>;
/// Worms, round by round.
using WormPlan = std::vector<std::vector<WormPath>>;

/// Rounds of a broadcast by worms that take any way and share no link: those that are to know next
/// are spread over the network, far from all that do, and a maximum flow over links of capacity one
/// finds ways from any that know. In `rounds` rounds, or as many more as it needs. The network has
/// full duplex. Ties are broken at random.
WormPlan flow_rounds(const ChunkNetwork& network, NodeId root, std::size_t rounds,
                     std::uint64_t seed);

}  // namespace flitcast
