#pragma once

#include <string>
#include <vector>

#include "tb/explore/load/load_curve.h"
#include "tb/explore/points/sweep_folder.h"

namespace flitcast::explore {

/// A curve with its points in order of their rates.
struct CurveOutcome {
  const LoadCurve* curve;
  const Sweep* sweep;  ///< all its points
};

/// The schema of the document below.
inline constexpr std::string_view kCurvesSchema = "flitcast.curves/1";

/// Of every curve: name, theory, saturation, and the names of its points (tb/RESULTS.md).
std::string load_curves_json(const std::vector<CurveOutcome>& outcomes);

/// A curve as text: its theory, where it saturates, and a line for every point.
std::string curve_text(const CurveOutcome& outcome, const SweepFolder& folder);

/// A line for every curve: its theory and where it saturates.
std::string curves_table(const std::vector<CurveOutcome>& outcomes);

}  // namespace flitcast::explore
