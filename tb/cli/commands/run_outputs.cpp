#include "tb/cli/commands/run_outputs.h"

#include <cstdio>

#include <fmt/format.h>

#include "tb/sim/model.h"
#include "tb/sim/simulated_run.h"
#include "tb/system/console.h"
#include "tb/system/files/written_files.h"
#include "tb/system/terminal_line.h"
#include "tb/text/shown_text.h"
#include "tb/text/text_columns.h"

namespace flitcast::cli {
namespace {

constexpr std::string_view kStandardOutput = "-";

/// Shows on a terminal how far the run is: "round 12/63  cycle 4711  5.3 M flit-hops/s  12 s left".
class ProgressOutput final : public RunOutput, public RunObserver, public CycleObserver {
 public:
  void watch(RunParts& parts) override {
    if (line_.active()) {
      parts.observers.push_back(this);
    }
  }
  void begin(Model& model) override {
    model_ = &model;
    model.sequencer().add_observer(*this);
  }
  void end(const std::optional<StuckReport>& /*stuck*/) override {}
  void reached(Cycle cycle) override {
    if (!line_.due()) {
      return;
    }
    const WorkloadProgress workload = model_->workload().progress();
    const double seconds = line_.seconds();
    const double hops = static_cast<double>(model_->fabric().flit_hops());
    line_.show(fmt::format("{}  cycle {}  {}flit-hops/s{}", workload.words, cycle,
                           with_prefix(seconds > 0 ? hops / seconds : 0),
                           time_left(workload.done, workload.of, seconds)));
  }

 private:
  TerminalLine line_{stderr};
  const Model* model_ = nullptr;
};

}  // namespace

RunOutputs::RunOutputs(const PlannedRun& plan, const OutputOptions& left_out)
    : plan_(plan), config_(config_of(plan)), left_out_(left_out) {
  const trace::TraceRequest trace = config_.trace.wanted()
                                        ? trace::resolve_trace(config_, schedule_of(plan))
                                        : trace::TraceRequest{};
  if (config_.rtl.nodes.any() && !config_.rtl.user.empty()) {
    outputs_.push_back(lockstep_run(plan));
  }
  outputs_.push_back(std::make_unique<ProgressOutput>());
  add_file_outputs(config_, !left_out.other_files, outputs_);
  if (config_.trace.wanted() && !left_out.other_files) {
    outputs_.push_back(trace_output(config_, trace));
  }
  if (config_.rtl.check.any()) {
    outputs_.push_back(rtl_check_output(config_, !left_out.other_files));
  }
}

RunResult RunOutputs::watched_run() const {
  RunParts parts;
  for (const auto& output : outputs_) {
    output->watch(parts);
  }
  try {
    return flitcast::simulate(plan_, parts);
  } catch (const SimulatedTimeError& error) {
    throw config_.places.error(
        "clock.period",
        fmt::format("{}; give a shorter period, or run.max_cycles up to that", error.what()));
  } catch (...) {
    for (const auto& output : outputs_) {
      output->failed();
    }
    throw;
  }
}

RunResult RunOutputs::simulate() const {
  RunResult run = watched_run();
  measures_of(run).tells_host = !left_out_.host;
  for (const auto& output : outputs_) {
    output->complete(run);
  }
  return run;
}

void RunOutputs::write(const RunResult& run, const std::string& json,
                       const std::string& report) const {
  std::vector<AtomicFile*> files;
  for (const auto& output : outputs_) {
    output->write(run, json);
    const std::vector<AtomicFile*> own = output->files();
    files.insert(files.end(), own.begin(), own.end());
  }
  print_all(json, report, left_out_.names ? "" : written_lines(files));
  commit_together(files);
}

/// Before any file appears: none does where nobody can be told.
void RunOutputs::print_all(const std::string& json, const std::string& report,
                           const std::string& written) const {
  if (config_.json_file != kStandardOutput) {
    print(printable(report + (written.empty() ? "" : "\n" + written)));
    return;
  }
  print(json);
  if (!left_out_.other_files) {
    // Where the table is not printed, which has them too.
    for (const std::string& line : config_.ineffective) {
      tell("note: " + line);
    }
  }
  if (!written.empty()) {
    tell(written);
  }
}

}  // namespace flitcast::cli
