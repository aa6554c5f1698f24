#pragma once

#include <algorithm>
#include <cstddef>

#include "hw/reference/reservations.h"
#include "hw/reference/staged_ports.h"
#include "hw/reference/worm_rules.h"

namespace flitcast::reference {

/// Route computation: a header in front learns what it wants.
///
/// It is in front when it has come and the tail before it has left in an earlier cycle
/// (store-and-forward, from link to link: when its tail has come). Trees that are reserved wait
/// here for their turn.
class RouteStage {
 public:
  /// `reservations` are null where trees take channels as they come.
  RouteStage(const StagedPorts& ports, const WormRules& rules, Reservations* reservations)
      : ports_(ports), rules_(rules), reservations_(reservations) {}

  /// Whether a header stands there that has no output, and the VC allocator decides about it now.
  bool is_due(const Place& place, Clock& clock) const {
    Input& input = *place.input;
    if (input.to != nullptr || input.buffer.empty()) {
      return false;
    }
    const bool first_look = !input.routed;
    rules_.route(input);
    if (rules_.there_from(input) == kNever) {
      return false;
    }
    const Message& message = *input.buffer.front().message;
    const bool reserves = reservations_ != nullptr && message.posted.tree != nullptr &&
                          input.port >= ports_.network_ports;
    if (reserves && first_look) {
      reservations_->ask(message, clock);
    }
    const Cycle from = std::max(rules_.there_from(input), place.in_front_from) +
                       ports_.delays_to(input.wants_local).vc_decision;
    clock.expect(from);
    if (from > clock.now()) {
      return false;
    }
    const bool may_go = !reserves || reservations_->may_go(message, clock);
    if (!may_go) {
      block(input, clock);
    }
    return may_go;
  }

  /// A header that is due gets no virtual channel.
  static void block(Input& input, const Clock& clock) {
    input.block(input.wants_local ? WaitCause::kPort : WaitCause::kContention, clock);
  }

 private:
  const StagedPorts& ports_;
  const WormRules& rules_;
  Reservations* reservations_;
};

}  // namespace flitcast::reference
