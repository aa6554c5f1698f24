#pragma once

#include <cstdint>
#include <vector>

#include "hw/fast/worm_trail.h"

namespace flitcast {

/// When the flits of a worm pass whose header meets no other any more. Flit k leaves hop i (0 is
/// the foremost) at
///
///     max(leave(k, i + 1) + delay, leave(k − 1, i) + interval, leave(k − B, i − 1) + delay)
///
/// with the delay and the interval of the links between, B being the buffer of hop i − 1. The
/// recurrence is linear over (max, +), and so the dates become periodic after a transient (Baccelli
/// et al., "Synchronization and Linearity", 1992): the transient is computed flit by flit, what
/// follows in one step.
class WormDates {
 public:
  /// For the `flits` flits from the header on, which leaves the foremost hop at `now` at the
  /// earliest. `trail` has a hop at least, and lasts as long as its dates are asked for.
  void compute(const WormTrail& trail, std::uint32_t flits, Cycle now);

  /// When the header leaves the foremost hop.
  Cycle head() const { return head_; }
  /// When the tail leaves a hop.
  Cycle tail(std::size_t hop) const { return lanes_[hop].left; }
  /// When the copy of the tail that is taken at a hop leaves.
  Cycle copied(std::size_t hop) const { return lanes_[hop].copied; }
  /// Cycles that flits stand ready to leave a hop without room.
  Cycle waited(std::size_t hop) const { return lanes_[hop].waited; }
  /// When flit `k` leaves a hop: one of the last that fit into the buffer of its input.
  Cycle left(std::size_t hop, std::uint32_t k) const {
    const Lane& lane = lanes_[hop];
    return even_ ? lane.left - (flits_ - 1 - k) * interval_ : dates_[lane.dates + (k & lane.mask)];
  }

 private:
  /// A hop, with the dates of the flit that has left it last.
  struct Lane {
    Cycle left;
    Cycle rate;      // time since the flit before
    Cycle next;      // the link takes the next flit
    Cycle interval;  // of that link
    Cycle delay;
    Cycle roomy;          // from here on all room is there that was free at the beginning
    std::uint32_t first;  // flits, as in WormHop
    std::uint32_t held_end;
    std::uint32_t copy_from;
    std::uint32_t mask;  // of the ring of dates of the last flits
    std::size_t dates;   // where it begins
    Cycle copied;
    Cycle copy_rate;
    Cycle waited;
    Cycle waited_before;  // a period ago
    Cycle copied_before;
  };

  bool is_even(Cycle now);
  bool has_even_room(std::size_t hop, Cycle header, Cycle next_header) const;
  bool comes_evenly(const WormHop& hindmost) const;
  void follow_flits(Cycle now);
  void prepare(Cycle now);
  void pass(std::uint32_t k);
  Cycle room(std::size_t hop, std::uint32_t k) const;
  bool keeps_rates() const;
  void follow_rates(std::uint32_t k);
  bool repeats(std::uint32_t k);
  std::uint32_t repeat(std::uint32_t k);

  const WormTrail* trail_ = nullptr;
  bool even_ = false;  // every flit passes `interval_` after the one before, everywhere
  Cycle interval_ = 1;
  std::vector<Lane> lanes_;
  std::vector<Cycle> dates_;
  std::uint32_t flits_ = 0;
  std::uint32_t sent_ = 0;      // flits that the source has handed over
  std::uint32_t period_ = 0;    // in flits; 0 where no flit waits for the credit of another
  std::uint32_t repeated_ = 0;  // flits in a row that came `shift_` after those a period before
  Cycle shift_ = 0;
  std::size_t hindmost_ = 0;  // hop before which the flit in hand stands
  Cycle head_ = 0;
};

}  // namespace flitcast
