#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "tb/measures/result.h"
#include "traffic/channel_load/load_theory.h"
#include "traffic/steady_state/load_result.h"

namespace flitcast {

/// What is known of a load without simulating it, in cycles and in flits per processor and cycle.
struct LoadForecast {
  double zero_load = 0;  ///< mean latency without load
  /// Mean latency at the rate, of queues M/G/1; infinite beyond them, NaN where the ways of packets
  /// are not known, and of a trace.
  double estimate = 0;
  double hops = 0;  ///< links on the ways without load, mean over the packets
  LoadBounds bounds;
  /// False beyond LoadTheory::kMostProcessors: then estimate and bounds are infinite.
  bool knows_channels = true;
};

/// Cycles: how many packets.
using LatencyHistogram = std::map<Cycle, std::uint64_t>;

/// What a run under load measured, and what the theory says of it. RunMeasures::latency has the
/// percentiles of the packets measured.
struct LoadRun : RunMeasures {
  LoadResult load;
  LatencyHistogram histogram;          ///< creation to tail in the network interface
  LatencyHistogram network_histogram;  ///< from the header's entry into the injection channel on
  LoadForecast forecast;

  bool saturated() const {
    return load.verdict == LoadVerdict::kSaturated || load.verdict == LoadVerdict::kStalled;
  }
};

}  // namespace flitcast
