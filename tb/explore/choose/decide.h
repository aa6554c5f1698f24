#pragma once

#include <cstddef>
#include <functional>
#include <string_view>
#include <vector>

#include "tb/explore/choose/choose_request.h"
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

/// The forms of a row that are compared: its variants, radices, partitions, segments and roots, all
/// combinations. What was given is taken as it is. What is not has bounds: radices 2 … 8, further
/// powers of two and the number of nodes; partitions of a hypercube's dimensions into parts that do
/// not grow (their order changes nothing about their sum); segments 1, 2, 4 … 256, as far as the
/// largest message; as roots, where nodes differ, node 0 and the one in the middle of all sides.
std::vector<KeyValues> choices_of(const Row& row, const Topology& topology,
                                  const ChooseRequest& request);

/// Whether forms of the row may differ in that key.
bool takes_choice(std::string_view key, const Row& row);

}  // namespace flitcast::explore
