#pragma once

#include <vector>

#include "traffic/schedule/schedule.h"
#include "traffic/worms/planned_rounds.h"

namespace flitcast {

/// The rounds of a schedule of the instance's operation; the topology must outlive them.
std::vector<Round> rounds_of(const Topology& topology, const WormInstance& instance,
                             const PlannedRounds& plan);

}  // namespace flitcast
