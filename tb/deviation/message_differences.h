#pragma once

#include <cstdint>

#include "tb/deviation/router_log.h"

namespace flitcast {

/// How many cycles more messages are in the network than with the model, by message and
/// destination.
struct MessageDifferences {
  std::uint64_t messages = 0;  ///< that arrived in both runs
  std::uint64_t differ = 0;
  Cycle min = 0, p50 = 0, p95 = 0, max = 0;  ///< 0 where there are no messages
};

/// A percentile is the smallest difference that so many of them do not exceed.
MessageDifferences message_differences(const RouterLog& model, const RouterLog& router);

}  // namespace flitcast
