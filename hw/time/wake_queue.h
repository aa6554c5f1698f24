#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "hw/time/timing_wheel.h"
#include "hw/time/wake_cause.h"
#include "hw/types.h"

namespace flitcast {

/// Cycles that the wake queue looks ahead by position. A power of two.
inline constexpr Cycle kWakeHorizon = TimingWheel::kBlock;

/// Place of a cycle among the kWakeHorizon next ones.
constexpr std::size_t wake_place(Cycle cycle) {
  return static_cast<std::uint64_t>(cycle) & (kWakeHorizon - 1);
}

/// A module's alarm clock: what it is to be woken for, per cycle of the horizon a set of up to 64
/// causes whose meaning is the module's own (a router's input channels, an NI's ports). Lives in
/// the module; one with more causes has several.
class Alarm {
 public:
  Alarm() = default;
  Alarm(const Alarm&) = delete;
  Alarm& operator=(const Alarm&) = delete;

  /// The module's number, once enlisted.
  std::uint32_t number() const { return number_; }

  /// The causes for `now` so far.
  const std::uint64_t& causes(Cycle now) const { return causes_[wake_place(now)]; }
  /// Asks for the memory that is needed to take these and to wake the module again.
  void fetch(Cycle now) const {
    __builtin_prefetch(&causes(now));
    __builtin_prefetch(&words_);
  }
  /// The causes for `now`, which are thereby taken.
  std::uint64_t take(Cycle now) {
    std::uint64_t& slot = causes_[wake_place(now)];
    const std::uint64_t causes = slot;
    slot = 0;
    return causes;
  }

 private:
  friend class WakeQueue;
  std::array<std::uint64_t, kWakeHorizon> causes_{};
  // Where the wake queue notes that this module is due: a bit in a word per cycle of the horizon,
  // and a bit that stands for the word.
  std::uint64_t* words_ = nullptr;
  std::uint64_t* summaries_ = nullptr;
  std::uint64_t word_bit_ = 0;
  std::uint64_t summary_bit_ = 0;
  std::uint32_t number_ = 0;
  Alarm* other_ = nullptr;  // of the same module
};

/// Cause number `cause` of a module that may have more than 64 of them: cause 64·i + j is cause j
/// of the i-th of its alarms, which lie side by side from `alarms` on.
inline WakeCause wake_cause(Alarm* alarms, int cause) {
  return {alarms + cause / 64, std::uint64_t{1} << cause % 64};
}

class LookaheadLimit;

/// Which module has work in which cycle. Modules sleep unless they are entered here;
/// cycles without entries need not be simulated.
class WakeQueue {
 public:
  static constexpr Cycle kNever = TimingWheel::kNone;

  WakeQueue() = default;
  WakeQueue(const WakeQueue&) = delete;
  WakeQueue& operator=(const WakeQueue&) = delete;

  /// The cycle being simulated.
  Cycle now() const { return now_; }

  /// True when the current cycle was entered again.
  bool second_phase() const { return second_phase_; }

  /// The cycle after which nothing happens any more; kNever unless limited.
  Cycle last_cycle() const { return last_cycle_; }
  void set_last_cycle(Cycle cycle) {
    last_cycle_ = cycle;
    find_lookahead_limit();
  }
  /// The simulation may turn out to end with `cycle`; kNever lifts that.
  void set_possible_end(Cycle cycle) {
    possible_end_ = cycle;
    find_lookahead_limit();
  }
  /// The last cycle that modules may decide ahead of time: last_cycle(), unless the simulation may
  /// end earlier or an observer wants to see the state at an earlier one (see LookaheadLimit).
  Cycle lookahead_limit() const { return lookahead_limit_; }

  /// Room for `count` more modules. Returns the number of the first of them; the others follow.
  /// Modules that are due in a cycle are visited in the order of their numbers.
  std::uint32_t reserve(std::uint32_t count);
  /// Makes `alarm` one of module `number`, which has been reserved, before its first use. The
  /// alarm stays where it is while others are reserved.
  void enlist(Alarm& alarm, std::uint32_t number);
  /// The same for the next module.
  void enlist(Alarm& alarm) { enlist(alarm, reserve(1)); }

  /// Wakes a module at cycle `at` > now() for the given causes; with `at` = now() in the second
  /// phase of this cycle, for which the sequencer enters the cycle again.
  [[gnu::always_inline]] void wake(Alarm& alarm, std::uint64_t causes, Cycle at) {
    if (static_cast<std::uint64_t>(at - earliest_) < kWakeHorizon - 1) {
      put(alarm, causes, at);
    } else {
      wake_far({at, {&alarm, causes}});
    }
  }
  /// While events of past cycles are caught up, the modules that they wake are woken in the next
  /// cycle.
  void set_late(bool late) { earliest_ = late ? now_ + 1 : now_; }

  [[gnu::always_inline]] void wake(const WakeCause& whom, Cycle at) {
    wake(*whom.alarm, whom.causes, at);
  }

  /// The first cycle after now() with work, or kNever.
  Cycle next() const;

  /// Makes `cycle` the current one (<= next()) and calls visit(word, bits) for the modules due in
  /// it: bit b of word w is module 64·w + b. Returns whether there were any.
  template <typename Visit>
  bool enter(Cycle cycle, Visit&& visit) {
    second_phase_ = cycle == now_;
    earliest_ = cycle;
    now_ = cycle;
    if (far_.take_at() <= cycle) {
      take_far();
    }
    const std::size_t place = wake_place(cycle);
    if ((occupied_ >> place & 1U) == 0) {
      return false;
    }
    occupied_ &= ~(1U << place);
    for (std::size_t s = place; s < summaries_.size(); s += kWakeHorizon) {
      const std::size_t first = s / kWakeHorizon * 64;
      for (std::uint64_t set = summaries_[s]; set != 0; set &= set - 1) {
        const std::size_t word = first + static_cast<std::size_t>(__builtin_ctzll(set));
        std::uint64_t& bits = words_[word * kWakeHorizon + place];
        visit(word, bits);
        bits = 0;
      }
      summaries_[s] = 0;
    }
    return true;
  }

 private:
  friend class LookaheadLimit;

  [[gnu::always_inline]] void put(Alarm& alarm, std::uint64_t causes, Cycle at) {
    const std::size_t place = wake_place(at);
    std::uint64_t& due = alarm.causes_[place];
    if (due == 0) {
      alarm.words_[place] |= alarm.word_bit_;
      alarm.summaries_[place] |= alarm.summary_bit_;
      occupied_ |= 1U << place;
    }
    due |= causes;
  }
  [[gnu::noinline]] void wake_far(const TimingWheel::Wake& wake) {
    if (wake.at - now_ < kWakeHorizon) {
      put(*wake.whom.alarm, wake.whom.causes, std::max(wake.at, earliest_));
    } else {
      far_.add(wake, now_);
    }
  }
  [[gnu::noinline]] void take_far() {
    far_.take(now_, [this](const TimingWheel::Wake& wake) {
      put(*wake.whom.alarm, wake.whom.causes, wake.at);
    });
  }

  void point(Alarm& alarm);
  void find_lookahead_limit();

  Cycle now_ = -1;
  Cycle earliest_ = -1;  // that a module is woken for
  bool second_phase_ = false;
  Cycle last_cycle_ = kNever;
  Cycle possible_end_ = kNever;
  Cycle lookahead_limit_ = kNever;
  std::uint32_t occupied_ = 0;            // bit per cycle of the horizon: a module is due
  std::vector<std::uint64_t> words_;      // 64 modules each, kWakeHorizon of them side by side
  std::vector<std::uint64_t> summaries_;  // 64 words each, likewise
  TimingWheel far_;
  std::vector<Alarm*> alarms_;  // by number
  std::vector<const LookaheadLimit*> limits_;
};

/// The wish of one that watches: modules shall decide nothing after a cycle ahead of time. Of
/// several wishes the earliest rules.
class LookaheadLimit {
 public:
  /// Nothing is wished yet. `wakes` must outlive the limit.
  explicit LookaheadLimit(WakeQueue& wakes);
  ~LookaheadLimit();
  LookaheadLimit(const LookaheadLimit&) = delete;
  LookaheadLimit& operator=(const LookaheadLimit&) = delete;

  void set(Cycle cycle);
  void lift() { set(WakeQueue::kNever); }

 private:
  friend class WakeQueue;
  WakeQueue& wakes_;
  Cycle cycle_ = WakeQueue::kNever;
};

}  // namespace flitcast
