#include "tb/explore/load/load_curves_json.h"

#include <nlohmann/json.hpp>

#include "tb/results/json_parts.h"
#include "tb/system/program.h"

namespace flitcast {
namespace {

using Json = nlohmann::ordered_json;

Json rate_json(Rate rate) {
  return static_cast<double>(rate) / static_cast<double>(kFullRate);
}

Json saturation_json(const LoadCurve& curve) {
  const auto bracket = saturation_bracket(curve.points);
  return {{"beyond_zero_load", curve.saturation},
          {"stable_up_to", bracket ? rate_json(bracket->stable) : Json(nullptr)},
          {"saturated_from", bracket ? rate_json(bracket->saturated) : Json(nullptr)}};
}

Json curve_json(const CurveOutcome& outcome) {
  const LoadCurve& curve = *outcome.curve;
  const LoadBounds& bounds = curve.prediction.bounds;
  Json points = Json::array();
  for (const SweepPoint& point : outcome.sweep->points) {
    points.push_back(point.name);
  }
  return {{"name", curve.name},
          {"title", curve.title},
          {"zero_load", finite(curve.prediction.zero_load)},
          {"bound", finite(bounds.smallest())},
          {"bounds",
           {{"channel", finite(bounds.channel)},
            {"bisection", finite(bounds.bisection)},
            {"injection", finite(bounds.injection)},
            {"ejection", finite(bounds.ejection)}}},
          {"saturation", saturation_json(curve)},
          {"points", points}};
}

}  // namespace

std::string load_curves_json(const std::vector<CurveOutcome>& outcomes) {
  Json json{{"schema", kCurvesSchema}, {"version", program_version()}, {"curves", Json::array()}};
  for (const CurveOutcome& outcome : outcomes) {
    json["curves"].push_back(curve_json(outcome));
  }
  return json_text(json);
}

}  // namespace flitcast
