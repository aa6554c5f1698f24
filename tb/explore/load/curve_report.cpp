#include <algorithm>

#include <fmt/format.h>

#include "tb/explore/load/load_curve.h"
#include "tb/results/json_parts.h"
#include "tb/system/program.h"
#include "tb/text/json_members.h"
#include "tb/text/text_columns.h"

namespace flitcast::explore {
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
          {"bounds", bounds},
          {"saturation", saturation_json(curve)},
          {"points", points}};
}

std::string saturation_text(const LoadCurve& curve) {
  const auto bracket = saturation_bracket(curve.points);
  if (!bracket) {
    return fmt::format("none up to {}",
                       curve.points.empty() ? "0" : rate_text(curve.points.rbegin()->first));
  }
  return fmt::format("stable up to {}, saturated from {}: mean latency beyond {} times zero load",
                     rate_text(bracket->stable), rate_text(bracket->saturated), curve.saturation);
}

/// What a reader of the points should know.
std::string notes_text(const LoadCurve& curve) {
  std::string text;
  const auto saturated = [](const auto& point) { return point.second.saturated; };
  if (std::any_of(curve.points.begin(), curve.points.end(), saturated)) {
    text += "  beyond saturation latencies are of the time of a run, and others in a longer one\n";
  }
  const auto bracket = saturation_bracket(curve.points);
  const auto stable = bracket ? curve.points.find(bracket->stable) : curve.points.end();
  if (stable != curve.points.end() && stable->second.unsettled) {
    text += fmt::format(
        "  note: the run at {} did not settle, and a longer one may find it saturated; give a "
        "larger\n        load.most_packets or load.most_cycles\n",
        rate_text(stable->first));
  }
  if (const auto rate = stable_beyond_saturation(curve.points)) {
    text += fmt::format(
        "  note: not saturated at {}, beyond a rate that is: so near to it, verdicts are no surer\n"
        "        than intervals of 95 %; a smaller load.precision makes them surer\n",
        rate_text(*rate));
  }
  return text;
}

/// A value of a result as a column shows it; nothing where it has none.
std::string shown(const PointResult& result, std::string_view name) {
  const ResultValue* const value = find_value(result.columns, name);
  if (value == nullptr || value->is_null()) {
    return "–";
  }
  return value->kind == ResultValue::Kind::kDecimal ? decimal(value->number()) : value->text;
}

}  // namespace

std::string load_curves_json(const std::vector<CurveOutcome>& outcomes) {
  Json json{{"schema", kCurvesSchema}, {"version", program_version()}, {"curves", Json::array()}};
  for (const CurveOutcome& outcome : outcomes) {
    json["curves"].push_back(curve_json(outcome));
  }
  return json_text(json);
}

std::string curve_text(const CurveOutcome& outcome, const SweepFolder& folder) {
  constexpr std::string_view kMeasures[] = {
      "offered",          "accepted.mean", "latency.mean", "latency.half_width",
      "latency.queueing", "latency.p50",   "latency.p99",  "theory.estimate",
      "verdict"};
  const LoadCurve& curve = *outcome.curve;
  PointReader reader(folder);
  std::vector<std::vector<std::string>> rows{{"rate", "offered", "accepted", "latency", "±",
                                              "queueing", "p50", "p99", "M/G/1", "verdict"}};
  for (std::size_t i = 0; i < outcome.sweep->points.size(); ++i) {
    const SweepPoint& point = outcome.sweep->points[i];
    const auto result = reader.read(point.name, outcome.sweep->expectations);
    std::vector<std::string> row{point.values.back()};
    for (const std::string_view measure : kMeasures) {
      row.push_back(result ? shown(*result, measure) : "–");
    }
    if (!result) {
      row.back() = "failed";
    }
    rows.push_back(std::move(row));
  }
  Facts facts;
  facts.words("zero load", fmt::format("{} cycles", decimal(curve.prediction.zero_load)));
  facts.words("bound", fmt::format("{} flits per node and cycle",
                                   decimal(curve.prediction.bounds.smallest())));
  facts.words("saturation", saturation_text(curve));
  return fmt::format("{}\n{}\n\n{}\n{}{}", curve.name, curve.title, facts.text(),
                     indented(aligned(rows), 2), notes_text(curve));
}

std::string curves_table(const std::vector<CurveOutcome>& outcomes) {
  std::vector<std::vector<std::string>> rows{
      {"curve", "zero load", "bound", "stable up to", "saturated from"}};
  for (const CurveOutcome& outcome : outcomes) {
    const LoadCurve& curve = *outcome.curve;
    const auto bracket = saturation_bracket(curve.points);
    const std::string most = curve.points.empty() ? "–" : rate_text(curve.points.rbegin()->first);
    rows.push_back({curve.name, decimal(curve.prediction.zero_load),
                    decimal(curve.prediction.bounds.smallest()),
                    bracket ? rate_text(bracket->stable) : most,
                    bracket ? rate_text(bracket->saturated) : "–"});
  }
  return aligned(rows);
}

}  // namespace flitcast::explore
