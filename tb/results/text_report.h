#pragma once

#include <string>

#include "tb/measures/result.h"
#include "tb/plan/planned_run.h"

namespace flitcast {

/// What `flitcast run` prints. `run` is of that plan.
std::string run_report(const PlannedRun& plan, const RunResult& run);

/// What `flitcast check` prints: what is known of a run without simulating it.
std::string check_report(const PlannedRun& plan);

}  // namespace flitcast
