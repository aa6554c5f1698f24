#pragma once

#include <memory>
#include <string>
#include <vector>

#include "tb/cli/commands/run_output.h"
#include "tb/config/config.h"
#include "tb/sim/run_waveform.h"
#include "tb/trace/gtkwave_save.h"
#include "tb/trace/trace_file.h"
#include "tb/trace/trace_request.h"

namespace flitcast::cli {

/// The waveform files of a run. Errors are FileErrors and ConfigErrors that name the key.
class TraceOutput final : public RunOutput {
 public:
  /// The configuration must outlive it; `request` is what its trace keys mean.
  TraceOutput(const Config& config, trace::TraceRequest request);

  void watch(RunParts& parts) override { parts.observers.push_back(waveform_.get()); }
  void failed() override;
  void write(const RunResult& run, const std::string& json) override;
  std::vector<AtomicFile*> files() override;

 private:
  void open_save_file(const char* key);

  const Config& config_;
  trace::TraceRequest request_;
  std::unique_ptr<AtomicFile> vcd_;
  std::unique_ptr<trace::FstFile> fst_;
  std::unique_ptr<AtomicFile> save_;
  std::string dump_file_;  // that the save file opens
  std::string kept_;       // a save file of the user
  std::unique_ptr<trace::TraceFiles> files_;
  std::unique_ptr<RunWaveform> waveform_;
};

}  // namespace flitcast::cli
