#pragma once

#include <optional>
#include <string>

#include <nlohmann/json.hpp>

#include "tb/report/page/page.h"
#include "tb/report/sweep/sweep_view.h"

namespace flitcast {

// The pictures of a sweep. The page must have view.points() as its data `points`.

/// "completion_cycles against traffic.message_flits".
std::string measure_title(const SweepView& view);

/// "60 simulated points: traffic.message_flits 1 … 256 (5 values)".
std::string sweep_description(const SweepView& view);

/// A section with a list of values for every parameter that varies.
void add_selectors(Page& page, const SweepView& view);

/// The measure against x, of a value of the facet where there is one, with theory, series that
/// coincide and crossovers. `data` names the crossovers of the picture.
void add_main_picture(Page& page, const SweepView& view, const std::string& data,
                      const std::optional<nlohmann::ordered_json>& facet);

/// A section on what was measured beyond the closed form, or that nothing was.
void add_excess(Page& page, const SweepView& view);

/// A section with any measure that is not the same in all points, for the reader to choose.
void add_chosen_picture(Page& page, const SweepView& view);

}  // namespace flitcast
