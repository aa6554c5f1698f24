#include <cstdio>
#include <string>

#include <fmt/format.h>

#include "tb/cli/arguments.h"
#include "tb/cli/commands/commands.h"
#include "tb/cli/commands/run_output.h"
#include "tb/plan/planned_run.h"
#include "tb/results/result_json.h"
#include "tb/results/text_report.h"
#include "tb/sim/model.h"
#include "tb/sim/simulated_run.h"
#include "tb/system/console.h"
#include "tb/system/files/written_files.h"
#include "tb/system/terminal_line.h"
#include "tb/text/shown_text.h"
#include "tb/text/text_columns.h"

namespace flitcast::cli {
namespace {

constexpr const char* kRunHelp =
    R"(Plays the algorithm of a configuration file on the simulated network, cycle by
cycle, and compares with the prediction; or random traffic, where it has a
section [load], one point of the curve that flitcast load draws. With both
sections the algorithm is played alone and then under that load. A key on the
command line goes over the file. What is not given comes from the row of the
algorithm. A result file (--output.json) is a configuration, too: its run is
repeated.

)";

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
  RunOutputs(const PlannedRun& plan, const OutputOptions& left_out)
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

  /// Simulates the plan, watched by all.
  RunResult simulate() const {
    RunResult run = watched_run();
    measures_of(run).tells_host = !left_out_.host;
    for (const auto& output : outputs_) {
      output->complete(run);
    }
    return run;
  }

  /// Writes the files, prints the report, or `json` where that goes to standard output, names the
  /// files and shows them. `json` may be empty where no key asks for it.
  void write(const RunResult& run, const std::string& json, const std::string& report) const {
    std::vector<AtomicFile*> files;
    for (const auto& output : outputs_) {
      output->write(run, json);
      const std::vector<AtomicFile*> own = output->files();
      files.insert(files.end(), own.begin(), own.end());
    }
    print_all(json, report, left_out_.names ? "" : written_lines(files));
    commit_together(files);
  }

 private:
  RunResult watched_run() const {
    RunParts parts;
    for (const auto& output : outputs_) {
      output->watch(parts);
    }
    try {
      return flitcast::simulate(plan_, parts);
    } catch (const SimulatedTimeError& error) {
      throw config_.places.error(
          "clock.period", "{}; give a shorter period, or run.max_cycles up to that", error.what());
    } catch (...) {
      for (const auto& output : outputs_) {
        output->failed();
      }
      throw;
    }
  }

  /// Before any file appears: none does where nobody can be told.
  void print_all(const std::string& json, const std::string& report,
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

  const PlannedRun& plan_;
  const Config& config_;
  OutputOptions left_out_;
  RunOutputList outputs_;
};

int verdict(const RunResult& run, const std::vector<std::string>& unmet) {
  if (measures_of(run).stuck) {
    tell(stuck_text(*measures_of(run).stuck));
    return exit_code::kStuck;
  }
  for (const std::string& line : unmet) {
    tell(line);
  }
  const auto* const schedule = std::get_if<ScheduleRun>(&run);
  if (schedule != nullptr && schedule->data_check == DataCheck::kFailed) {
    tell("data check failed: " + schedule->data_error);
    return exit_code::kUnmet;
  }
  return unmet.empty() ? exit_code::kGood : exit_code::kUnmet;
}

int run(const Arguments& arguments) {
  const RawConfig raw = gather_config(arguments);
  const OutputOptions left_out{arguments.has("only-json"), arguments.has("quiet"),
                               arguments.has("no-host")};
  if (left_out.other_files && raw.texts.count("output.json") == 0) {
    throw ConfigError(
        "--only-json: there is no JSON to write; give --output.json=FILE, or --output.json=- for "
        "standard output");
  }
  const PlannedRun plan = plan_on_terminal(raw);
  const Config& config = config_of(plan);
  const RunOutputs outputs(plan, left_out);
  const RunResult result = outputs.simulate();
  JudgedResult judged;
  if (!config.json_file.empty() || !config.expectations.empty()) {
    judged = judged_result(config, result);
  }
  outputs.write(result, judged.json, run_report(plan, result));
  return verdict(result, judged.unmet);
}

}  // namespace

Command run_command() {
  Command command{"run", run};
  command.uses = {{"flitcast run CONFIG|ID [--key=value ...] [--only-json]",
                   "simulates; results on standard output"}};
  command.help = kRunHelp;
  command.options = {
      {"only-json", "",
       "writes no file but output.json, which is to be given, whatever else is asked for; with "
       "--output.json=- JSON on standard output is all"},
      {"no-host", "", "leaves out, of table and JSON, what depends on the machine and its clock"},
      {"quiet", "", "does not name the files that are written. Folders that they need are made"}};
  command.hints = {
      {"out", "give --output.json=FILE.json, or see flitcast help output"},
      {"operation", "give --traffic.algorithm=ID; flitcast list has the ids of every operation"},
      {"format", "give --output.json=- for JSON"}};
  command.takes_keys = true;
  return command;
}

}  // namespace flitcast::cli
