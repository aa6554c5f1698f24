#pragma once

#include <vector>

#include "hw/routing/routing.h"
#include "traffic/worms/worm_instance.h"

namespace flitcast {

/// The base route from every processor to every other one.
std::vector<WormWay> base_ways(const Routing& routing);

/// All shortest ways between processors. Throws std::length_error where there are too many.
std::vector<WormWay> shortest_ways(const Topology& topology);

}  // namespace flitcast
