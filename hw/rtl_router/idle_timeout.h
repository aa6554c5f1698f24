#pragma once

#include "hw/types.h"

namespace flitcast {

/// How long none of the pins of a router has been active. One that has been quiet for long is not
/// clocked before something comes, whatever it says of itself, so that every run ends.
class IdleTimeout {
 public:
  /// Longer than the longest pause between two flits of a channel, and than pipelines are.
  static constexpr Cycle kLong = 320;

  /// Whether one has been in a cycle in which it is clocked.
  void see(bool active, Cycle now) {
    if (active) {
      last_active_ = now;
    }
  }
  bool is_long(Cycle now) const { return now - last_active_ >= kLong; }

 private:
  Cycle last_active_ = 0;
};

}  // namespace flitcast
