#pragma once

#include <vector>

#include "traffic/schedule/schedule.h"
#include "traffic/worms/planned_rounds.h"

namespace flitcast {

/// The rounds of a schedule of the instance's operation; the topology must outlive them.
std::vector<Round> rounds_of(const Topology& topology, const WormInstance& instance,
                             const PlannedRounds& plan);

/// The rounds of an all-reduce, by a plan of an all-gather: that backwards, which adds up part p of
/// the vector at node p, and then as it is. Nobody receives anything twice, nor adds it.
std::vector<Round> all_reduce_rounds(const Topology& topology, const PlannedRounds& plan);

}  // namespace flitcast
