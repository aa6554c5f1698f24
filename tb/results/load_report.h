#pragma once

#include <string>

#include "tb/measures/load_run.h"
#include "tb/plan/load_plan.h"

namespace flitcast {

/// The line that reports of a load begin with: pattern, rate, network and packets.
std::string title(const LoadPlan& plan);

/// The same without the rate.
std::string title_without_rate(const LoadPlan& plan);

/// Pattern, rate and packets alone, of the load of any configuration.
std::string load_title(const Config& config);

/// What `flitcast run` prints of a load.
std::string load_run_report(const LoadPlan& plan, const LoadRun& run);

/// What `flitcast check` prints: what is known of it without a simulation.
std::string load_check_report(const LoadPlan& plan);

}  // namespace flitcast
