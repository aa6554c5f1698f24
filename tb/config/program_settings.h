#pragma once

namespace flitcast {

/// When the packets of a trace go that says what they wait for.
enum class TraceTiming {
  kCycles,  ///< in their cycles, or after what they wait for where that is later
  kGaps,    ///< as long after what they wait for has arrived as their cycles are later than its
};

}  // namespace flitcast
