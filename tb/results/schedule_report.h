#pragma once

#include <string>

#include "tb/measures/result.h"
#include "tb/plan/plan.h"
#include "tb/text/text_columns.h"

namespace flitcast {

/// The line that all reports of a schedule begin with: algorithm, operation, network and μ.
std::string title(const Draft& draft);

/// What a run of a schedule says, and what is known of it without simulating it.
void add_run(const Plan& plan, const ScheduleRun& result, Facts& facts);
void add_check(const Plan& plan, Facts& facts);

}  // namespace flitcast
