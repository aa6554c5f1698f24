#pragma once

#include <cstdint>

#include "hw/topology.h"
#include "traffic/catalogue.h"

namespace flitcast {

// What rows share that run on every direct network, that is one in which all nodes are processors:
// on hypercubes and grids.

/// A hypercube, mesh, torus, ring or line of 2 nodes or more. Throws ParameterError.
void check_direct_network(const RowRequest& request);

/// Links on a shortest way between two nodes of a direct network, which base routing takes.
std::uint64_t hop_distance(const Topology& topology, NodeId from, NodeId to);

/// The longest way that a circular shift takes: the largest distance of the nodes v and
/// v + `shift` mod nodes of a direct network, for a shift of 1 … nodes − 1. On a naturally labelled
/// hypercube, where e-cube routing plays a shift without contention, n − γ(shift) with γ the number
/// of zeros that its binary digits end with (Grama et al. §4.6).
std::uint64_t longest_shift(const Topology& topology, NodeId shift);

}  // namespace flitcast
