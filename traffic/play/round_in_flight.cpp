#include "traffic/play/round_in_flight.h"

#include <algorithm>
#include <limits>

namespace flitcast {
namespace {

constexpr std::size_t kBaseRoute = std::numeric_limits<std::size_t>::max();

bool follows_base_route(const MessageView& message, const Routing& routing) {
  const NodeId last = message.path.back();
  for (std::size_t hop = 0; hop < message.hops(); ++hop) {
    const NodeId here = message.path[hop];
    const PortId port = routing.next_port(here, last);
    if (routing.topology().neighbour(here, port) != message.path[hop + 1]) {
      return false;
    }
  }
  return true;
}

}  // namespace

void RoundInFlight::plan_routes(const Routing& routing, bool all) {
  route_ports_.clear();
  route_of_.assign(round.size(), kBaseRoute);
  for (std::size_t i = 0; i < round.size(); ++i) {
    const MessageView message = round[i];
    if (!all && (message.base_route || follows_base_route(message, routing))) {
      continue;
    }
    route_of_[i] = route_ports_.size();
    for (std::size_t hop = 0; hop < message.hops(); ++hop) {
      route_ports_.push_back(
          routing.topology().port_towards(message.path[hop], message.path[hop + 1]));
    }
  }
}

const PortId* RoundInFlight::route(std::size_t message) const {
  return route_of_[message] == kBaseRoute ? nullptr : route_ports_.data() + route_of_[message];
}

NodeId RoundInFlight::destination(const Arrival& arrival) const {
  const std::size_t first = messages[arrival.message].first_arrival;
  const auto place = static_cast<std::size_t>(&arrival - arrivals.data());
  return round[arrival.message].destinations[place - first];
}

std::uint64_t RoundInFlight::hops(const Arrival& arrival) const {
  const MessageView message = round[arrival.message];
  const NodeId* place =
      std::find(message.path.begin() + 1, message.path.end(), destination(arrival));
  return static_cast<std::uint64_t>(place - message.path.begin());
}

}  // namespace flitcast
