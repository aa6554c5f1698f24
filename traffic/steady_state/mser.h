#pragma once

#include <cstddef>
#include <optional>
#include <vector>

namespace flitcast {

/// How many observations of a series belong to its transient, by MSER-5: those are cut off whose
/// removal makes the standard error of the mean of the rest smallest, where the observations are
/// the means of five each (K. P. White Jr., "An effective truncation heuristic for bias reduction
/// in simulation output", Simulation 69(6), 1997; White, Cobb and Spratt, WSC 2000). Nothing where
/// that is more than half of the series, or the series shorter than ten means: it has to go on.
std::optional<std::size_t> mser_5(const std::vector<double>& series);

}  // namespace flitcast
