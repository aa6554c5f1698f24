#include "traffic/play/round_in_flight.h"

namespace flitcast {

NodeId RoundInFlight::destination(const Arrival& arrival) const {
  const std::size_t first = messages[arrival.message].first_arrival;
  const auto place = static_cast<std::size_t>(&arrival - arrivals.data());
  return round[arrival.message].destinations[place - first];
}

}  // namespace flitcast
