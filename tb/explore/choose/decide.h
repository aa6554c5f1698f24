#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "tb/explore/choose/choose_runs.h"
#include "tb/explore/choose/scenario_comparison.h"

namespace flitcast::explore {

/// A comparison for every scenario of a request, which must outlive them, with all forms of its
/// rows predicted. `entered` hears how many scenarios there are already. Throws ConfigError where
/// none can be played anywhere, or a given choice fits none; RowError.
std::vector<ScenarioComparison> comparisons_of(const ChooseRequest& request, double margin,
                                               const std::function<void(std::size_t)>& entered);

/// Simulates until every comparison is decided. Throws FileError and ConfigError, as a backend
/// does.
void decide(ChooseRuns& runs, std::vector<ScenarioComparison>& comparisons);

}  // namespace flitcast::explore
