#pragma once

#include <algorithm>
#include <limits>

#include "hw/types.h"

namespace flitcast {

/// When a flit leaves: at the latest of three dates.
struct Departure {
  /// Instead of a date that nobody knows yet.
  static constexpr Cycle kOpen = std::numeric_limits<Cycle>::max();

  Cycle there;    ///< the flit is there
  Cycle channel;  ///< the channel takes it
  Cycle room;     ///< where it goes there is room for it, or kOpen

  /// It could go but for want of room.
  Cycle ready() const { return std::max(there, channel); }
  /// kOpen where the room is.
  Cycle at() const { return std::max(ready(), room); }
  /// Room comes last, or may never come.
  bool waits_for_room() const { return room > ready(); }
};

}  // namespace flitcast
