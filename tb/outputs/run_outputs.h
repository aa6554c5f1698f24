#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "tb/measures/result.h"
#include "tb/outputs/run_output.h"
#include "tb/plan/planned_run.h"
#include "tb/system/files/atomic_file.h"

namespace flitcast {

/// A run with all that comes of it. Its files appear together after it, or none does.
class RunOutputs {
 public:
  /// Opens the files that the configuration asks for. The plan must outlive it. Throws ConfigError.
  RunOutputs(const PlannedRun& plan, RunFiles files);

  /// One more.
  void add(std::unique_ptr<RunOutput> output) { outputs_.push_back(std::move(output)); }

  /// Simulates the plan, watched by all. Once.
  RunResult simulate() const;
  /// Writes the files, and shows none: commit_together() does. `json` may be empty where no key
  /// asks for it.
  std::vector<AtomicFile*> write(const RunResult& run, const std::string& json) const;
  /// What people are to know of them besides.
  std::vector<std::string> remarks() const;

 private:
  RunResult watched_run() const;

  const PlannedRun& plan_;
  RunOutputList outputs_;
};

}  // namespace flitcast
