#pragma once

#include <cstdint>
#include <string_view>

#include "traffic/row/row.h"

namespace flitcast {

// What pipelines share that cut a message into traffic.segments equal pieces and send one piece a
// message.

/// A schedule of `rounds` rounds for the whole network whose blocks are the pieces of μ flits.
Schedule segmented_schedule(const RowRequest& request, std::string_view algorithm,
                            OperationKind kind, std::uint64_t rounds);

/// What `rounds` rounds of messages of one piece cost, when the longest ways of the rounds add up
/// to `hops` links.
Coefficients segmented_cost(const RowRequest& request, std::int64_t rounds, std::int64_t hops);

}  // namespace flitcast
