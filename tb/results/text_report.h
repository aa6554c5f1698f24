#pragma once

#include <string>

#include "tb/measures/result.h"
#include "tb/plan/load_plan.h"
#include "tb/plan/plan.h"
#include "tb/plan/planned_run.h"
#include "tb/plan/program_plan.h"
#include "tb/text/text_columns.h"

namespace flitcast {

/// What `flitcast run` prints. `run` is of that plan.
std::string run_report(const PlannedRun& plan, const RunResult& run);

/// What `flitcast check` prints: what is known of a run without simulating it.
std::string check_report(const PlannedRun& plan);

/// The line that reports of a load begin with: pattern, rate, network and packets.
std::string title(const LoadPlan& plan);

/// The same without the rate.
std::string title_without_rate(const LoadPlan& plan);

/// Pattern, rate and packets alone, of the load of any configuration.
std::string load_title(const Config& config);

/// What a run of it says, and what is known of it without simulating it.
void add_run(const LoadPlan& plan, const LoadRun& run, Facts& facts);
void add_check(const LoadPlan& plan, Facts& facts);

/// The line that all reports of a schedule begin with: algorithm, operation, network and μ.
std::string title(const Draft& draft);

/// What a run of a schedule says, and what is known of it without simulating it.
void add_run(const Plan& plan, const ScheduleRun& result, Facts& facts);
void add_check(const Plan& plan, Facts& facts);

/// The same three of several jobs at once.
std::string title(const JobsPlan& plan);
void add_run(const JobsPlan& plan, const JobsRun& run, Facts& facts);
void add_check(const JobsPlan& plan, Facts& facts);

/// The same three of a program.
std::string title(const ProgramPlan& plan);
void add_run(const ProgramPlan& plan, const ProgramRun& run, Facts& facts);
void add_check(const ProgramPlan& plan, Facts& facts);

}  // namespace flitcast
