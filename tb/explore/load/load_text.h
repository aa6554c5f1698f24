#pragma once

#include <string>
#include <vector>

#include "tb/explore/load/load_curves_json.h"
#include "tb/explore/points/sweep_folder.h"

namespace flitcast {

/// A curve as text: its theory, where it saturates, and a line for every point.
std::string curve_text(const CurveOutcome& outcome, const SweepFolder& folder);

/// A line for every curve: its theory and where it saturates.
std::string curves_table(const std::vector<CurveOutcome>& outcomes);

}  // namespace flitcast
