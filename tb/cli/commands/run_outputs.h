#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tb/cli/commands/rtl_check_output.h"
#include "tb/cli/commands/trace_output.h"
#include "tb/config/config.h"
#include "tb/measures/activity_counter.h"
#include "tb/measures/result.h"
#include "tb/plan/matrix_csv.h"
#include "tb/results/csv/message_csv.h"
#include "tb/sim/probe_observer.h"
#include "tb/sim/run_progress.h"
#include "tb/sim/simulation.h"
#include "tb/system/files/atomic_file.h"

namespace flitcast {

/// What of its outputs a run is told to leave out.
struct OutputOptions {
  bool other_files = false;  ///< all but output.json
  bool names = false;        ///< of the files that are written
  bool host = false;         ///< what depends on the machine and its clock
};

/// The files a run writes, opened before it starts and made visible all together after it, and what
/// watches it. Errors name the key that asked for the file.
class RunOutputs {
 public:
  /// The configuration must outlive it; `trace` is what its trace keys mean, where there are any.
  RunOutputs(const Config& config, const TraceRequest& trace, const OutputOptions& left_out);

  DeliverySink* deliveries() { return deliveries_ ? &*deliveries_ : nullptr; }

  /// What `simulate` returns, which runs with `parts`; all that watch are added to them before.
  template <typename Simulate>
  auto watched(RunParts& parts, Simulate&& simulate) {
    add_observers(parts);
    try {
      auto measures = simulate();
      if (rtl_check_) {
        measures.rtl = rtl_check_->check().equality();
      }
      return measures;
    } catch (const SimulatedTimeError& error) {
      throw too_long(error);
    } catch (...) {
      check_writes();
      if (rtl_check_) {
        rtl_check_->require_equal();
      }
      throw;
    }
  }

  /// Ends the log of messages and notes its hash.
  void finish_messages(RunResult& result);
  /// Writes everything, to the last byte, but shows no file yet. `data` may be null: then
  /// output.data does not appear.
  void write(const std::function<std::string()>& json, const RunMeasures& measures,
             const Matrix* data);
  /// Prints the report, or the JSON where that goes to standard output, names the files and shows
  /// them.
  void show(const std::string& report);

 private:
  using File = std::unique_ptr<AtomicFile>;

  File open(const char* key, const std::string& name) const;
  void print_all(const std::string& report, const std::string& written) const;
  void add_observers(RunParts& parts);
  ConfigError too_long(const SimulatedTimeError& error) const;
  /// Throws if the simulation ended because something could not be written.
  void check_writes() const;

  const Config& config_;
  OutputOptions left_out_;
  bool json_to_stdout_;
  std::string json_text_;
  File json_;
  File messages_;
  File links_;
  File activity_;
  File data_;
  std::optional<MessageCsv> deliveries_;
  std::optional<ActivityCounter> counter_;
  std::optional<ProbeObserver> counting_;
  std::optional<TraceOutput> trace_;
  std::optional<RtlCheckOutput> rtl_check_;
  RunProgress progress_;
};

}  // namespace flitcast
