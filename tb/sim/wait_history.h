#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "hw/types.h"

namespace flitcast {

/// Who was at a place, cycle by cycle. It is told in the order of dates, and keeps what was lately:
/// after some thousand changes it forgets the first.
class WaitHistory {
 public:
  static constexpr std::uint16_t kNobody = 0xFFFF;
  struct Holder {
    std::uint16_t job = kNobody;
    std::int16_t input = -1;  ///< input VC through which its flits come; -1: none
    bool operator==(const Holder& other) const { return job == other.job && input == other.input; }
  };

  /// From cycle `from` on it is `holder`. What was told of later cycles is taken back.
  void is(Cycle from, Holder holder) {
    while (!entries_.empty() && entries_.back().from >= from) {
      entries_.pop_back();
    }
    if (!entries_.empty() && entries_.back().holder == holder) {
      return;
    }
    if (entries_.size() == kMost) {
      entries_.erase(entries_.begin(), entries_.begin() + kMost / 2);
    }
    entries_.push_back({from, holder});
  }
  /// As is(), where whoever left in the `gap` cycles before was there all the time.
  void is_again(Cycle from, Holder holder, Cycle gap) {
    const std::size_t size = entries_.size();
    if (size >= 2 && entries_[size - 1].holder.job == kNobody &&
        entries_[size - 1].from + gap >= from && entries_[size - 2].holder == holder) {
      entries_.pop_back();
      return;
    }
    is(from, holder);
  }

  /// Calls visit(from, to, holder) for the cycles from `from` up to but without `to`, in order.
  template <typename Visit>
  void visit(Cycle from, Cycle to, Visit&& visit) const {
    auto at = std::upper_bound(entries_.begin(), entries_.end(), from,
                               [](Cycle cycle, const Entry& entry) { return cycle < entry.from; });
    Holder holder = at == entries_.begin() ? Holder() : std::prev(at)->holder;
    while (from < to) {
      const Cycle end = at == entries_.end() ? to : std::min(to, at->from);
      visit(from, end, holder);
      from = end;
      if (from < to) {
        holder = at++->holder;
      }
    }
  }

 private:
  static constexpr std::size_t kMost = 8192;
  struct Entry {
    Cycle from;
    Holder holder;
  };
  std::vector<Entry> entries_;
};

}  // namespace flitcast
