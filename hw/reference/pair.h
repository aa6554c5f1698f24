#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

#include "hw/reference/clock.h"

namespace flitcast::reference {

struct Lane;

/// The two channels of a half-duplex link. It belongs to one worm from when its header leaves until
/// the next flit may follow its tail. Where headers could leave on both sides in one cycle, the
/// side that had the pair last waits; within a side, round robin.
class Pair {
 public:
  enum class Answer { kGranted, kAsked, kWait };

  /// The header in input `input` could leave for `lane`, which is on side 0 or 1, now. kAsked: it
  /// has the pair if holder() is `lane` after decide().
  Answer ask(std::size_t side, std::size_t input, Lane* lane, Clock& clock) {
    if (holder_ == lane) {
      return Answer::kGranted;
    }
    if (holder_ != nullptr || free_from_ > clock.now()) {
      clock.expect(free_from_);
      return Answer::kWait;
    }
    sides_[side].asking.push_back({input, lane});
    return Answer::kAsked;
  }
  void decide() {
    if (sides_[0].asking.empty() && sides_[1].asking.empty()) {
      return;
    }
    const bool both = !sides_[0].asking.empty() && !sides_[1].asking.empty();
    const std::size_t side = both ? 1 - last_side_ : (sides_[0].asking.empty() ? 1 : 0);
    Side& winner = sides_[side];
    // Whose turn it is is the first behind the last one, or the first.
    std::sort(winner.asking.begin(), winner.asking.end(),
              [](const Asking& a, const Asking& b) { return a.input < b.input; });
    const auto turn =
        std::find_if(winner.asking.begin(), winner.asking.end(),
                     [&](const Asking& a) { return winner.had_it && a.input > winner.last_input; });
    const Asking chosen = turn == winner.asking.end() ? winner.asking.front() : *turn;
    holder_ = chosen.lane;
    last_side_ = side;
    winner.had_it = true;
    winner.last_input = chosen.input;
    sides_[0].asking.clear();
    sides_[1].asking.clear();
  }
  const Lane* holder() const { return holder_; }
  void release(Cycle free_from) {
    holder_ = nullptr;
    free_from_ = free_from;
  }

 private:
  struct Asking {
    std::size_t input;
    Lane* lane;
  };
  struct Side {
    std::deque<Asking> asking;
    bool had_it = false;
    std::size_t last_input = 0;
  };
  Side sides_[2];
  std::size_t last_side_ = 1;
  const Lane* holder_ = nullptr;
  Cycle free_from_ = 0;
};

}  // namespace flitcast::reference
