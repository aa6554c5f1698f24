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

/// Enters the fastest schedule at both ends of every region: of the files those that fit, and of
/// those that are synthesized for the scenario, with blocks of 1, 2, 4 … 16 chunks where they can
/// be divided so; the root is that of the configuration. They are simulated. Throws ConfigError for
/// operations of which there is no synthesis and for files that fit nowhere, FileError.
void add_best_schedules(const ScheduleSearch& search, ChooseRuns& runs, DecisionMap& answer);

}  // namespace flitcast::explore
