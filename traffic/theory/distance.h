#pragma once

#include <cstdint>
#include <vector>

#include "hw/routing/routing.h"

namespace flitcast {

/// Links of a shortest path between two nodes.
std::int64_t distance(const Topology& topology, NodeId from, NodeId to);

/// Links of the base route between two processors; a shortest path where there are coordinates.
std::int64_t route_length(const Routing& routing, NodeId from, NodeId to);

/// Links to every node, or its router, or from there.
std::vector<std::int64_t> distances_from(const Topology& topology, NodeId source);
std::vector<std::int64_t> distances_to(const Topology& topology, NodeId target);

/// Links to the processor that is farthest from `node`.
std::int64_t eccentricity(const Topology& topology, NodeId node);

/// Links between the two processors that are nearest to each other; 0 where there is one, or
/// several are at a router.
std::int64_t nearest_processors(const Topology& topology);

/// The longest way that a circular shift takes: the longest base route between the processors v and
/// v + `shift` mod processors, for a shift of 1 … processors − 1. On a naturally labelled
/// hypercube, where e-cube routing plays a shift without contention, n − γ(shift) with γ the number
/// of zeros that its binary digits end with (Grama et al. §4.6).
std::int64_t longest_shift(const Routing& routing, NodeId shift);

/// Links of a line along every dimension of a grid, in all: Σ(z_i − 1).
std::int64_t links_of_lines(const Topology& grid);

}  // namespace flitcast
