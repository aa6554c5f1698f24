#pragma once

#include <string>
#include <vector>

#include "tb/explore/choose/over/pair_comparison.h"

namespace flitcast::explore {

/// The pairs of a comparison, human-readable.
std::string comparison_text(const Comparison& comparison, const std::vector<PairComparison>& pairs);

/// The same, schema flitcast.crossover/1 (tb/RESULTS.md).
std::string comparison_json(const Comparison& comparison, const std::vector<PairComparison>& pairs);

}  // namespace flitcast::explore
