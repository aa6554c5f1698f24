#pragma once

#include <string>

#include "tb/explore/load/load_curves_json.h"
#include "tb/explore/points/sweep_folder.h"

namespace flitcast {

/// A curve for people: its theory, where it saturates, and a line for every point.
std::string curve_text(const CurveOutcome& outcome, const SweepFolder& folder);

}  // namespace flitcast
