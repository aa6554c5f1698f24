#include "tb/outputs/run_outputs.h"

#include "tb/config/config.h"
#include "tb/sim/simulated_run.h"
#include "tb/trace/trace_request.h"

namespace flitcast {

RunOutputs::RunOutputs(const PlannedRun& plan, RunFiles files) : plan_(plan) {
  const bool all = files == RunFiles::kAll;
  const Config& config = config_of(plan);
  const trace::TraceRequest trace = config.trace.wanted()
                                        ? trace::resolve_trace(config, schedule_of(plan))
                                        : trace::TraceRequest{};
  if (config.rtl.nodes.any() && !config.rtl.user.empty()) {
    add(lockstep_run(plan));
  }
  add_file_outputs(config, files, outputs_);
  if (config.trace.wanted() && all) {
    add(trace_output(config, trace));
  }
  if (config.rtl.check.any()) {
    add(rtl_check_output(config, all));
  }
}

RunResult RunOutputs::simulate() const {
  RunResult run = watched_run();
  for (const auto& output : outputs_) {
    output->complete(run);
  }
  return run;
}

std::vector<AtomicFile*> RunOutputs::write(const RunResult& run, const std::string& json) const {
  std::vector<AtomicFile*> files;
  for (const auto& output : outputs_) {
    output->write(run, json);
    const std::vector<AtomicFile*> own = output->files();
    files.insert(files.end(), own.begin(), own.end());
  }
  return files;
}

std::vector<std::string> RunOutputs::remarks() const {
  std::vector<std::string> remarks;
  for (const auto& output : outputs_) {
    const std::vector<std::string> own = output->remarks();
    remarks.insert(remarks.end(), own.begin(), own.end());
  }
  return remarks;
}

RunResult RunOutputs::watched_run() const {
  RunParts parts;
  for (const auto& output : outputs_) {
    output->watch(parts);
  }
  try {
    return flitcast::simulate(plan_, parts);
  } catch (const SimulatedTimeError& error) {
    throw config_of(plan_).places.error(
        "clock.period", "{}; give a shorter period, or run.max_cycles up to that", error.what());
  } catch (...) {
    for (const auto& output : outputs_) {
      output->failed();
    }
    throw;
  }
}

}  // namespace flitcast
