#include <cmath>
#include <optional>

#include <fmt/format.h>

#include "tb/cli/arguments.h"
#include "tb/cli/commands/commands.h"
#include "tb/cli/commands/lockstep_run.h"
#include "tb/cli/commands/run_load.h"
#include "tb/cli/commands/run_outputs.h"
#include "tb/config/resolve/resolve.h"
#include "tb/plan/load_packets.h"
#include "tb/plan/plan.h"
#include "tb/results/expectations.h"
#include "tb/results/lockstep_report.h"
#include "tb/results/result_json.h"
#include "tb/results/text_report.h"
#include "tb/sim/progress.h"
#include "tb/sim/schedule_run.h"
#include "tb/system/console.h"
#include "tb/trace/trace_request.h"

namespace flitcast {
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

/// Compares what the nodes hold with what one node alone would have computed; empty if it is right.
std::string first_difference(const Application& application, const Matrix& result) {
  const Matrix expected = application.expected();
  const Matrix tolerance = application.tolerance();
  for (std::size_t row = 0; row < expected.rows; ++row) {
    for (std::size_t column = 0; column < expected.columns; ++column) {
      const double found = result.at(row, column);
      const double right = expected.at(row, column);
      const bool equal = tolerance.values.empty()
                             ? to_word(found) == to_word(right)
                             : std::abs(found - right) <= tolerance.at(row, column);
      if (!equal) {
        return fmt::format("element ({}, {}) of the {} is {}, not {}", row, column,
                           application.result_name(), found, right);
      }
    }
  }
  return "";
}

/// Puts what the theory says beside what was measured.
void add_prediction(const Prediction& prediction, RunResult& result) {
  result.predicted_cycles = prediction.cycles;
  result.predicted_terms = prediction.terms;
  result.lower_bound_cycles = prediction.lower_bound_cycles;
  result.critical_path_cycles = prediction.critical_path_cycles;
}

void check_result(const Application& application, const Matrix& data, RunResult& result) {
  const std::string difference = first_difference(application, data);
  if (!difference.empty() && result.data_check != DataCheck::kFailed) {
    result.data_check = DataCheck::kFailed;
    result.data_error = difference;
  }
}

RunResult simulate_plan(const Plan& plan, RunOutputs& outputs) {
  ScheduleParts parts;
  parts.application = plan.application();
  if (plan.config().background) {
    parts.packet_latency = packet_latency(plan.config());
  }
  const auto lockstep =
      lockstep_run(plan.config(), [&](const Config& config, RunObserver& observer) {
        ScheduleParts watched = parts;
        watched.observers = {&observer};
        simulate(config, plan.topology(), plan.routing(), plan.schedule(), watched);
      });
  parts.deliveries = outputs.deliveries();
  parts.channels = !plan.config().links_file.empty();
  RunResult result = outputs.watched(parts, [&] {
    return simulate(plan.config(), plan.topology(), plan.routing(), plan.schedule(), parts);
  });
  if (lockstep) {
    result.lockstep = lockstep->result();
  }
  return result;
}

int verdict(const Config& config, const RunResult& result) {
  if (result.stuck) {
    tell(stuck_text(*result.stuck));
    return exit_code::kStuck;
  }
  const std::vector<std::string> unmet = unmet_lines(judge(config, result));
  for (const std::string& line : unmet) {
    tell(line);
  }
  if (result.data_check == DataCheck::kFailed) {
    tell("data check failed: " + result.data_error);
    return exit_code::kUnmet;
  }
  return unmet.empty() ? exit_code::kGood : exit_code::kUnmet;
}

int run_schedule(const RawConfig& raw, const OutputOptions& left_out) {
  const Plan plan = plan_on_terminal(raw);
  const Config& config = plan.config();
  const TraceRequest trace =
      config.trace.wanted() ? resolve_trace(config, plan.schedule()) : TraceRequest{};
  RunOutputs outputs(config, trace, left_out);

  RunResult result = simulate_plan(plan, outputs);
  result.tells_host = !left_out.host;
  add_prediction(plan.prediction(), result);
  outputs.finish_messages(result);
  std::optional<Matrix> data;
  if (plan.application() != nullptr && !result.stuck) {
    data = plan.application()->result();
    check_result(*plan.application(), *data, result);
  }
  outputs.write([&] { return result_json(config, result); }, result, data ? &*data : nullptr);
  outputs.show(run_report(plan, result) +
               (result.lockstep ? "\n" + lockstep_report(*result.lockstep) : ""));
  return verdict(config, result);
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
  return gives_load_alone(raw) ? run_load(raw, left_out) : run_schedule(raw, left_out);
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

}  // namespace flitcast
