#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "hw/types.h"

namespace flitcast {

/// What a rank does. Where it does several things at once, the first one counts.
enum class RankDeed : std::uint8_t {
  kCompute,   ///< computes, copies or adds
  kStartup,   ///< its processor starts messages up
  kSending,   ///< a message of it has not left
  kDelay,     ///< a delay, or a date that has not come
  kUnderWay,  ///< a receive waits, and a message to the rank is on its way
  kNotSent,   ///< a receive waits, and none is
  kChannel,   ///< a send waits for room in its channel
  kIdle,      ///< none of these
};
inline constexpr std::size_t kRankDeeds = 8;
/// Their names in results, by value.
inline constexpr std::array<std::string_view, kRankDeeds> kRankDeedNames{
    "compute", "startup", "sending", "delay", "under_way", "not_sent", "channel", "idle"};

/// What the cycles of a rank went to, from the beginning until its last operation was over.
struct RankTimes {
  Cycle end = 0;
  std::array<Cycle, kRankDeeds> cycles{};  ///< by RankDeed; their sum is `end` minus the beginning
};

/// Counts what a rank does while that is told, in the order of cycles.
class RankClock {
 public:
  enum class Count : std::uint8_t { kComputes, kSends, kDelays, kReceives, kInbound, kHeldUp };

  void begin(Cycle at) { since_ = times_.end = at; }
  /// One thing more, or less, is under way from `at` on.
  void change(Count count, int by, Cycle at) {
    advance(at);
    counts_[static_cast<std::size_t>(count)] += by;
  }
  /// The processor starts a message up until `until`.
  void start_up(Cycle at, Cycle until) {
    advance(at);
    startup_until_ = until > startup_until_ ? until : startup_until_;
  }
  /// An operation is over; what comes after the last one does not count.
  void finish(Cycle at);
  const RankTimes& times() const { return times_; }

 private:
  bool any(Count count) const { return counts_[static_cast<std::size_t>(count)] > 0; }
  RankDeed deed() const;
  void advance(Cycle at);

  RankTimes times_;
  std::array<Cycle, kRankDeeds> later_{};  // since the last operation that is over
  std::array<std::int64_t, 6> counts_{};
  Cycle since_ = 0;
  Cycle startup_until_ = 0;
};

}  // namespace flitcast
