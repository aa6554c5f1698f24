#pragma once

#include <string>

#include "tb/measures/result.h"
#include "tb/plan/load_plan.h"
#include "tb/text/text_columns.h"

namespace flitcast {

/// The line that reports of a load begin with: pattern, rate, network and packets.
std::string title(const LoadPlan& plan);

/// The same without the rate.
std::string title_without_rate(const LoadPlan& plan);

/// Pattern, rate and packets alone, of the load of any configuration.
std::string load_title(const Config& config);

/// What a run of it says, and what is known of it without simulating it.
void add_run(const LoadPlan& plan, const LoadRun& run, Facts& facts);
void add_check(const LoadPlan& plan, Facts& facts);

}  // namespace flitcast
