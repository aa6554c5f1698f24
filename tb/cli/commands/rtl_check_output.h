#pragma once

#include <memory>
#include <string>

#include "tb/cli/commands/run_output.h"
#include "tb/config/config.h"
#include "tb/cosim/lockstep/lockstep_observer.h"
#include "tb/system/files/atomic_file.h"

namespace flitcast::cli {

/// rtl.check of a run: who compares, and the waveform that there is of a router that differs. Its
/// files are opened before the run, and appear only where one does.
class RtlCheckOutput final : public RunOutput {
 public:
  /// Without `waveform` there is none.
  RtlCheckOutput(const Config& config, bool waveform);

  void watch(RunParts& parts) override { parts.observers.push_back(&*check_); }
  /// Throws MismatchError, with the waveform in its place, where a router differs.
  void failed() override;
  void complete(RunResult& run) override { measures_of(run).rtl = check_->equality(); }

 private:
  void write_waveform();

  std::string name_;  // of the waveform; empty: none
  std::unique_ptr<AtomicFile> vcd_;
  std::unique_ptr<AtomicFile> save_;
  std::unique_ptr<cosim::LockstepObserver> check_;
};

}  // namespace flitcast::cli
