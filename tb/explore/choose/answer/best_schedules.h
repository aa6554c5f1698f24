#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tb/explore/choose/answer/decision_map.h"
#include "tb/explore/choose/choose_runs.h"

namespace flitcast::explore {

/// What is played beside the algorithms.
struct ScheduleSearch {
  std::vector<std::string> files;  ///< schedules that were given
  std::string folder = {};         ///< where synthesized ones go
  std::int64_t seconds = 0;        ///< for each scenario; 0: none are looked for
};

/// A schedule that can be played in a scenario.
struct PlayableSchedule {
  BestSchedule schedule;
  std::uint32_t parts;  ///< that blocks are divided into
};

/// The fastest schedules that are no algorithms.
class BestSchedules {
 public:
  /// Finds out, before anything is simulated, which of the files can be played where. Throws
  /// ConfigError for operations of which there is no synthesis, and for files that are of another
  /// operation, root or destinations, or fit nowhere. `request` must outlive it.
  BestSchedules(ScheduleSearch search, const ChooseRequest& request);

  /// Enters the fastest at both ends of every region: of the files, and of those that are
  /// synthesized for the scenario, with blocks of 1, 2, 4 … 16 chunks where they can be divided so;
  /// the root is that of the configuration. They are simulated. Throws FileError.
  void add(ChooseRuns& runs, DecisionMap& answer) const;

 private:
  void enter_file(const std::string& file);

  ScheduleSearch search_;
  const ChooseRequest& request_;
  std::vector<std::vector<PlayableSchedule>> given_;  // by scenario
};

}  // namespace flitcast::explore
