#pragma once

#include <cstdint>
#include <string>

#include "tb/config/config.h"
#include "tb/measures/result.h"
#include "tb/plan/plan.h"

namespace flitcast {

/// The line that all reports begin with: algorithm, operation, network and μ.
std::string title(const Draft& draft);

/// What `flitcast run` prints.
std::string run_report(const Plan& plan, const RunResult& result);

/// What `flitcast check` prints: what is known of a run without simulating it.
std::string check_report(const Plan& plan);

}  // namespace flitcast
