#pragma once

#include <memory>
#include <string>
#include <vector>

#include "tb/measures/result.h"
#include "tb/plan/planned_run.h"
#include "tb/sim/simulation.h"
#include "tb/system/files/atomic_file.h"
#include "tb/trace/trace_request.h"

namespace flitcast {

/// Something that comes of a run: a file, a comparison, a display. What it writes to is opened when
/// it is made, before the run, and appears after it. Errors name the key that asked for it.
class RunOutput {
 public:
  RunOutput() = default;
  virtual ~RunOutput() = default;
  RunOutput(const RunOutput&) = delete;
  RunOutput& operator=(const RunOutput&) = delete;

  /// Adds what it wants of the run, and what watches it.
  virtual void watch(RunParts& /*parts*/) {}
  /// The run has ended by an exception: throws if that is for something it knows more of.
  virtual void failed() {}
  /// The run is over: adds what it has found.
  virtual void complete(RunResult& /*run*/) {}
  /// Writes all there is, to the last byte, but shows no file yet. `json`: the result as a
  /// document, where it is wanted.
  virtual void write(const RunResult& /*run*/, const std::string& /*json*/) {}
  /// What people are to know of the files besides.
  virtual std::vector<std::string> remarks() const { return {}; }
  /// What write() has written to.
  virtual std::vector<AtomicFile*> files() { return {}; }
};

using RunOutputList = std::vector<std::unique_ptr<RunOutput>>;

// Those that there are; configurations and plans must outlive them.

/// Which of the files that keys name are written.
enum class RunFiles { kAll, kOnlyJson, kNone };

/// The files of [output], and the hash of messages where that is expected.
void add_file_outputs(const Config& config, RunFiles files, RunOutputList& outputs);

/// The waveform files of a run; `request` is what its trace keys mean.
std::unique_ptr<RunOutput> trace_output(const Config& config, trace::TraceRequest request);

/// rtl.check of a run: who compares, and the waveform that there is of a router that differs. Its
/// files are opened before the run, and appear only where one does: then the run fails with a
/// MismatchError. Without `waveform` there is none.
std::unique_ptr<RunOutput> rtl_check_output(const Config& config, bool waveform);

/// Beside a run with a user's routers one of the model, with which those routers are clocked in
/// lockstep: in a process of its own, because there is one simulation in each. Of a plan with
/// rtl.user. Throws RtlBuildError.
std::unique_ptr<RunOutput> lockstep_run(const PlannedRun& plan);

}  // namespace flitcast
