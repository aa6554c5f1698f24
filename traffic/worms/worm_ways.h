#pragma once

#include <vector>

#include "hw/routing/routing.h"
#include "traffic/worms/worm_instance.h"

namespace flitcast {

// Ways are in the order of the nodes that they begin at, then of those that they end at; those from
// one node to another in the order of the nodes that they pass.

/// The base route from every processor to every other one.
std::vector<WormWay> base_ways(const Routing& routing);

/// All shortest ways between processors. Throws std::length_error where there are too many.
std::vector<WormWay> shortest_ways(const Topology& topology);

/// Each of them backwards.
void turn_ways(std::vector<WormWay>& ways);

/// Those between nodes that nobody of a multicast is at go.
void keep_ways_of_members(WormInstance& instance);

}  // namespace flitcast
