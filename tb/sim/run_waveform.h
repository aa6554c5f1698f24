#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tb/config/config.h"
#include "tb/sim/run_observer.h"
#include "tb/trace/trace_request.h"
#include "tb/trace/trace_signals.h"
#include "tb/trace/vcd_writer.h"

namespace flitcast {

/// The waveform of a run.
class RunWaveform final : public RunObserver {
 public:
  /// Where it goes, and what the file says of itself.
  struct File {
    trace::ByteSink& sink;
    std::string date;
    std::string program;
  };
  /// What came of it.
  struct Written {
    std::vector<trace::DeclaredSignal> signals;
    Cycle from = 0;              ///< the first cycle written
    Cycle to = 0;                ///< and the first after them
    std::optional<Cycle> stuck;  ///< the cycle in which the run was given up as stuck
  };

  /// All references must outlive the waveform; `period` is the length of a cycle in picoseconds.
  RunWaveform(const trace::TraceRequest& request, const Topology& topology,
              const NetworkConfig& network, std::uint64_t period, File file);
  ~RunWaveform() override;

  void begin(Model& model) override;
  void end(const std::optional<StuckReport>& stuck) override;
  void leave() override;

  /// Once the run is over.
  const Written& written() const { return written_; }

 private:
  struct Making;

  const trace::TraceRequest& request_;
  const Topology& topology_;
  const NetworkConfig& network_;
  std::uint64_t period_;
  File file_;
  std::unique_ptr<Making> making_;  // while the run lasts
  Written written_;
};

}  // namespace flitcast
