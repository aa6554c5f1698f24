#include "traffic/messages.h"

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

void begin_covering_worm(Round& round, const Routing& routing, NodeId from, NodeId last) {
  round.begin(from);
  round.add_base_route(routing, last);
  const Span<NodeId> path = round[round.size() - 1].path;
  for (std::size_t hop = 1; hop < path.size(); ++hop) {
    round.add_destination(path[hop]);
  }
}

}  // namespace flitcast
