#pragma once

#include <chrono>
#include <optional>

#include "hw/network_config.h"
#include "hw/routing/routing.h"
#include "hw/topology/topology.h"
#include "hw/types.h"
#include "traffic/load/load_settings.h"
#include "traffic/schedule/schedule.h"

namespace flitcast {

using BenchClock = std::chrono::steady_clock;

inline double seconds_since(BenchClock::time_point start) {
  return std::chrono::duration<double>(BenchClock::now() - start).count();
}

/// What one simulation cost.
struct Measured {
  double elaboration_seconds = 0;
  double seconds = 0;
  double flit_hops = 0;
  double cycles = 0;
  double peak_mib = 0;
};

/// Cycles to trace, to a file that is thrown away.
struct Traced {
  Cycle from;
  Cycle to;
};

/// What watches a run.
struct Watched {
  std::optional<Traced> traced = std::nullopt;
  bool counted = false;  ///< events per module
};

/// Plays a schedule, its rounds one after the other, on a network that has been in the making since
/// `begun`. Throws std::logic_error when the nodes do not hold at the end what the schedule
/// promises.
Measured simulate(const Topology& topology, const Routing& routing, const NetworkConfig& config,
                  const Schedule& schedule, BenchClock::time_point begun,
                  const Watched& watched = {});

/// Plays random traffic instead, as long as `load` says.
Measured simulate(const Topology& topology, const Routing& routing, const NetworkConfig& config,
                  const LoadSettings& load, BenchClock::time_point begun);

}  // namespace flitcast
