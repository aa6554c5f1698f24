#pragma once

#include "traffic/catalogue.h"

namespace flitcast {

/// The bound of an operation where the row has no sharper one of its own: what the busiest port has
/// to carry, how fast knowledge can spread from node to node over the row's ports, and the longest
/// way that something has to go. With P ports the nodes that know of a thing grow by a factor of
/// P + 1 at most in the time of a start-up; where worms inform many nodes, only the way is left.
Cycle operation_bound(const Row& row, const RowRequest& request, const TimingModel& model);

}  // namespace flitcast
