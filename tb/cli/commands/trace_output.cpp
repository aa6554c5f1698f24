#include "tb/cli/commands/trace_output.h"

#include <utility>

#include <fmt/format.h>

#include "tb/cli/commands/waveform_files.h"
#include "tb/config/gtkwave_save_name.h"
#include "tb/system/console.h"
#include "tb/system/file_error.h"

namespace flitcast::cli {

TraceOutput::TraceOutput(const Config& config, trace::TraceRequest request)
    : config_(config), request_(std::move(request)) {
  const TraceConfig& trace = config_.trace;
  check_waveform_suffix(config, "trace.vcd", trace.vcd_file, ".vcd");
  check_waveform_suffix(config, "trace.fst", trace.fst_file, ".fst");
  if (!trace.vcd_file.empty()) {
    vcd_ = std::make_unique<AtomicFile>(trace.vcd_file, config_.places.of("trace.vcd"));
  }
  if (!trace.fst_file.empty()) {
    fst_ = std::make_unique<trace::FstFile>(trace.fst_file, config_.places.of("trace.fst"));
  }
  dump_file_ = trace.vcd_file.empty() ? trace.fst_file : trace.vcd_file;
  open_save_file(vcd_ ? "trace.vcd" : "trace.fst");
  files_ = std::make_unique<trace::TraceFiles>(vcd_.get(), fst_.get());
  waveform_ = std::make_unique<RunWaveform>(
      request_, *config_.topology, config_.network, period_in_picoseconds(config_),
      RunWaveform::File{*files_, date_of_waveforms(), "flitcast"});
}

void TraceOutput::open_save_file(const char* key) {
  const std::string name = gtkwave_save_name(dump_file_);
  switch (save_file_for(dump_file_)) {
    case SaveFile::kWritten:
      save_ = std::make_unique<AtomicFile>(name, config_.places.of(key));
      return;
    case SaveFile::kKept:
      kept_ = name;
      return;
    case SaveFile::kNone:
      return;
  }
}

void TraceOutput::failed() {
  if (!files_->failure().empty()) {
    throw FileError(files_->failure());
  }
}

void TraceOutput::write(const RunResult& /*run*/, const std::string& /*json*/) {
  const RunWaveform::Written& written = waveform_->written();
  if (written.from == written.to) {
    tell("the waveform is empty: the run ended before the cycles to be traced");
  }
  if (!kept_.empty()) {
    tell(kept_ + " is not a save file of flitcast and stays as it is");
  }
  if (vcd_) {
    vcd_->flush();
  }
  if (fst_) {
    fst_->flush();
  }
  if (save_) {
    const std::string dump = absolute_path(dump_file_);
    save_->write(trace::gtkwave_save(
        written.signals, {dump, written.from, written.to, period_in_picoseconds(config_),
                          written.stuck, config_.network.vcs}));
    save_->flush();
  }
}

std::vector<AtomicFile*> TraceOutput::files() {
  std::vector<AtomicFile*> files;
  for (AtomicFile* file : {vcd_.get(), fst_ ? &fst_->file() : nullptr, save_.get()}) {
    if (file != nullptr) {
      files.push_back(file);
    }
  }
  return files;
}

}  // namespace flitcast::cli
