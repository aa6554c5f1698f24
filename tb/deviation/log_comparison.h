#pragma once

#include <cstddef>
#include <cstdint>

#include "tb/deviation/first_deviation.h"
#include "tb/deviation/message_differences.h"
#include "tb/measures/model_differences.h"

namespace flitcast {

/// Compares a run with one of the model while both go on, cycle by cycle. What it keeps does not
/// grow with the runs: flits that are in routers of the model, up to the first deviation, and
/// messages that have ended in one of them alone (MessagePairs).
class LogComparison {
 public:
  /// `routers` must outlive it.
  explicit LogComparison(const LoggedRouters& routers) : routers_(routers), first_(routers) {}

  /// All that happened in a cycle in both runs; cycles come in their order.
  void compare(Cycle at, const LogEntries& model, const LogEntries& router);

  ModelDifferences differences() const;
  /// What it keeps: flits, and ends of messages.
  std::size_t kept() const { return first_.kept() + messages_.kept(); }

 private:
  const LoggedRouters& routers_;
  FirstDeviation first_;
  MessagePairs messages_;
  std::uint64_t flits_ = 0;  // that left routers of the model
};

}  // namespace flitcast
