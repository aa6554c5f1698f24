#include "hw/time/timing_wheel.h"

#include <algorithm>

namespace flitcast {

void TimingWheel::add(const Wake& wake, Cycle now) {
  const std::uint64_t at = block(wake.at);
  const int level = (63 - __builtin_clzll(at ^ block(now))) / kDigitBits;
  Level& levels = levels_[static_cast<std::size_t>(level)];
  const int shift = level * kDigitBits;
  const std::uint64_t digit = at >> shift & (levels.slots.size() - 1);
  Slot& slot = levels.slots[digit];
  slot.wakes.push_back(wake);
  slot.earliest = std::min(slot.earliest, wake.at);
  levels.occupied |= bit(static_cast<int>(digit));
  occupied_ |= bit(level);
  const auto begin = static_cast<Cycle>(at >> shift << shift);
  take_at_ = std::min(take_at_, (begin - 1) * kBlock);
}

Cycle TimingWheel::next() const {
  return occupied_ == 0 ? kNone : first_slot().earliest;
}

// Into taken_; those that stay are added again.
void TimingWheel::take_first_slot() {
  const int level = lowest(occupied_);
  Level& levels = levels_[static_cast<std::size_t>(level)];
  Slot& slot = levels.slots[static_cast<std::size_t>(lowest(levels.occupied))];
  taken_.clear();
  taken_.swap(slot.wakes);
  slot.earliest = kNone;
  levels.occupied &= levels.occupied - 1;
  if (levels.occupied == 0) {
    occupied_ &= ~bit(level);
  }
  find_take_at();
}

void TimingWheel::find_take_at() {
  take_at_ = kNone;
  if (occupied_ != 0) {
    const int shift = lowest(occupied_) * kDigitBits;
    const auto begin = static_cast<Cycle>(block(first_slot().earliest) >> shift << shift);
    take_at_ = (begin - 1) * kBlock;
  }
}

}  // namespace flitcast
