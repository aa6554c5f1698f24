#include "traffic/schedule/messages.h"

namespace flitcast {

bool follows_base_route(const MessageView& message, const Routing& routing) {
  const NodeId last = message.destinations.back();
  const NodeId end = routing.topology().router_of(last);
  NodeId here = routing.topology().router_of(message.source);
  for (const PortId port : message.ports) {
    if (here == end || routing.next_port(here, last) != port) {
      return false;
    }
    here = message.topology->neighbour(here, port);
  }
  return true;
}

void begin_hop(Round& round, NodeId from, NodeId to) {
  round.begin(from);
  round.add_destination(to);
  round.add_hop(to);
}

void begin_unicast(Round& round, const Routing& routing, NodeId from, NodeId to) {
  round.begin(from);
  round.add_destination(to);
  round.add_base_route(routing, to);
}

}  // namespace flitcast
