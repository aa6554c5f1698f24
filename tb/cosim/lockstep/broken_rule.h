#pragma once

#include <optional>

#include "tb/cosim/lockstep/router_history.h"
#include "tb/measures/lockstep_result.h"

namespace flitcast::cosim {

/// The first mismatch of a router in a flit, with what rules ask for.
struct FlitMismatch {
  Cycle at;
  int port;
  bool is_network;  ///< the port leads to another router
  Cycle delay;      ///< of headers in the router
  Cycle interval;   ///< cycles per flit of the port
  std::optional<FlitEvent> expected, got;
  RouterHistory before;  ///< of the model
  /// The next flit that the model sends by the port, from the mismatch on; nothing: none.
  std::optional<FlitEvent> next_of_model;
  /// When the router sends the header there that the model sends at the mismatch; nothing: never.
  std::optional<Cycle> sent_at;
};

/// The rule of the timing contract that it breaks.
BrokenRule broken_rule(const FlitMismatch& mismatch);

}  // namespace flitcast::cosim
