#pragma once

#include <cstdint>
#include <vector>

#include "traffic/optimal/chunk_network.h"

namespace flitcast {

/// A link in a set of them that carry chunks side by side.
struct Carrier {
  ChunkTime from;  ///< when there is something to carry
  ChunkTime time;  ///< that a chunk takes
};

/// The first time by which the carriers, of which `most` work at a time, can have brought so many
/// chunks, the last one included; `kUnreached` without carriers. 0 for no chunks.
ChunkTime least_time(const std::vector<Carrier>& carriers, std::uint64_t most,
                     std::uint64_t chunks);

/// The links into the nodes that `inside` marks; with half duplex those across, a pair as one. What
/// starts at a node has something to carry from its time in `known_from` on.
std::vector<Carrier> carriers_into(const ChunkNetwork& network, const std::vector<bool>& inside,
                                   const std::vector<ChunkTime>& known_from);
/// All links; with half duplex a pair as one.
std::vector<Carrier> all_carriers(const ChunkNetwork& network,
                                  const std::vector<ChunkTime>& known_from);

}  // namespace flitcast
