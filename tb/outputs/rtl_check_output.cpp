#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "tb/config/config.h"
#include "tb/config/gtkwave_save_name.h"
#include "tb/cosim/library/rtl_errors.h"
#include "tb/cosim/lockstep/lockstep_observer.h"
#include "tb/outputs/run_output.h"
#include "tb/outputs/waveform_files.h"
#include "tb/system/file_error.h"
#include "tb/trace/trace_file.h"

namespace flitcast {
namespace {

std::string waveform_name(const Config& config) {
  if (!config.rtl.waveform.empty()) {
    return config.rtl.waveform;
  }
  const bool beside = !config.json_file.empty() && config.json_file != "-";
  const std::filesystem::path folder =
      beside ? std::filesystem::path(config.json_file).parent_path() : std::filesystem::path();
  return (folder / "rtl_mismatch.vcd").string();
}

class RtlCheckOutput final : public RunOutput {
 public:
  RtlCheckOutput(const Config& config, bool waveform)
      : name_(waveform ? waveform_name(config) : "") {
    if (waveform) {
      check_waveform_suffix(config, "rtl.waveform", name_, ".vcd");
      const std::string key =
          config.places.of(config.rtl.waveform.empty() ? "rtl.check" : "rtl.waveform").text();
      vcd_ = std::make_unique<AtomicFile>(name_, key);
      if (save_file_for(name_) == SaveFile::kWritten) {
        save_ = std::make_unique<AtomicFile>(gtkwave_save_name(name_), key);
      }
    }
    check_ = cosim::make_lockstep_observer(config, period_in_picoseconds(config));
  }

  void watch(RunParts& parts) override { parts.observers.push_back(&*check_); }
  /// Throws MismatchError, with the waveform in its place, where a router differs.
  void failed() override {
    const std::string mismatch = check_->mismatch();
    if (mismatch.empty()) {
      return;
    }
    if (vcd_ == nullptr) {
      throw cosim::MismatchError(mismatch);
    }
    write_waveform();
    throw cosim::MismatchError(fmt::format("{}; see {}", mismatch, name_));
  }

  void complete(RunResult& run) override { measures_of(run).rtl = check_->equality(); }

 private:
  void write_waveform() {
    trace::TraceFiles files(vcd_.get(), nullptr);
    const std::string view =
        check_->write_waveform(files, date_of_waveforms(), "flitcast", absolute_path(name_));
    if (!files.failure().empty()) {
      throw FileError(files.failure());
    }
    std::vector<AtomicFile*> written{vcd_.get()};
    vcd_->flush();
    if (save_) {
      save_->write(view);
      save_->flush();
      written.push_back(save_.get());
    }
    commit_together(written);
  }

  std::string name_;  // of the waveform; empty: none
  std::unique_ptr<AtomicFile> vcd_;
  std::unique_ptr<AtomicFile> save_;
  std::unique_ptr<cosim::LockstepObserver> check_;
};

}  // namespace

std::unique_ptr<RunOutput> rtl_check_output(const Config& config, bool waveform) {
  return std::make_unique<RtlCheckOutput>(config, waveform);
}

}  // namespace flitcast
