#pragma once

#include <cstdint>
#include <vector>

#include "traffic/catalogue.h"

namespace flitcast {

/// Links of a shortest path between two nodes of a hypercube or grid.
std::int64_t distance(const Topology& topology, NodeId from, NodeId to);

/// Links to the node that is farthest from `node`, of a hypercube or grid.
std::int64_t eccentricity(const Topology& topology, NodeId node);

/// Links to the one of `nodes` that is farthest from `from`; 0 when there is none.
std::int64_t farthest(const Topology& topology, NodeId from, const std::vector<NodeId>& nodes);

/// The earliest end of an operation in which all μ flits of the request's message reach a node
/// `hops` links away, over `ports` ports on which they may come in pieces:
///   t_s + hops·t_d + ⌈μ/ports⌉·t_m
Cycle reach_bound(const RowRequest& request, const TimingModel& model, std::int64_t hops,
                  int ports = 1);

}  // namespace flitcast
