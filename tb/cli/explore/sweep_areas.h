#pragma once

#include <string>

#include "tb/area/router_synthesis.h"
#include "tb/explore/points/sweep_folder.h"
#include "tb/explore/sweep/point_areas.h"
#include "tb/explore/sweep/sweep_points.h"

namespace flitcast::explore {

/// Synthesizes the routers of all points with a result, with flits of so many bits.
PointAreas areas_of(const Sweep& sweep, const SweepFolder& folder, area::RouterSynthesis& synthesis,
                    int word_bits);

/// How areas were found, and what there is to say of them, for the terminal.
std::string area_lines(const Sweep& sweep, const PointAreas& areas,
                       const area::RouterSynthesis& synthesis);

}  // namespace flitcast::explore
