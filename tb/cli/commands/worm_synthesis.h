#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

#include "tb/certificates/certificate_folder.h"
#include "tb/cli/arguments.h"
#include "tb/config/config.h"
#include "tb/system/files/atomic_file.h"
#include "tb/system/terminal_line.h"
#include "traffic/schedule/schedule.h"
#include "traffic/worms/worm_search.h"

namespace flitcast::cli {

/// The solver is to look for worms: it is told their --ways, or nothing else knows the operation.
/// Throws ConfigError for ways that there are not.
bool is_solved(const Arguments& arguments, const OperationKind& operation);

/// What `flitcast synthesize` does then.
class WormSynthesis {
 public:
  /// Throws ConfigError for what there is no search for.
  WormSynthesis(const Arguments& arguments, const OperationKind& operation, const Config& config,
                std::chrono::duration<double> time);

  /// Throws ConfigError.
  void search();
  std::string report() const;
  void write(AtomicFile& file) const;
  /// Why there is no schedule with a round less, and the schedule, unless it is played backwards.
  Certificate proof() const;

 private:
  bool is_to_end();
  void make_schedule();
  std::string claim() const;
  std::string schedule_text() const;

  const Config& config_;
  std::string ways_;
  Making making_;  // of what is looked for; backwards, along reversed ways
  std::chrono::duration<double> time_;
  WormInstance instance_;
  FewestRounds found_;
  std::vector<Round> rounds_;
  Schedule schedule_;
  double seconds_ = 0;
  TerminalLine::Clock::time_point begun_ = TerminalLine::Clock::now();
  TerminalLine line_{stderr};
};

}  // namespace flitcast::cli
