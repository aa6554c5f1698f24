#pragma once

#include <cstdint>

#include "traffic/row/row.h"

namespace flitcast {

// Prefix sums and barriers for any number of nodes: in every round some nodes send what they have
// summed up so far, each to one other, who adds it.

/// Whom `node` of `nodes` sends to in a round, or kNoNode.
using SumTarget = NodeId (*)(NodeId nodes, std::uint64_t round, NodeId node);

/// All messages of the rounds along base routes, with block (0, everyone). Nobody has more than one
/// sender in a round.
void lay_sums(const Routing& routing, std::uint64_t rounds, SumTarget target, Schedule& schedule);

/// What the rounds cost without contention: in each of them a message goes the longest way.
Coefficients sum_cost(const RowRequest& request, std::uint64_t rounds, SumTarget target);

}  // namespace flitcast
