#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "tb/report/sweep/crossovers.h"
#include "tb/report/sweep/sweep_view.h"

namespace flitcast {

/// Where two series of a sweep change order. Series are named in full: their colour, and what else
/// keeps them apart.
struct SweepCrossover {
  Crossover at;
  std::size_t before;  ///< a point of the series that is lower before it
  std::size_t behind;  ///< one of the other
};

/// Where series of different colours change order, within a value of the facet where there is one,
/// with all else equal. Several points of one place count as their mean.
std::vector<SweepCrossover> crossovers(const SweepView& view,
                                       const std::optional<nlohmann::ordered_json>& facet);

/// Names of series that have the same values of a column at the same x, a list for each such value;
/// within a value of the facet where there is one.
std::vector<std::vector<std::string>> coinciding(
    const SweepView& view, std::size_t column, const std::optional<nlohmann::ordered_json>& facet);

}  // namespace flitcast
