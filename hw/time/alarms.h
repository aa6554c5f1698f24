#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "hw/index_set.h"
#include "hw/time/wake_queue.h"

namespace flitcast {

/// The alarms of a module with up to 64·kWords causes: one for every 64 of them, side by side.
/// See wake_cause().
template <int kWords>
class Alarms {
 public:
  /// They are those of module `module` of `wakes`, which must outlive them.
  Alarms(WakeQueue& wakes, std::uint32_t module) : wakes_(wakes) {
    for (Alarm& alarm : alarms_) {
      wakes.enlist(alarm, module);
    }
  }

  Alarm* first() { return alarms_.data(); }
  const Alarm* first() const { return alarms_.data(); }
  WakeQueue& queue() { return wakes_; }
  Cycle lookahead_limit() const { return wakes_.lookahead_limit(); }

  /// The causes for `now`, which are thereby taken.
  IndexSet<kWords> take(Cycle now) {
    std::array<std::uint64_t, kWords> causes;
    for (std::size_t i = 0; i < causes.size(); ++i) {
      causes[i] = alarms_[i].take(now);
    }
    return IndexSet<kWords>(causes);
  }
  WakeCause cause(int number) {
    if constexpr (kWords == 1) {
      return {alarms_.data(), bit(number)};
    }
    return wake_cause(alarms_.data(), number);
  }
  /// The module wakes itself.
  void wake(int number, Cycle at) { wakes_.wake(cause(number), at); }
  void wake(const IndexSet<kWords>& causes, Cycle at) {
    for (int i = 0; i < kWords; ++i) {
      if (kWords == 1 || causes.bits(i) != 0) {
        wakes_.wake(alarms_[static_cast<std::size_t>(i)], causes.bits(i), at);
      }
    }
  }

 private:
  std::array<Alarm, kWords> alarms_;
  WakeQueue& wakes_;
};

}  // namespace flitcast
