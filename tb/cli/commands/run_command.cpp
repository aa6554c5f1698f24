#include <algorithm>
#include <cstdio>
#include <string>

#include <fmt/format.h>

#include "tb/cli/arguments.h"
#include "tb/cli/commands/commands.h"
#include "tb/outputs/run_outputs.h"
#include "tb/plan/planned_run.h"
#include "tb/results/result_json.h"
#include "tb/results/text_report.h"
#include "tb/sim/model.h"
#include "tb/system/console.h"
#include "tb/system/files/written_files.h"
#include "tb/system/process_memory.h"
#include "tb/system/terminal_line.h"
#include "tb/text/shown_text.h"
#include "tb/text/text_columns.h"

namespace flitcast::cli {
namespace {

constexpr const char* kRunHelp =
    R"(Plays the algorithm of a configuration file on the simulated network, cycle by
cycle, and compares with the prediction; or random traffic, where it has a
section [load], one point of the curve that flitcast load draws. With both
sections the algorithm is played alone and then under that load. A file that is
a program (GOAL text, MSCCL XML, Chakra, netrace or a CSV trace) is played on
the network of the keys that are given (tb/programs/README.md). A key on the
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

/// Prints the report, or `json` where that goes to standard output, and names the files.
void print_all(const Config& config, const OutputOptions& left_out, const std::string& json,
               const std::string& report, const std::string& written) {
  if (config.json_file != kStandardOutput) {
    print(printable(report + (written.empty() ? "" : "\n" + written)));
    return;
  }
  print(json);
  if (!left_out.other_files) {
    // Where the table is not printed, which has them too.
    for (const std::string& line : config.ineffective) {
      tell("note: " + line);
    }
  }
  if (!written.empty()) {
    tell(written);
  }
}

/// A model of several MiB is quicker in huge pages; a very large one might need more memory with
/// them.
void make_room(const Config& config) {
  constexpr std::size_t kPerLink = 1024;  // with its share of the modules at its ends
  constexpr std::size_t kMinimumHuge = std::size_t{4} << 20U;
  constexpr std::size_t kMaximumHuge = std::size_t{256} << 20U;
  const Topology& topology = *config.topology;
  const std::size_t links =
      std::size_t{topology.nodes()} * static_cast<std::size_t>(topology.network_ports()) +
      2 * std::size_t{topology.processors()} * static_cast<std::size_t>(config.network.ports);
  const std::size_t bytes = links * kPerLink;
  if (bytes >= kMinimumHuge) {
    extend_heap_by_huge_pages(std::min(bytes, kMaximumHuge));
  }
}

int verdict(const RunResult& run, const std::vector<std::string>& unmet) {
  if (measures_of(run).stuck) {
    tell(stuck_text(*measures_of(run).stuck));
    return exit_code::kStuck;
  }
  for (const std::string& line : unmet) {
    tell(line);
  }
  if (measures_of(run).data_check == DataCheck::kFailed) {
    tell("data check failed: " + measures_of(run).data_error);
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
  RunOutputs outputs(plan, left_out.other_files ? RunFiles::kOnlyJson : RunFiles::kAll);
  outputs.add(std::make_unique<ProgressOutput>());
  make_room(config);
  RunResult result = outputs.simulate();
  measures_of(result).tells_host = !left_out.host;
  JudgedResult judged;
  if (!config.json_file.empty() || !config.expectations.empty()) {
    judged = judged_result(config, result);
  }
  const std::vector<AtomicFile*> files = outputs.write(result, judged.json);
  for (const std::string& line : outputs.remarks()) {
    tell(line);
  }
  // Before any file appears: none does where nobody can be told.
  print_all(config, left_out, judged.json, run_report(plan, result),
            left_out.names ? "" : written_lines(files));
  commit_together(files);
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
