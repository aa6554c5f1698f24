#pragma once

#include <cstdint>

#include "traffic/schedule/schedule.h"

namespace flitcast {

/// One message at one of its destinations, with its history in cycles.
struct Delivery {
  std::uint64_t id;  ///< number of the message in the schedule, from 0
  std::uint64_t round;
  NodeId source;
  NodeId destination;
  std::uint64_t hops;
  std::uint64_t flits;  ///< payload
  Cycle issued;         ///< start-up begins
  Cycle injected;       ///< header enters the injection channel
  Cycle head_arrived;   ///< header is in the memory of the destination
  Cycle tail_arrived;   ///< last word is in the memory of the destination
  PathNodes path;       ///< of the whole worm
};

/// Receives every delivery, in the order of rounds, message ids and destinations along the path.
class DeliverySink {
 public:
  virtual ~DeliverySink() = default;
  virtual void delivered(const Delivery& delivery) = 0;
};

}  // namespace flitcast
