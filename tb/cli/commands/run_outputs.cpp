#include "tb/cli/commands/run_outputs.h"

#include <cstdio>

#include <fmt/format.h>

#include "tb/results/csv/activity_csv.h"
#include "tb/results/csv/link_csv.h"
#include "tb/system/console.h"
#include "tb/system/files/written_files.h"
#include "tb/text/shown_text.h"

namespace flitcast {

RunOutputs::RunOutputs(const Config& config, const TraceRequest& trace,
                       const OutputOptions& left_out)
    : config_(config),
      left_out_(left_out),
      json_to_stdout_(config.json_file == "-"),
      json_(open("output.json", json_to_stdout_ ? "" : config.json_file)),
      messages_(open("output.messages", left_out.other_files ? "" : config.messages_file)),
      links_(open("output.links", left_out.other_files ? "" : config.links_file)),
      activity_(open("output.activity", left_out.other_files ? "" : config.activity_file)),
      data_(open("output.data", left_out.other_files ? "" : config.result_data_file)),
      progress_(stderr) {
  if (!config.messages_file.empty() || config.expectations.count("messages_hash") != 0) {
    deliveries_.emplace(messages_.get());
  }
  if (activity_) {
    counter_.emplace(*config.topology, config.network);
    counting_.emplace(*counter_);
  }
  if (config.trace.wanted() && !left_out.other_files) {
    trace_.emplace(config, trace);
  }
  if (config.rtl.check.any()) {
    rtl_check_.emplace(config, !left_out.other_files);
  }
}

void RunOutputs::add_observers(RunParts& parts) {
  if (progress_.active()) {
    parts.observers.push_back(&progress_);
  }
  if (trace_) {
    parts.observers.push_back(&trace_->waveform());
  }
  if (counting_) {
    parts.observers.push_back(&*counting_);
  }
  if (rtl_check_) {
    parts.observers.push_back(&rtl_check_->check());
  }
}

ConfigError RunOutputs::too_long(const SimulatedTimeError& error) const {
  return config_.places.error(
      "clock.period",
      fmt::format("{}; give a shorter period, or run.max_cycles up to that", error.what()));
}

void RunOutputs::check_writes() const {
  if (deliveries_ && !deliveries_->failure().empty()) {
    throw FileError(deliveries_->failure());
  }
  if (trace_) {
    trace_->check_writes();
  }
}

void RunOutputs::finish_messages(RunResult& result) {
  if (deliveries_) {
    deliveries_->finish();
    result.messages_hash = deliveries_->hash();
  }
}

void RunOutputs::write(const std::function<std::string()>& json, const RunMeasures& measures,
                       const Matrix* data) {
  if (json_ || json_to_stdout_) {
    json_text_ = json();
  }
  if (json_) {
    json_->write(json_text_);
  }
  if (links_) {
    links_->write(link_csv(measures.channels));
  }
  if (activity_) {
    activity_->write(activity_csv(counter_->counted(measures.end_cycle)));
  }
  if (data == nullptr) {
    data_.reset();
  }
  if (data_) {
    data_->write(matrix_csv(*data));
  }
  for (const File* file : {&json_, &messages_, &links_, &activity_, &data_}) {
    if (*file) {
      (*file)->flush();
    }
  }
}

void RunOutputs::show(const std::string& report) {
  std::vector<AtomicFile*> files;
  for (const File* file : {&json_, &messages_, &links_, &activity_, &data_}) {
    if (*file) {
      files.push_back(file->get());
    }
  }
  if (trace_) {
    trace_->finish();
    const std::vector<AtomicFile*> waveforms = trace_->files();
    files.insert(files.end(), waveforms.begin(), waveforms.end());
  }
  print_all(report, left_out_.names ? "" : written_lines(files));
  commit_together(files);
}

/// Before any file appears: none does where nobody can be told.
void RunOutputs::print_all(const std::string& report, const std::string& written) const {
  if (!json_to_stdout_) {
    print(printable(report + (written.empty() ? "" : "\n" + written)));
    return;
  }
  print(json_text_);
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

RunOutputs::File RunOutputs::open(const char* key, const std::string& name) const {
  return name.empty() ? nullptr : std::make_unique<AtomicFile>(name, config_.places.of(key));
}

}  // namespace flitcast
