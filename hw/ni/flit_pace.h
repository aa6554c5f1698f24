#pragma once

#include <algorithm>
#include <cstdint>

#include "hw/flit_rate.h"
#include "hw/types.h"

namespace flitcast {

/// Dates of flits that pass at a rate of n in d cycles. Flit k after one that went later than it
/// might have goes ⌈k·d/n⌉ cycles after that at the earliest, whatever message it is of: so many
/// pass in the long run, and none is made up for.
class FlitPace {
 public:
  explicit FlitPace(const FlitRate& rate) : rate_(rate) {}

  /// The first cycle from `from` on in which the next flit may pass.
  Cycle earliest(Cycle from) const { return std::max(from, next_); }
  /// It passes at `at`, which is earliest() or later.
  void take(Cycle at) {
    if (at > next_) {
      first_ = at;
      flits_ = 0;
    }
    ++flits_;
    next_ = first_ + (flits_ * rate_.cycles + rate_.flits - 1) / rate_.flits;
  }

 private:
  FlitRate rate_;
  Cycle first_ = 0;         // of flits one after the other as soon as they might
  std::int64_t flits_ = 0;  // of these, so far
  Cycle next_ = 0;
};

}  // namespace flitcast
