#include "tb/cli/arguments.h"
#include "tb/cli/commands/commands.h"
#include "tb/cli/commands/run_outputs.h"
#include "tb/results/result_json.h"
#include "tb/results/text_report.h"
#include "tb/system/console.h"

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
