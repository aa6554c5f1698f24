#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tb/config/config.h"
#include "tb/measures/activity.h"
#include "tb/outputs/run_output.h"
#include "tb/plan/matrix_csv.h"
#include "tb/results/run_csv.h"
#include "tb/sim/link_wait_watch.h"
#include "tb/sim/perfetto_trace.h"
#include "tb/sim/probe_observer.h"
#include "tb/system/file_error.h"

namespace flitcast {
namespace {

using Text = std::optional<std::string>;

/// A file that a key names; none where the name is empty.
class FileOutput : public RunOutput {
 public:
  /// What is to be in it, of a run and its result as a document; nothing: it does not appear.
  using MakeText = std::function<Text(const RunResult& run, const std::string& json)>;

  FileOutput(const Config& config, const char* key, const std::string& name, MakeText make_text)
      : file_(SourceLocations::with_output(key,
                                           [&] {
                                             return name.empty()
                                                        ? nullptr
                                                        : std::make_unique<AtomicFile>(
                                                              name, config.places.of(key).text());
                                           })),
        make_text_(std::move(make_text)) {}

  void write(const RunResult& run, const std::string& json) final {
    if (file_ == nullptr) {
      return;
    }
    const Text text = make_text_(run, json);
    if (!text) {
      file_.reset();
      return;
    }
    file_->write(*text);
    file_->flush();
  }
  std::vector<AtomicFile*> files() final {
    return file_ == nullptr ? std::vector<AtomicFile*>{} : std::vector<AtomicFile*>{file_.get()};
  }

 protected:
  AtomicFile* file() const { return file_.get(); }

 private:
  std::unique_ptr<AtomicFile> file_;
  MakeText make_text_;
};

class LinkOutput final : public FileOutput {
 public:
  explicit LinkOutput(const Config& config)
      : FileOutput(config, "output.links", config.links_file,
                   [](const RunResult& run, const std::string& /*json*/) {
                     return link_csv(measures_of(run).channels);
                   }) {}
  void watch(RunParts& parts) override { parts.channels = true; }
};

class OperationOutput final : public FileOutput {
 public:
  explicit OperationOutput(const Config& config)
      : FileOutput(config, "output.operations", config.operations_file,
                   [this](const RunResult& run, const std::string& /*json*/) {
                     write_operations(std::get<ProgramRun>(run),
                                      [this](std::string_view text) { file()->write(text); });
                     return "";  // it has been written, piece by piece
                   }) {}
};

class WaitOutput final : public FileOutput {
 public:
  explicit WaitOutput(const Config& config)
      : FileOutput(config, "output.waits", config.waits_file,
                   [this](const RunResult& run, const std::string& /*json*/) {
                     return wait_csv(std::get<ProgramRun>(run), watch_.waits());
                   }),
        watch_(config) {}
  void watch(RunParts& parts) override { parts.observers.push_back(&watch_); }

 private:
  LinkWaitWatch watch_;
};

class ActivityOutput final : public FileOutput {
 public:
  explicit ActivityOutput(const Config& config)
      : FileOutput(config, "output.activity", config.activity_file,
                   [this](const RunResult& run, const std::string& /*json*/) {
                     return activity_csv(counter_.counted(measures_of(run).end_cycle));
                   }),
        counter_(*config.topology, config.network) {}
  void watch(RunParts& parts) override { parts.observers.push_back(&counting_); }

 private:
  ActivityCounter counter_;
  ProbeObserver counting_{counter_};
};

class PerfettoOutput final : public FileOutput {
 public:
  explicit PerfettoOutput(const Config& config)
      : FileOutput(config, "output.perfetto", config.perfetto_file,
                   [this](const RunResult& run, const std::string& /*json*/) {
                     if (const auto* const program = std::get_if<ProgramRun>(&run)) {
                       trace_.add_program(*program);
                     }
                     trace_.finish();
                     return "";  // it has been written, event by event
                   }),
        trace_(*config.topology, config.network, config.clock_period_ns, *file()) {}
  void watch(RunParts& parts) override { parts.observers.push_back(&trace_); }
  void failed() override {
    if (!trace_.failure().empty()) {
      throw FileError(trace_.failure());
    }
  }

 private:
  PerfettoTrace trace_;
};

/// output.messages, or nothing but its hash.
class MessageOutput final : public FileOutput {
 public:
  MessageOutput(const Config& config, bool has_file)
      : FileOutput(config, "output.messages", has_file ? config.messages_file : "",
                   [](const RunResult& /*run*/, const std::string& /*json*/) {
                     return "";  // it has been written already, line by line
                   }) {}
  void watch(RunParts& parts) override { parts.deliveries = &messages_; }
  void failed() override {
    if (!messages_.failure().empty()) {
      throw FileError(messages_.failure());
    }
  }
  void complete(RunResult& run) override {
    messages_.finish();
    if (auto* const schedule = std::get_if<ScheduleRun>(&run)) {
      schedule->messages_hash = messages_.hash();
    }
  }

 private:
  MessageCsv messages_{file()};
};

/// What an application has computed.
Text data_text(const RunResult& run, const std::string& /*json*/) {
  const auto* const schedule = std::get_if<ScheduleRun>(&run);
  return schedule != nullptr && schedule->data ? Text(matrix_csv(*schedule->data)) : std::nullopt;
}

}  // namespace

void add_file_outputs(const Config& config, RunFiles files, RunOutputList& outputs) {
  const bool others = files == RunFiles::kAll;
  if (files != RunFiles::kNone && !config.json_file.empty() && config.json_file != "-") {
    outputs.push_back(std::make_unique<FileOutput>(
        config, "output.json", config.json_file,
        [](const RunResult& /*run*/, const std::string& json) { return json; }));
  }
  if (!config.messages_file.empty() || config.expectations.count("messages_hash") != 0) {
    outputs.push_back(std::make_unique<MessageOutput>(config, others));
  }
  if (!others) {
    return;
  }
  if (!config.operations_file.empty()) {
    outputs.push_back(std::make_unique<OperationOutput>(config));
  }
  if (!config.waits_file.empty()) {
    outputs.push_back(std::make_unique<WaitOutput>(config));
  }
  if (!config.links_file.empty()) {
    outputs.push_back(std::make_unique<LinkOutput>(config));
  }
  if (!config.activity_file.empty()) {
    outputs.push_back(std::make_unique<ActivityOutput>(config));
  }
  if (!config.perfetto_file.empty()) {
    outputs.push_back(std::make_unique<PerfettoOutput>(config));
  }
  if (!config.result_data_file.empty()) {
    outputs.push_back(
        std::make_unique<FileOutput>(config, "output.data", config.result_data_file, data_text));
  }
}

}  // namespace flitcast
