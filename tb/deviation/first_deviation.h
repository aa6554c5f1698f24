#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "tb/deviation/router_log.h"

namespace flitcast {

/// Where the pins of a router are not what those of the model are. Up to there all routers of the
/// network had the same on all pins.
struct Deviation {
  Cycle at = 0;
  NodeId node = 0;
  bool is_credit = false;
  int pin = 0;  ///< the output port; of a credit the input virtual channel
  /// What the model has there at `at`, and what the router has; one of them at least. Of credits
  /// nothing but the time is known.
  std::optional<FlitEvent> expected, got;
};

/// The first one; where several are in one cycle, flits before credits and low nodes and pins
/// first. Empty where the runs are equal. `flits_alone`: credits are not looked at.
std::optional<Deviation> first_deviation(const RouterLog& model, const RouterLog& router,
                                         bool flits_alone = false);

/// The rule of the timing contract that a first deviation breaks, in words; empty where that cannot
/// be told.
std::string broken_rule(const Deviation& deviation, const RouterLog& model,
                        const RouterLog& router);

}  // namespace flitcast
