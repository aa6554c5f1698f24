#pragma once

#include "hw/routing/routing.h"
#include "traffic/schedule/schedule.h"

namespace flitcast {

/// Begins a message to a neighbour, over the link between the two.
void begin_hop(Round& round, NodeId from, NodeId to);

/// Begins a message along the base route.
void begin_unicast(Round& round, const Routing& routing, NodeId from, NodeId to);

/// The header of the message carries its route: all headers do, or the path is not the base route.
bool carries_route(const MessageView& message, const Routing& routing);

}  // namespace flitcast
