#pragma once

#include <cstdint>

#include "traffic/row/row.h"

namespace flitcast {

// What pipelines share that cut a message into traffic.segments equal pieces and send one piece a
// message.

/// The blocks of the schedule become the pieces of μ flits.
void cut_into_segments(const RowRequest& request, Schedule& schedule);

/// What `rounds` rounds of messages of one piece cost, when the longest ways of the rounds add up
/// to `hops` links.
Coefficients segmented_cost(const RowRequest& request, std::int64_t rounds, std::int64_t hops);

}  // namespace flitcast
