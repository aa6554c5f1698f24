#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "tb/config/config.h"
#include "tb/config/gtkwave_save_name.h"
#include "tb/outputs/run_output.h"
#include "tb/outputs/waveform_files.h"
#include "tb/sim/run_waveform.h"
#include "tb/system/file_error.h"
#include "tb/trace/gtkwave_save.h"
#include "tb/trace/trace_file.h"

namespace flitcast {
namespace {

/// The waveform files of a run.
class TraceOutput final : public RunOutput {
 public:
  TraceOutput(const Config& config, trace::TraceRequest request)
      : config_(config), request_(std::move(request)) {
    const TraceConfig& keys = config_.trace;
    check_waveform_suffix(config, "trace.vcd", keys.vcd_file, ".vcd");
    check_waveform_suffix(config, "trace.fst", keys.fst_file, ".fst");
    if (!keys.vcd_file.empty()) {
      vcd_ = SourceLocations::with_output("trace.vcd", [&] {
        return std::make_unique<AtomicFile>(keys.vcd_file, config_.places.of("trace.vcd").text());
      });
    }
    if (!keys.fst_file.empty()) {
      fst_ = SourceLocations::with_output("trace.fst", [&] {
        return std::make_unique<trace::FstFile>(keys.fst_file,
                                                config_.places.of("trace.fst").text());
      });
    }
    dump_file_ = keys.vcd_file.empty() ? keys.fst_file : keys.vcd_file;
    open_save_file(vcd_ ? "trace.vcd" : "trace.fst");
    files_ = std::make_unique<trace::TraceFiles>(vcd_.get(), fst_.get());
    waveform_ = std::make_unique<RunWaveform>(
        request_, *config_.topology, config_.network, period_in_picoseconds(config_),
        RunWaveform::File{*files_, date_of_waveforms(), "flitcast"});
  }

  void watch(RunParts& parts) override { parts.observers.push_back(waveform_.get()); }

  void failed() override {
    if (!files_->failure().empty()) {
      throw FileError(files_->failure());
    }
  }

  void write(const RunResult& /*run*/, const std::string& /*json*/) override {
    const RunWaveform::Written& written = waveform_->written();
    if (vcd_) {
      vcd_->flush();
    }
    if (fst_) {
      fst_->flush();
    }
    if (save_) {
      save_->write(trace::gtkwave_save(written.signals,
                                       {absolute_path(dump_file_), written.from, written.to,
                                        period_in_picoseconds(config_), written.stuck},
                                       config_.network.vcs));
      save_->flush();
    }
  }

  std::vector<std::string> remarks() const override {
    std::vector<std::string> remarks;
    if (waveform_->written().from == waveform_->written().to) {
      remarks.emplace_back("the waveform is empty: the run ended before the cycles to be traced");
    }
    if (!kept_.empty()) {
      remarks.push_back(kept_ + " is not a save file of flitcast and stays as it is");
    }
    return remarks;
  }

  std::vector<AtomicFile*> files() override {
    std::vector<AtomicFile*> files;
    for (AtomicFile* file : {vcd_.get(), fst_ ? &fst_->file() : nullptr, save_.get()}) {
      if (file != nullptr) {
        files.push_back(file);
      }
    }
    return files;
  }

 private:
  void open_save_file(const char* key) {
    const std::string name = gtkwave_save_name(dump_file_);
    switch (save_file_for(dump_file_)) {
      case SaveFile::kWritten:
        save_ = std::make_unique<AtomicFile>(name, config_.places.of(key).text());
        return;
      case SaveFile::kKept:
        kept_ = name;
        return;
      case SaveFile::kNone:
        return;
    }
  }

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

}  // namespace

std::unique_ptr<RunOutput> trace_output(const Config& config, trace::TraceRequest request) {
  return std::make_unique<TraceOutput>(config, std::move(request));
}

}  // namespace flitcast
