#pragma once

#include <algorithm>
#include <deque>
#include <limits>

#include "hw/types.h"

namespace flitcast::reference {

inline constexpr Cycle kNever = std::numeric_limits<Cycle>::max();

/// The cycle that is being played, and the next one in which anything may happen.
class Clock {
 public:
  Cycle now() const { return now_; }
  Cycle next() const { return next_; }
  /// Something may happen at `at`; of no effect unless that lies ahead.
  void expect(Cycle at) { next_ = at > now_ ? std::min(next_, at) : next_; }
  /// Something has happened: more may follow from it.
  void changed() { next_ = now_ + 1; }
  void advance() {
    now_ = next_;
    next_ = kNever;
  }

 private:
  Cycle now_ = -1;
  Cycle next_ = 0;
};

/// What is under way from one module to another.
template <typename What>
class Wire {
 public:
  void put(const What& what, Cycle arrives) { under_way_.push_back({arrives, what}); }
  /// Calls take(what) for all that is there by now.
  template <typename Take>
  void read(Clock& clock, Take&& take) {
    while (!under_way_.empty() && under_way_.front().arrives <= clock.now()) {
      take(under_way_.front().what);
      under_way_.pop_front();
      clock.changed();
    }
    if (!under_way_.empty()) {
      clock.expect(under_way_.front().arrives);
    }
  }
  /// Calls look(what) for all that is under way, in the order in which it arrives.
  template <typename Look>
  void watch(Look&& look) const {
    for (const Item& item : under_way_) {
      look(item.what);
    }
  }

 private:
  struct Item {
    Cycle arrives;
    What what;
  };
  std::deque<Item> under_way_;
};

}  // namespace flitcast::reference
