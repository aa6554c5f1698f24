#pragma once

#include <string>
#include <vector>

#include "tb/config/ini/raw_config.h"
#include "tb/explore/load/curve_search.h"
#include "tb/explore/points/point_result.h"
#include "tb/explore/points/sweep_folder.h"
#include "tb/explore/sweep/sweep_points.h"
#include "tb/measures/prediction.h"

namespace flitcast::explore {

/// A latency–load curve: a configuration with load, its rate left open, and what is known of its
/// points.
struct LoadCurve {
  std::string name;   ///< human-readable: the file, and what is swept besides
  RawConfig config;   ///< without load.rate
  std::string title;  ///< "uniform on mesh 8x8, …"
  LoadPrediction prediction;
  double saturation = 4;  ///< load.saturation
  Rate most = kFullRate;  ///< that can be offered
  Scale scale;            ///< what a cycle and a flit are outside
  CurvePoints points;     ///< those with a result
  std::size_t failed = 0;
};

/// The curves of a configuration: one, or one for every point of its [sweep]. `name` is that of the
/// file. What people should know, like points that its sweep skips, is added to `notes`. Throws
/// ConfigError, also where no load is played.
std::vector<LoadCurve> curves_of(const RawConfig& raw, const std::string& name,
                                 std::vector<std::string>& notes);

/// The points of a curve at these rates, in their order. Throws ConfigError.
Sweep points_at(const LoadCurve& curve, const std::vector<Rate>& rates);

/// What a result says of its point. `saturation` and `zero_load` tell when it is saturated.
CurvePoint curve_point(const PointResult& result, const LoadCurve& curve);

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
