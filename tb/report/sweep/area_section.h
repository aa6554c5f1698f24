#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "tb/report/page/page.h"
#include "tb/report/sweep/sweep_view.h"

namespace flitcast {

/// What is to be said beside the areas of a table and what follows from them (flitcast sweep
/// --area): by what they were found, and what they do not tell. Empty where there are none.
std::string area_caveat(const PointTable& table);

/// The points that no other one beats: that is as good in both, and better in one. Points whose
/// `problem` differs are not compared; those without a number are left out. Indices, by problem,
/// those with the smallest area first.
std::vector<std::vector<std::size_t>> pareto_fronts(const PointTable::Column& area,
                                                    const PointTable::Column& time,
                                                    const std::vector<std::string>& problem);

/// A section with time in nanoseconds against the area of all routers, and the points that no other
/// one beats; nothing where the table has no such columns, or they are the same in all points. The
/// page must have view.points() as its data `points`.
void add_area(Page& page, const SweepView& view);

}  // namespace flitcast
