#include "traffic/play/round_in_flight.h"

#include "traffic/schedule/messages.h"

namespace flitcast {
const PortId* RoundInFlight::route(std::size_t message, const Routing& routing) const {
  const MessageView m = round[message];
  return carries_route(m, routing) ? m.ports.begin() : nullptr;
}

NodeId RoundInFlight::destination(const Arrival& arrival) const {
  const std::size_t first = messages[arrival.message].first_arrival;
  const auto place = static_cast<std::size_t>(&arrival - arrivals.data());
  return round[arrival.message].destinations[place - first];
}

}  // namespace flitcast
