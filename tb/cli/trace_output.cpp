#include "tb/cli/trace_output.h"

#include <cstdint>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <utility>

#include <fmt/chrono.h>
#include <fmt/format.h>

#include "tb/config/config_value.h"
#include "tb/config/gtkwave_save_name.h"
#include "tb/system/console.h"
#include "tb/system/file_error.h"

namespace flitcast {
namespace {

/// The name of a waveform ends in what it is; that of a device or a pipe may be any.
void check_suffix(const Config& config, const char* key, const std::string& file,
                  const char* suffix) {
  std::error_code error;
  const bool special =
      std::filesystem::exists(file, error) && !std::filesystem::is_regular_file(file, error);
  const std::string own = std::filesystem::path(file).extension().string();
  if (file.empty() || special || own == suffix) {
    return;
  }
  const char* const other = own == ".vcd" ? " or trace.vcd" : own == ".fst" ? " or trace.fst" : "";
  throw config.places.error(key, fmt::format("{} does not end in {}; give a name that does{}",
                                             in_quotes(file), suffix, other));
}

/// What the files say of when they were made: SOURCE_DATE_EPOCH, in seconds since 1970, as tools
/// that build reproducibly take it, or nothing that changes. Throws ConfigError where it is no
/// time.
std::string date_of_files() {
  constexpr std::int64_t kLast = 253'402'300'799;  // of the year 9999
  const char* const seconds = std::getenv("SOURCE_DATE_EPOCH");
  if (seconds == nullptr) {
    return "not recorded";
  }
  try {
    const std::time_t time = parse_integer(seconds, kNoUnit, 0, kLast);
    return fmt::format("{:%Y-%m-%d %H:%M:%S} UTC", fmt::gmtime(time));
  } catch (const ValueError& error) {
    throw ConfigError(fmt::format("SOURCE_DATE_EPOCH: {}", error.what()));
  }
}

}  // namespace

TraceOutput::TraceOutput(const Config& config, TraceRequest request)
    : config_(config), request_(std::move(request)) {
  const TraceConfig& trace = config_.trace;
  check_suffix(config, "trace.vcd", trace.vcd_file, ".vcd");
  check_suffix(config, "trace.fst", trace.fst_file, ".fst");
  if (!trace.vcd_file.empty()) {
    vcd_ = std::make_unique<AtomicFile>(trace.vcd_file, config_.places.of("trace.vcd"));
  }
  if (!trace.fst_file.empty()) {
    fst_ = std::make_unique<FstFile>(trace.fst_file, config_.places.of("trace.fst"));
  }
  dump_file_ = trace.vcd_file.empty() ? trace.fst_file : trace.vcd_file;
  open_save_file(vcd_ ? "trace.vcd" : "trace.fst");
  files_ = std::make_unique<TraceFiles>(vcd_.get(), fst_.get());
  waveform_ = std::make_unique<RunWaveform>(
      request_, *config_.topology, config_.network, period_in_picoseconds(config_),
      RunWaveform::File{*files_, date_of_files(), "flitcast"});
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
  save_ = std::make_unique<AtomicFile>(name, config_.places.of(key));
}

void TraceOutput::check_writes() const {
  if (!files_->failure().empty()) {
    throw FileError(files_->failure());
  }
}

void TraceOutput::finish() {
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
    save_->write(gtkwave_save(written.signals,
                              {dump, written.from, written.to, period_in_picoseconds(config_),
                               written.stuck, config_.network.vcs}));
    save_->flush();
  }
}

std::vector<AtomicFile*> TraceOutput::files() const {
  std::vector<AtomicFile*> files;
  for (AtomicFile* file : {vcd_.get(), fst_ ? &fst_->file() : nullptr, save_.get()}) {
    if (file != nullptr) {
      files.push_back(file);
    }
  }
  return files;
}

}  // namespace flitcast
