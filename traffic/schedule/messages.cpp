#include "traffic/schedule/messages.h"

namespace flitcast {

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
