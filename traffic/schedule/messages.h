#pragma once

#include "hw/routing/routing.h"
#include "traffic/schedule/schedule.h"

namespace flitcast {

/// Begins a message to a neighbour, over the link between the two.
void begin_hop(Round& round, NodeId from, NodeId to);

/// Begins a message along the base route.
void begin_unicast(Round& round, const Routing& routing, NodeId from, NodeId to);

/// Whether the path of the message is the base route, found by walking.
bool follows_base_route(const MessageView& message, const Routing& routing);

/// The header of the message carries its route: all headers do, or the path is not the base route.
inline bool carries_route(const MessageView& message, const Routing& routing) {
  return routing.in_headers() || !(message.base_route || follows_base_route(message, routing));
}

/// The message takes a way that is drawn when it is posted, instead of its path: routing draws
/// routes, the path is the base route, and there is one destination.
inline bool draws_route(const MessageView& message, const Routing& routing) {
  return routing.draw() != nullptr && message.destinations.size() == 1 &&
         (message.base_route || follows_base_route(message, routing));
}

}  // namespace flitcast
