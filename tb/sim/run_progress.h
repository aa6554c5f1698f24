#pragma once

#include <cstdio>

#include "hw/time/sequencer.h"
#include "tb/sim/run_observer.h"
#include "tb/system/terminal_line.h"

namespace flitcast {

/// Shows on a terminal how far a run is: "round 12/63  cycle 4711  5.3 M flit-hops/s  12 s left".
class RunProgress final : public RunObserver, public CycleObserver {
 public:
  explicit RunProgress(std::FILE* stream) : line_(stream) {}

  /// True when standard error is a terminal.
  bool active() const { return line_.active(); }

  void begin(Model& model) override;
  void end(const std::optional<StuckReport>& /*stuck*/) override {}
  void reached(Cycle cycle) override;

 private:
  TerminalLine line_;
  const Model* model_ = nullptr;
};

}  // namespace flitcast
