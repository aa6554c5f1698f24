#pragma once

#include <cstddef>
#include <vector>

#include "hw/types.h"

namespace flitcast {

/// Credits of an ejection channel behind which there is a buffer as behind every other: a slot is
/// taken again `round_trip` cycles after it was taken. (The interface takes flits out of the
/// channel in batches, so that its own slots say nothing of that, unless it takes them at a rate.)
class EjectionWindow {
 public:
  EjectionWindow(Cycle slots, Cycle round_trip)
      : free_at_(slots < round_trip ? static_cast<std::size_t>(slots) : 0),
        round_trip_(round_trip) {}
  /// The slots of the channel are the credits, and none are counted here.
  static EjectionWindow of_slots() {
    EjectionWindow window(0, 0);
    window.is_of_slots_ = true;
    return window;
  }

  bool is_of_slots() const { return is_of_slots_; }
  /// From when on there is a credit.
  Cycle credit_from() const { return free_at_.empty() ? 0 : free_at_[next_]; }
  /// A flit takes one at `now`.
  void take(Cycle now) {
    if (!free_at_.empty()) {
      free_at_[next_] = now + round_trip_;
      next_ = next_ + 1 == free_at_.size() ? 0 : next_ + 1;
    }
  }

 private:
  std::vector<Cycle> free_at_;  // none where there is always a credit
  std::size_t next_ = 0;
  Cycle round_trip_;
  bool is_of_slots_ = false;
};

}  // namespace flitcast
