#include <cmath>
#include <cstdio>
#include <memory>
#include <optional>
#include <vector>

#include <fmt/format.h>

#include "tb/cli/arguments.h"
#include "tb/cli/commands.h"
#include "tb/cli/trace_output.h"
#include "tb/measures/activity_counter.h"
#include "tb/plan/matrix_csv.h"
#include "tb/plan/plan.h"
#include "tb/results/activity_csv.h"
#include "tb/results/expectations.h"
#include "tb/results/link_csv.h"
#include "tb/results/message_csv.h"
#include "tb/results/result_json.h"
#include "tb/results/text_report.h"
#include "tb/sim/probe_observer.h"
#include "tb/sim/progress.h"
#include "tb/sim/run_progress.h"
#include "tb/sim/schedule_run.h"
#include "tb/system/atomic_file.h"
#include "tb/system/console.h"
#include "tb/system/shown_text.h"
#include "tb/trace/trace_request.h"

namespace flitcast {
namespace {

constexpr const char* kHelp =
    R"(Plays the algorithm of a configuration file on the simulated network, cycle by cycle, and compares
with the prediction. A key on the command line goes over the file. What is not given comes from
the row of the algorithm. A result file (--output.json) is a configuration, too: its run is repeated.
--only-json writes no file but output.json, whatever else is asked for.
)";

/// The files a run writes, opened before it starts and made visible all together after it. Errors
/// name the key that asked for the file.
class Outputs {
 public:
  /// With `only_json`, all files but output.json are left out.
  Outputs(const Config& config, const Topology& topology, bool only_json)
      : places_(config.places),
        json_to_stdout_(config.json_file == "-"),
        json_(open("output.json", json_to_stdout_ ? "" : config.json_file)),
        messages_(open("output.messages", only_json ? "" : config.messages_file)),
        links_(open("output.links", only_json ? "" : config.links_file)),
        activity_(open("output.activity", only_json ? "" : config.activity_file)),
        data_(open("output.data", only_json ? "" : config.result_data_file)) {
    if (!config.messages_file.empty() || config.expectations.count("messages_hash") != 0) {
      deliveries_.emplace(messages_.get());
    }
    if (activity_) {
      counter_.emplace(topology, config.network);
      counting_.emplace(*counter_);
    }
  }

  /// Counts events, where they are asked for.
  RunObserver* counting() { return counting_ ? &*counting_ : nullptr; }
  DeliverySink* deliveries() { return deliveries_ ? &*deliveries_ : nullptr; }
  /// Throws if the simulation ended because a message could not be written.
  void check_deliveries() const {
    if (deliveries_ && !deliveries_->failure().empty()) {
      throw FileError(deliveries_->failure());
    }
  }
  bool json_to_stdout() const { return json_to_stdout_; }

  /// Ends the log of messages and notes its hash.
  void finish_messages(RunResult& result) {
    if (deliveries_) {
      deliveries_->finish();
      result.messages_hash = deliveries_->hash();
    }
  }

  /// Writes everything, to the last byte, but shows no file yet. `data` may be null: then
  /// output.data does not appear.
  void write(const Config& config, const RunResult& result, const Matrix* data) {
    if (json_ || json_to_stdout_) {
      json_text_ = result_json(config, result);
    }
    if (json_) {
      json_->write(json_text_);
    }
    if (links_) {
      links_->write(link_csv(result.channels));
    }
    if (activity_) {
      activity_->write(activity_csv(counter_->counted(result.completion_cycles)));
    }
    if (data == nullptr) {
      data_.reset();
    }
    if (data_) {
      data_->write(matrix_csv(*data));
    }
    for (AtomicFile* file : files()) {
      file->flush();
    }
  }

  /// What belongs on standard output instead of the table, if json_to_stdout().
  const std::string& json_text() const { return json_text_; }

  /// Those that are to appear.
  std::vector<AtomicFile*> files() const {
    std::vector<AtomicFile*> files;
    for (const File* file : {&json_, &messages_, &links_, &activity_, &data_}) {
      if (*file) {
        files.push_back(file->get());
      }
    }
    return files;
  }

 private:
  using File = std::unique_ptr<AtomicFile>;

  File open(const char* key, const std::string& name) const {
    return name.empty() ? nullptr : std::make_unique<AtomicFile>(name, places_.of(key));
  }

  const Places& places_;
  bool json_to_stdout_;
  std::string json_text_;
  File json_;
  File messages_;
  File links_;
  File activity_;
  File data_;
  std::optional<MessageCsv> deliveries_;
  std::optional<ActivityCounter> counter_;
  std::optional<ProbeObserver> counting_;
};

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

RunResult simulate_plan(const Plan& plan, Outputs& outputs, TraceOutput* trace) {
  RunProgress progress(stderr);
  ScheduleParts parts;
  parts.deliveries = outputs.deliveries();
  parts.application = plan.application();
  parts.channels = !plan.config().links_file.empty();
  if (progress.active()) {
    parts.observers.push_back(&progress);
  }
  if (trace != nullptr) {
    parts.observers.push_back(&trace->waveform());
  }
  if (RunObserver* counting = outputs.counting()) {
    parts.observers.push_back(counting);
  }
  try {
    return simulate(plan.config(), plan.topology(), plan.routing(), plan.schedule(), parts);
  } catch (const SimulatedTimeError& error) {
    throw plan.config().places.error("clock.period",
                                     fmt::format("{}; give a shorter period, or run.max_cycles up "
                                                 "to that",
                                                 error.what()));
  } catch (...) {
    outputs.check_deliveries();
    if (trace != nullptr) {
      trace->check_writes();
    }
    throw;
  }
}

/// Where the table is not printed, which has them too.
void tell_ineffective_keys(const Config& config) {
  for (const std::string& line : config.ineffective) {
    tell("note: " + line);
  }
}

int verdict(const Config& config, const RunResult& result) {
  if (result.stuck) {
    tell(stuck_text(*result.stuck));
    return exit_code::kStuck;
  }
  const std::vector<std::string> unmet = unmet_expectations(config, result);
  for (const std::string& line : unmet) {
    tell(line);
  }
  if (result.data_check == DataCheck::kFailed) {
    tell("data check failed: " + result.data_error);
    return exit_code::kUnmet;
  }
  return unmet.empty() ? exit_code::kGood : exit_code::kUnmet;
}

int run(const Arguments& arguments) {
  const Plan plan = plan_on_terminal(gather_config(arguments));
  const bool only_json = arguments.has("only-json");
  Outputs outputs(plan.config(), plan.topology(), only_json);
  std::optional<TraceOutput> trace;
  if (plan.config().trace.wanted() && !only_json) {
    trace.emplace(plan);
  } else if (plan.config().trace.wanted()) {
    resolve_trace(plan.config(), plan.schedule());
  }

  RunResult result = simulate_plan(plan, outputs, trace ? &*trace : nullptr);
  add_prediction(plan.prediction(), result);
  outputs.finish_messages(result);
  std::optional<Matrix> data;
  if (plan.application() != nullptr && !result.stuck) {
    data = plan.application()->result();
    check_result(*plan.application(), *data, result);
  }

  outputs.write(plan.config(), result, data ? &*data : nullptr);
  std::vector<AtomicFile*> files = outputs.files();
  if (trace) {
    trace->finish();
    const std::vector<AtomicFile*> waveforms = trace->files();
    files.insert(files.end(), waveforms.begin(), waveforms.end());
  }
  print(outputs.json_to_stdout() ? outputs.json_text() : printable(run_report(plan, result)));
  if (outputs.json_to_stdout() && !only_json) {
    tell_ineffective_keys(plan.config());
  }
  commit_together(files);
  return verdict(plan.config(), result);
}

}  // namespace

Command run_command() {
  Command command{"run", run};
  command.uses = {{"flitcast run CONFIG [--key=value ...] [--only-json]",
                   "simulates; results on standard output"}};
  command.help = kHelp;
  command.options = {{"only-json"}};
  command.takes_keys = true;
  return command;
}

}  // namespace flitcast
