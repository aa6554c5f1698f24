#pragma once

#include "traffic/row/row.h"

namespace flitcast {

/// Cycles that an operation takes on the requested network and hardware at least, whatever the
/// algorithm and however its rounds overlap: what the busiest port has to carry; how fast knowledge
/// can spread from node to node, where a worm informs one node; how far something has to go from or
/// to the root; and what has to cross the middle of the network. With P ports the nodes that know
/// of a thing grow by a factor of P + 1 at most in the time of a start-up. Of the request neither
/// variant nor switching counts, nor what only some of the rows of the operation take.
Cycle lower_bound(const OperationKind& kind, const RowRequest& request, const TimingModel& model);

}  // namespace flitcast
