#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include <flitcast/export.h>

namespace flitcast {

/// How far something is.
struct FLITCAST_EXPORT Progress {
  std::string text;        ///< "verifying round 3/63", "round 12/63  cycle 4711"
  std::uint64_t done = 0;  ///< of things that take about the same time each
  std::uint64_t of = 0;    ///< 0: nobody knows
};

/// What a call that takes long tells and asks meanwhile, in the thread of the call.
struct FLITCAST_EXPORT Watch {
  /// Told about ten times a second; may be empty.
  std::function<void(const Progress&)> progress;
  /// Asked some fifty times a second; true ends the call with Interrupted. May be empty.
  std::function<bool()> stop;
};

}  // namespace flitcast
