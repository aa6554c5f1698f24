#pragma once

#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "tb/config/config.h"
#include "tb/measures/result.h"
#include "tb/trace/trace_request.h"
#include "tb/trace/trace_signals.h"
#include "tb/trace/vcd_writer.h"
#include "traffic/row/application.h"
#include "traffic/schedule/delivery.h"
#include "traffic/schedule/schedule.h"

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

/// A waveform: what it is to hold, where it goes, and what came of it.
struct TraceHook {
  const TraceRequest* request = nullptr;
  ByteSink* sink = nullptr;
  std::string date;                     ///< of the file
  std::string version;                  ///< of the program
  std::vector<DeclaredSignal> signals;  ///< filled in
  Cycle from = 0;                       ///< likewise: the first cycle written
  Cycle to = 0;                         ///< and the first behind them
  std::optional<Cycle> stuck;           ///< the cycle in which the run was given up as stuck
};

/// Optional parts of a run; null = not wanted.
struct RunHooks {
  DeliverySink* deliveries = nullptr;
  ProgressSink* progress = nullptr;
  TraceHook* trace = nullptr;
  Application* application = nullptr;  ///< whose memory is played on; null: generated words
  bool channels = false;               ///< RunResult::channels
};

/// The run did not come to an end before last_possible_cycle().
class SimulatedTimeError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Elaborates the SystemC model and plays the schedule on it. At most once per process, because
/// SystemC elaborates once. The schedule has been verified. The result holds what was measured; the
/// prediction beside it is the caller's. Throws SimulatedTimeError.
RunResult simulate(const Config& config, const Topology& topology, const Routing& routing,
                   const Schedule& schedule, const RunHooks& hooks);

}  // namespace flitcast
