#pragma once

#include <cstdint>

#include "hw/routing/routing.h"
#include "traffic/schedule/schedule.h"

namespace flitcast {

/// One round in which every node sends `messages_per_node` messages of `message_flits` (>= 1) flits
/// to nodes drawn uniformly from all others, along base routes. The same seed gives the same
/// messages everywhere. The messages of a node stand together, in the order in which it sends them.
/// The schedule refers to `routing`. Throws std::invalid_argument when there is no other node.
Schedule random_unicasts(const Topology& topology, const Routing& routing, std::uint64_t seed,
                         std::uint32_t messages_per_node, std::uint32_t message_flits);

}  // namespace flitcast
