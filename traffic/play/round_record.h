#pragma once

#include <cstdint>

#include "hw/types.h"
#include "hw/waits.h"

namespace flitcast {

/// One round as it was played.
struct RoundRecord {
  Cycle start = 0;  ///< the first message was issued
  Cycle end = 0;    ///< everything has arrived and been reduced and rearranged
  std::uint64_t messages = 0;
  std::uint64_t max_hops = 0;
  std::uint64_t max_flits = 0;  ///< payload flits of the largest message
  Cycle lockstep = 0;           ///< duration without any waiting: that of the slowest message
  /// Of the message that ended the round: what it waited on its way, and by how much it would have
  /// been faster than the slowest one, less than 0 where it took a longer way than the schedule has
  /// for any. In barrier sync end − start = lockstep − slack + waits.
  Waits waits = {};
  Cycle slack = 0;
};

}  // namespace flitcast
