#pragma once

#include <cstdint>
#include <functional>
#include <queue>
#include <tuple>
#include <vector>

#include "hw/types.h"

namespace flitcast {

/// What is to be told of packets, by date: interfaces may know it earlier.
class NetworkEvents {
 public:
  static constexpr Cycle kNever = INT64_MAX;

  struct Event {
    enum Kind : std::uint8_t { kSent, kArrived };
    Cycle at;
    Kind kind;
    NodeId node;           ///< source or destination
    std::uint64_t number;  ///< of the packet
    PacketHandle packet;
    bool operator>(const Event& other) const {
      return std::tie(at, kind, node, number) >
             std::tie(other.at, other.kind, other.node, other.number);
    }
  };

  /// The date of the first one; kNever where there is none.
  Cycle next() const { return events_.empty() ? kNever : events_.top().at; }
  void add(const Event& event) { events_.push(event); }
  /// Those of a cycle come by kind, node and number. Precondition: there is one.
  Event take() {
    const Event event = events_.top();
    events_.pop();
    return event;
  }

 private:
  std::priority_queue<Event, std::vector<Event>, std::greater<>> events_;
};

}  // namespace flitcast
