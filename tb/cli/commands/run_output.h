#pragma once

#include <string>
#include <vector>

#include "tb/measures/result.h"
#include "tb/sim/simulation.h"
#include "tb/system/files/atomic_file.h"

namespace flitcast::cli {

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
  /// What write() has written to.
  virtual std::vector<AtomicFile*> files() { return {}; }
};

}  // namespace flitcast::cli
