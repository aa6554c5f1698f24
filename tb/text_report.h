#pragma once

#include <string>

#include "tb/config.h"
#include "tb/plan.h"
#include "tb/result.h"

namespace flitcast {

/// What `flitcast run` prints.
std::string run_report(const Plan& plan, const RunResult& result);

/// What `flitcast check` prints: what is known of a run without simulating it.
std::string check_report(const Plan& plan);

}  // namespace flitcast
