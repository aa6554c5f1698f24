#pragma once

#include <cstdint>
#include <vector>

#include "hw/flit.h"
#include "hw/types.h"

namespace flitcast {

/// A flit at a pin of a router.
struct FlitEvent {
  Cycle at = 0;
  std::uint64_t message = 0;
  std::uint32_t sequence = 0;  ///< payload: its index in the message
  std::uint16_t kind = flit_kind::kNone;
  std::uint16_t vc = 0;

  bool is(std::uint16_t flit_kind) const { return (kind & flit_kind) != 0; }
};

/// Whether they are the same flit, on the same virtual channel, at the same time. A header is known
/// by its message.
bool same_event(const FlitEvent& a, const FlitEvent& b);

/// What happens in a cycle of a run.
struct LogEntry {
  enum class What : std::uint8_t {
    kArrival,     ///< a flit comes to an input virtual channel of a router
    kSend,        ///< one leaves by an output port
    kCredit,      ///< one has left an input virtual channel
    kMessageEnd,  ///< the tail of a message is at a destination
  };

  What what = What::kArrival;
  NodeId node = 0;
  int pin = 0;          ///< port; of arrivals and credits port·vcs + vc
  FlitEvent flit = {};  ///< of credits the time alone, of ends of messages the message
  Cycle cycles = 0;     ///< of the message, since its header entered the network
};
/// Of one cycle, by what, node, and pin.
using LogEntries = std::vector<LogEntry>;

}  // namespace flitcast
