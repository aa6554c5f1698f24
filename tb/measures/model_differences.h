#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "hw/types.h"

namespace flitcast {

/// How many cycles more messages are in the network than with the model, by message and
/// destination.
struct MessageDifferences {
  std::uint64_t messages = 0;  ///< that arrived in both runs
  std::uint64_t differ = 0;
  Cycle min = 0, p50 = 0, p95 = 0, max = 0;  ///< 0 where there are no messages
  std::uint64_t only_model = 0;              ///< that arrived with the model alone
  std::uint64_t only_here = 0;               ///< and without it alone
};

/// Where the pins of a router are not what those of the model are.
struct PinDeviation {
  Cycle cycle = 0;
  NodeId node = 0;
  bool is_credit = false;  ///< it is of an input port; a flit of an output port
  int port = 0;
  bool is_local = false;  ///< the port leads to the node
  int vc = 0;
  // In words:
  std::string expected, got;
  std::string rule;  ///< of the timing contract, that it breaks; empty where that cannot be told
};

/// How a run with a user's routers differs from one of the model.
struct ModelDifferences {
  std::uint64_t routers = 0;  ///< of the user
  std::uint64_t of = 0;       ///< all
  int vcs = 1;                ///< of a link
  std::uint64_t flits = 0;    ///< that left those routers in the run of the model
  /// Up to the first one all routers of the network had the same on all pins. Empty: they are
  /// equal.
  std::optional<PinDeviation> first;
  std::optional<PinDeviation> first_flit;  ///< likewise, where `first` is of a credit
  MessageDifferences messages;
};

}  // namespace flitcast
