#include "traffic/play/round_in_flight.h"

namespace flitcast {
namespace {

bool follows_base_route(const MessageView& message, const Routing& routing) {
  const NodeId last = message.destinations.back();
  NodeId here = message.source;
  for (const PortId port : message.ports) {
    if (here == last || routing.next_port(here, last) != port) {
      return false;
    }
    here = message.topology->neighbour(here, port);
  }
  return true;
}

}  // namespace

const PortId* RoundInFlight::route(std::size_t message, const Routing& routing, bool all) const {
  const MessageView m = round[message];
  const bool base_route = m.base_route || follows_base_route(m, routing);
  return all || !base_route ? m.ports.begin() : nullptr;
}

NodeId RoundInFlight::destination(const Arrival& arrival) const {
  const std::size_t first = messages[arrival.message].first_arrival;
  const auto place = static_cast<std::size_t>(&arrival - arrivals.data());
  return round[arrival.message].destinations[place - first];
}

}  // namespace flitcast
