#pragma once

#include <cstdint>

#include "tb/config.h"
#include "tb/result.h"
#include "traffic/delivery.h"
#include "traffic/matrix.h"
#include "traffic/schedule.h"

namespace flitcast {

/// How far a run is, for a progress display.
struct Progress {
  std::uint64_t rounds_done;
  std::uint64_t rounds;
  Cycle cycle;
  std::uint64_t flit_hops;
};

class ProgressSink {
 public:
  virtual ~ProgressSink() = default;
  /// Asked every few thousand simulated cycles: whether progress is wanted now.
  virtual bool due() = 0;
  virtual void progress(const Progress& state) = 0;
};

/// Optional parts of a run; null = not wanted.
struct RunHooks {
  DeliverySink* deliveries = nullptr;
  ProgressSink* progress = nullptr;
  const Matrix* input = nullptr;  ///< data of app-transpose
  bool channels = false;          ///< RunResult::channels
  Matrix* output = nullptr;       ///< filled with the transposed matrix as the nodes hold it
};

/// Elaborates the SystemC model and plays the schedule on it. At most once per process, because
/// SystemC elaborates once. The schedule has been verified. The result holds what was measured; the
/// prediction beside it is the caller's.
RunResult simulate(const Config& config, const Topology& topology, const Routing& routing,
                   const Schedule& schedule, const RunHooks& hooks);

}  // namespace flitcast
