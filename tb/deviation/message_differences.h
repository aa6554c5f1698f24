#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>

#include "tb/deviation/log_entry.h"
#include "tb/measures/model_differences.h"

namespace flitcast {

/// Pairs the ends of messages of two runs, in whichever comes first. What it keeps is bounded: of
/// those that are without their counterpart the oldest are given up.
class MessagePairs {
 public:
  /// Ends of messages of a run that may wait for those of the other one.
  static constexpr std::size_t kMostWaiting = std::size_t{1} << 18U;

  void add_of_model(const LogEntry& end) { add(end, model_, router_, 1); }
  void add_of_router(const LogEntry& end) { add(end, router_, model_, -1); }

  /// A percentile is the smallest difference that so many of them do not exceed.
  MessageDifferences differences() const;
  /// Ends of messages that it keeps, and numbers of cycles.
  std::size_t kept() const { return model_.waiting.size() + router_.waiting.size() + more_.size(); }

 private:
  using End = std::pair<std::uint64_t, NodeId>;  // a message, and a destination of it
  struct Run {
    std::map<End, Cycle> waiting;  // its cycles
    std::uint64_t given_up = 0;
  };

  void add(const LogEntry& end, Run& own, Run& other, int sign);
  Cycle percentile(std::uint64_t percent) const;

  Run model_;
  Run router_;
  std::map<Cycle, std::uint64_t> more_;  // messages by the cycles that they took more
  std::uint64_t pairs_ = 0;
};

}  // namespace flitcast
