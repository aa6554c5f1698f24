#pragma once

#include <string>
#include <variant>

#include "tb/plan/jobs_plan.h"
#include "tb/plan/load_plan.h"
#include "tb/plan/plan.h"
#include "tb/plan/program_plan.h"

namespace flitcast {

/// A run that is ready to be simulated: a schedule's, that of random traffic alone, a program's, or
/// several of them at once.
using PlannedRun = std::variant<Plan, LoadPlan, ProgramPlan, JobsPlan>;

/// Throws ConfigError for everything that a user can get wrong, RowError for what a row has wrong.
/// `watcher` may be null.
PlannedRun plan_run(const RawConfig& raw, VerifyWatcher* watcher = nullptr);

/// The same; where it takes long, a terminal on standard error shows how far it is.
PlannedRun plan_on_terminal(const RawConfig& raw);

const Config& config_of(const PlannedRun& plan);
/// Null where there is none.
const Schedule* schedule_of(const PlannedRun& plan);

/// "proving the routing  19 %  12 s left", for `seconds` since the start.
std::string proof_line(std::uint64_t done, std::uint64_t of, double seconds);

/// "verifying round 12/63  12 s left", for `seconds` since the start; rounds are counted from 0.
std::string verification_line(std::uint64_t round, std::uint64_t rounds, double seconds);

}  // namespace flitcast
