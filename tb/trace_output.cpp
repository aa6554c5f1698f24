#include "tb/trace_output.h"

#include <ctime>
#include <filesystem>

#include <fmt/chrono.h>
#include <fmt/format.h>

#include "tb/console.h"

namespace flitcast {

TraceOutput::TraceOutput(const RawConfig& raw, const Plan& plan)
    : raw_(raw),
      config_(plan.config()),
      request_(resolve_trace(raw, plan.config(), plan.topology(), plan.schedule())) {
  const TraceConfig& trace = config_.trace;
  if (!trace.vcd_file.empty()) {
    raw_.with_file("trace.vcd", [&] { vcd_ = std::make_unique<AtomicFile>(trace.vcd_file); });
  }
  if (!trace.fst_file.empty()) {
    raw_.with_file("trace.fst", [&] { fst_ = std::make_unique<FstFile>(trace.fst_file); });
  }
  dump_file_ = trace.vcd_file.empty() ? trace.fst_file : trace.vcd_file;
  if (std::filesystem::path(dump_file_).extension() == ".gtkw") {
    throw raw.error(vcd_ ? "trace.vcd" : "trace.fst",
                    "ends in .gtkw, the name of the save file beside the waveform; give another");
  }
  open_save_file(vcd_ ? "trace.vcd" : "trace.fst");
  files_ = std::make_unique<TraceFiles>(vcd_.get(), fst_.get());
  hook_.request = &request_;
  hook_.sink = files_.get();
  hook_.date = fmt::format("{:%Y-%m-%d %H:%M:%S}", fmt::localtime(std::time(nullptr)));
  hook_.version = "flitcast";
}

// Not beside a device, and not over what somebody has arranged in the viewer.
void TraceOutput::open_save_file(const char* key) {
  std::error_code error;
  if (std::filesystem::exists(dump_file_, error) &&
      !std::filesystem::is_regular_file(dump_file_, error)) {
    return;
  }
  const std::string name = gtkwave_save_name(dump_file_);
  if (std::filesystem::exists(name, error) && !is_our_gtkwave_save(name)) {
    kept_ = name;
    return;
  }
  raw_.with_file(key, [&] { save_ = std::make_unique<AtomicFile>(name); });
}

void TraceOutput::check_writes() const {
  if (!files_->vcd_failure().empty()) {
    throw raw_.error("trace.vcd", files_->vcd_failure());
  }
  if (!files_->fst_failure().empty()) {
    throw raw_.error("trace.fst", files_->fst_failure());
  }
}

void TraceOutput::finish() {
  if (hook_.from == hook_.to) {
    tell("the waveform is empty: the run ended before the cycles to be traced");
  }
  if (!kept_.empty()) {
    tell(kept_ + " is not a save file of flitcast and stays as it is");
  }
  if (vcd_) {
    raw_.with_file("trace.vcd", [this] { vcd_->flush(); });
  }
  if (fst_) {
    raw_.with_file("trace.fst", [this] { fst_->flush(); });
  }
  if (save_) {
    const std::string dump = std::filesystem::absolute(dump_file_).lexically_normal().string();
    raw_.with_file(vcd_ ? "trace.vcd" : "trace.fst", [&] {
      save_->write(
          gtkwave_save(hook_.signals, {dump, hook_.from, hook_.to, period_in_picoseconds(config_),
                                       hook_.stuck, config_.network.vcs}));
      save_->flush();
    });
  }
}

void TraceOutput::commit() {
  if (vcd_) {
    raw_.with_file("trace.vcd", [this] { vcd_->commit(); });
  }
  if (fst_) {
    raw_.with_file("trace.fst", [this] { fst_->commit(); });
  }
  if (save_) {
    raw_.with_file(vcd_ ? "trace.vcd" : "trace.fst", [this] { save_->commit(); });
  }
}

}  // namespace flitcast
