#pragma once

#include "traffic/row.h"

namespace flitcast {

/// Cycles that the row's operation takes for the request at least, whatever the algorithm, on nodes
/// with the request's ports: what the busiest port has to carry; how fast knowledge can spread from
/// node to node, where a worm informs one node; how far something has to go from or to the root;
/// and what has to cross the middle of the network. With P ports the nodes that know of a thing
/// grow by a factor of P + 1 at most in the time of a start-up. Of the row's model duplex and IRC
/// count.
Cycle lower_bound(const Row& row, const RowRequest& request, const TimingModel& model);

}  // namespace flitcast
