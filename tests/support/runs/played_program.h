#pragma once

#include <string>
#include <utility>
#include <vector>

#include "tb/plan/planned_run.h"
#include "tb/sim/simulated_run.h"
#include "tests/support/temp_folder.h"

namespace flitcast {

using GivenKeys = std::vector<std::pair<std::string, std::string>>;

/// Plays the program in a file on a network.
inline ProgramRun play_program_file(const std::string& file, const GivenKeys& keys) {
  RawConfig raw;
  give(raw, "traffic.program", file);
  for (const auto& [key, value] : keys) {
    give(raw, key, value);
  }
  const PlannedRun plan = plan_run(raw);
  return std::get<ProgramRun>(simulate(plan, {}));
}

/// The same of the program in a text.
inline ProgramRun play_program(const std::string& text, const GivenKeys& keys) {
  const TempFolder folder;
  return play_program_file(folder.write("program", text), keys);
}

}  // namespace flitcast
