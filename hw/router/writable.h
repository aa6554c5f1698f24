#pragma once

#include <cstddef>

#include "hw/fast/input_vc.h"
#include "hw/link/shared_slots.h"
#include "hw/types.h"

namespace flitcast {

/// Slots behind an output virtual channel that may be written at `now`.
inline std::size_t writable(const OutputVc& out, Cycle now) {
  const VirtualChannel& channel = *out.channel;
  if (const SharedSlots* const shared = out.link->shared_slots()) {
    return static_cast<std::size_t>(shared->free_slots(out.vc, now));
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

}  // namespace flitcast
