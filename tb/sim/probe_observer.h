#pragma once

#include "tb/sim/model.h"
#include "tb/sim/run_observer.h"

namespace flitcast {

/// Lets a probe watch all modules from the first cycle to the last.
class ProbeObserver final : public RunObserver {
 public:
  /// `probe` must outlive the run.
  explicit ProbeObserver(Probe& probe) : probe_(probe) {}

  void begin(Model& model) override { model.fabric().attach_probe(probe_); }
  void end(const std::optional<StuckReport>& /*stuck*/) override {}

 private:
  Probe& probe_;
};

}  // namespace flitcast
