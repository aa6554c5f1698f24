#pragma once

#include <string>

#include "tb/cli/commands/run_output.h"
#include "tb/plan/planned_run.h"

namespace flitcast::cli {

/// What of its outputs a run is told to leave out.
struct OutputOptions {
  bool other_files = false;  ///< all but output.json
  bool names = false;        ///< of the files that are written
  bool host = false;         ///< what depends on the machine and its clock
};

/// All that comes of a run. Its files appear together after it, or none does.
class RunOutputs {
 public:
  /// Opens them. The plan must outlive it.
  RunOutputs(const PlannedRun& plan, const OutputOptions& left_out);

  /// Simulates the plan, watched by all.
  RunResult simulate() const;
  /// Writes the files, prints the report, or `json` where that goes to standard output, names the
  /// files and shows them. `json` may be empty where no key asks for it.
  void write(const RunResult& run, const std::string& json, const std::string& report) const;

 private:
  RunResult watched_run() const;
  void print_all(const std::string& json, const std::string& report,
                 const std::string& written) const;

  const PlannedRun& plan_;
  const Config& config_;
  OutputOptions left_out_;
  RunOutputList outputs_;
};

}  // namespace flitcast::cli
