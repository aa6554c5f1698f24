#pragma once

#include "hw/rtl_router/rtl_pins.h"
#include "hw/types.h"

namespace flitcast {

/// How long none of the pins of a router has been active. One that has been quiet for long is not
/// clocked before something comes, whatever it says of itself, so that every run ends.
class QuietTime {
 public:
  /// Longer than the longest pause between two flits of a channel, and than pipelines are.
  static constexpr Cycle kLong = 320;

  /// What is on the pins in a cycle in which it is clocked.
  void see(const FlitPins& in, const FlitPins& out, Cycle now) {
    if (in.active() || out.active()) {
      last_active_ = now;
    }
  }
  bool is_long(Cycle now) const { return now - last_active_ >= kLong; }

 private:
  Cycle last_active_ = 0;
};

}  // namespace flitcast
