#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tb/cli/commands/run_output.h"
#include "tb/config/config.h"
#include "tb/measures/activity_counter.h"
#include "tb/results/run_csv.h"
#include "tb/sim/probe_observer.h"

namespace flitcast::cli {

/// A file that a key names; none where the name is empty.
class FileOutput : public RunOutput {
 public:
  FileOutput(const Config& config, const char* key, const std::string& name);

  void write(const RunResult& run, const std::string& json) final;
  std::vector<AtomicFile*> files() final;

 protected:
  /// What is to be in it; none: it does not appear.
  virtual std::optional<std::string> text(const RunResult& run, const std::string& json) = 0;
  AtomicFile* file() const { return file_.get(); }

 private:
  std::unique_ptr<AtomicFile> file_;
};

/// output.json
class ResultOutput final : public FileOutput {
 public:
  explicit ResultOutput(const Config& config);

 private:
  std::optional<std::string> text(const RunResult& run, const std::string& json) override;
};

/// output.links
class LinkOutput final : public FileOutput {
 public:
  explicit LinkOutput(const Config& config);
  void watch(RunParts& parts) override { parts.channels = true; }

 private:
  std::optional<std::string> text(const RunResult& run, const std::string& json) override;
};

/// output.activity
class ActivityOutput final : public FileOutput {
 public:
  explicit ActivityOutput(const Config& config);
  void watch(RunParts& parts) override { parts.observers.push_back(&counting_); }

 private:
  std::optional<std::string> text(const RunResult& run, const std::string& json) override;

  ActivityCounter counter_;
  ProbeObserver counting_;
};

/// output.data
class DataOutput final : public FileOutput {
 public:
  explicit DataOutput(const Config& config);

 private:
  std::optional<std::string> text(const RunResult& run, const std::string& json) override;
};

/// output.messages, or nothing but its hash.
class MessageOutput final : public FileOutput {
 public:
  MessageOutput(const Config& config, bool has_file);
  void watch(RunParts& parts) override { parts.deliveries = &messages_; }
  void failed() override;
  void complete(RunResult& run) override;

 private:
  std::optional<std::string> text(const RunResult& run, const std::string& json) override;

  MessageCsv messages_;
};

}  // namespace flitcast::cli
