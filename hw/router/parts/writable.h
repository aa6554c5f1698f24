#pragma once

#include <cstddef>

#include "hw/router/parts/input_vc.h"
#include "hw/types.h"

namespace flitcast {

/// Slots behind an output virtual channel that may be written at `now`.
inline std::size_t writable(const OutputVc& out, Cycle now) {
  const VirtualChannel& channel = *out.channel;
  if (const LinkFlowControl* const flow_control = out.link->flow_control()) {
    return static_cast<std::size_t>(flow_control->free_slots(out.vc, now));
  }
  if (!channel.is_open()) {
    return channel.capacity();
  }
  const std::size_t empty = channel.allocated() - channel.occupancy();
  std::size_t credits = 0;
  while (credits < empty && channel.credit_time(credits) <= now) {
    ++credits;
  }
  return channel.capacity() - channel.allocated() + credits;
}

/// Whether so many may be, as far as its writer knows.
inline bool has_room(const OutputVc& out, std::size_t flits, Cycle now) {
  const LinkFlowControl* const flow_control = out.link->flow_control();
  return out.channel->has_room(flits, now) &&
         (flow_control == nullptr || flow_control->free_slots(out.vc, now) > 0);
}

}  // namespace flitcast
