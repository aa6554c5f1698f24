#pragma once

#include <cstdint>
#include <vector>

#include "traffic/optimal/chunk_network.h"

namespace flitcast {

/// A chunk that goes over a link.
struct Hop {
  ChunkTime start;
  LinkId link;
  std::uint32_t chunk;  ///< as the demand numbers it
};

/// A schedule in the model of hops.
struct HopPlan {
  ChunkTime time = 0;  ///< when the last chunk has arrived
  std::vector<Hop> hops;
};

}  // namespace flitcast
