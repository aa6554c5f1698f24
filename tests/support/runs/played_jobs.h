#pragma once

#include <string>
#include <utility>
#include <vector>

#include "tb/plan/planned_run.h"
#include "tb/sim/simulated_run.h"
#include "tests/support/runs/played_program.h"

namespace flitcast {

/// Plays the jobs of keys; a value that begins with num_ranks is the text of a program.
inline JobsRun play_jobs(const GivenKeys& keys) {
  const TempFolder folder;
  RawConfig raw;
  int files = 0;
  for (const auto& [key, value] : keys) {
    const bool text = value.rfind("num_ranks", 0) == 0;
    give(raw, key, text ? folder.write("program" + std::to_string(files++), value) : value);
  }
  const PlannedRun plan = plan_run(raw);
  return std::get<JobsRun>(simulate(plan, {}));
}

}  // namespace flitcast
