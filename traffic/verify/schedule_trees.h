#pragma once

#include <string>

#include "hw/network_config.h"
#include "traffic/schedule/schedule.h"

namespace flitcast {

/// How the worms of a schedule, of all its rounds, can wait for each other in a circle where some
/// fork; empty where they cannot. See circle_of_trees().
/// Precondition: the schedule has been verified.
std::string circle_of_worms(const Schedule& schedule, const Routing& routing,
                            const NetworkConfig& network);

}  // namespace flitcast
