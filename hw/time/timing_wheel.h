#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <vector>

#include "hw/bits.h"
#include "hw/time/wake_cause.h"
#include "hw/types.h"

namespace flitcast {

/// Wakes that lie further ahead than a wake queue looks by position: a timing wheel. Level 0 has a
/// slot for each of the next blocks of kBlock cycles, every level above one for each 64 slots of
/// the level below. A wake goes down at most once per level before its block comes, so it costs the
/// same whatever else waits.
class TimingWheel {
 public:
  /// Wakes for the block of `now` are none of ours. A power of two.
  static constexpr Cycle kBlock = 16;
  static constexpr Cycle kNone = std::numeric_limits<Cycle>::max();

  struct Wake {
    Cycle at;
    WakeCause whom;
  };

  /// Precondition: wake.at lies in a later block than `now`, up to which everything has been taken.
  void add(const Wake& wake, Cycle now);
  /// The earliest date of all, or kNone.
  Cycle next() const;
  /// The cycle in which to take() next: at the latest the first of next()'s block.
  Cycle take_at() const { return take_at_; }
  /// Calls visit(wake) for those in the block of `now` <= next(), which are thereby taken.
  template <typename Visit>
  void take(Cycle now, Visit&& visit) {
    while (take_at_ <= now) {
      take_first_slot();
      for (const Wake& wake : taken_) {
        if (block(wake.at) == block(now)) {
          visit(wake);
        } else {
          add(wake, now);
        }
      }
    }
  }

 private:
  static constexpr int kDigitBits = 6;
  static constexpr int kLevels = 10;  // all of 64 bits

  /// Of cycles from −1 on.
  static std::uint64_t block(Cycle cycle) {
    return static_cast<std::uint64_t>(cycle + kBlock) / static_cast<std::uint64_t>(kBlock);
  }

  struct Slot {
    Cycle earliest = kNone;
    std::vector<Wake> wakes;
  };
  struct Level {
    std::array<Slot, std::size_t{1} << kDigitBits> slots;
    std::uint64_t occupied = 0;
  };

  const Slot& first_slot() const {
    const Level& level = levels_[static_cast<std::size_t>(lowest(occupied_))];
    return level.slots[static_cast<std::size_t>(lowest(level.occupied))];
  }
  void take_first_slot();
  void find_take_at();

  // A date is in the level of the highest digit in which its block differs from the current one, in
  // the slot of that digit: what is in a lower level, or there in a lower slot, comes earlier.
  std::array<Level, kLevels> levels_;
  std::uint64_t occupied_ = 0;  // levels
  Cycle take_at_ = kNone;       // the first slot begins
  std::vector<Wake> taken_;     // the slot that was the first
};

}  // namespace flitcast
