#pragma once

#include <string>
#include <vector>

#include "tb/report/logs/run_logs.h"

namespace flitcast {

/// What the channels of a network did in a run.
struct LinkUse {
  std::string name;  ///< to choose it by, among several
  std::vector<LoggedChannel> channels;
  Cycle cycles;
  /// Null, or another run on the same network, with the same channels in the same order: what is
  /// drawn is how much more than in it every channel was in use.
  const LinkUse* base = nullptr;
};

/// The share of a time; 0 where there is none.
inline double use_of_time(Cycle busy, Cycle cycles) {
  return cycles > 0 ? static_cast<double>(busy) / static_cast<double>(cycles) : 0;
}

}  // namespace flitcast
