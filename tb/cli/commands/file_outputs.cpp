#include "tb/cli/commands/file_outputs.h"

#include "tb/plan/matrix_csv.h"
#include "tb/results/run_csv.h"
#include "tb/system/file_error.h"

namespace flitcast::cli {

FileOutput::FileOutput(const Config& config, const char* key, const std::string& name)
    : file_(name.empty() ? nullptr : std::make_unique<AtomicFile>(name, config.places.of(key))) {}

void FileOutput::write(const RunResult& run, const std::string& json) {
  if (file_ == nullptr) {
    return;
  }
  const std::optional<std::string> all = text(run, json);
  if (!all) {
    file_.reset();
    return;
  }
  file_->write(*all);
  file_->flush();
}

std::vector<AtomicFile*> FileOutput::files() {
  return file_ == nullptr ? std::vector<AtomicFile*>{} : std::vector<AtomicFile*>{file_.get()};
}

ResultOutput::ResultOutput(const Config& config)
    : FileOutput(config, "output.json", config.json_file) {}

std::optional<std::string> ResultOutput::text(const RunResult& /*run*/, const std::string& json) {
  return json;
}

LinkOutput::LinkOutput(const Config& config)
    : FileOutput(config, "output.links", config.links_file) {}

std::optional<std::string> LinkOutput::text(const RunResult& run, const std::string& /*json*/) {
  return link_csv(measures_of(run).channels);
}

ActivityOutput::ActivityOutput(const Config& config)
    : FileOutput(config, "output.activity", config.activity_file),
      counter_(*config.topology, config.network),
      counting_(counter_) {}

std::optional<std::string> ActivityOutput::text(const RunResult& run, const std::string& /*json*/) {
  return activity_csv(counter_.counted(measures_of(run).end_cycle));
}

DataOutput::DataOutput(const Config& config)
    : FileOutput(config, "output.data", config.result_data_file) {}

std::optional<std::string> DataOutput::text(const RunResult& run, const std::string& /*json*/) {
  const auto* const schedule = std::get_if<ScheduleRun>(&run);
  return schedule != nullptr && schedule->data ? std::optional(matrix_csv(*schedule->data))
                                               : std::nullopt;
}

MessageOutput::MessageOutput(const Config& config, bool has_file)
    : FileOutput(config, "output.messages", has_file ? config.messages_file : ""),
      messages_(file()) {}

void MessageOutput::failed() {
  if (!messages_.failure().empty()) {
    throw FileError(messages_.failure());
  }
}

void MessageOutput::complete(RunResult& run) {
  messages_.finish();
  if (auto* const schedule = std::get_if<ScheduleRun>(&run)) {
    schedule->messages_hash = messages_.hash();
  }
}

/// It has been written already, line by line.
std::optional<std::string> MessageOutput::text(const RunResult& /*run*/,
                                               const std::string& /*json*/) {
  return "";
}

}  // namespace flitcast::cli
