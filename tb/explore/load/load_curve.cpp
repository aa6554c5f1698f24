#include "tb/explore/load/load_curve.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "tb/config/resolve/resolve.h"
#include "tb/plan/load_plan.h"
#include "tb/results/text_report.h"
#include "traffic/load/check_load.h"
#include "traffic/pattern/traffic_pattern.h"

namespace flitcast::explore {
namespace {

constexpr const char* kRate = "load.rate";

/// The least rate: everything else is checked with it.
RawConfig at_some_rate(const RawConfig& config) {
  RawConfig raw = config;
  give(raw, kRate, "0.0001");
  return raw;
}

/// What is of the point that the configuration names, and of no curve.
std::vector<std::string_view> keys_of_one_point(const RawConfig& config) {
  std::vector<std::string_view> keys{kRate};
  for (const auto& [key, text] : config.texts) {
    if (key.rfind("expect.", 0) == 0) {
      keys.push_back(key);
    }
  }
  return keys;
}

/// What can be offered so that no node has to send more than it can.
Rate most_rate_of(const LoadPlan& plan) {
  constexpr double kRounding = 1e-6;
  const LoadSettings& load = plan.config().load;
  const auto pattern = make_pattern(plan.topology(), load.pattern);
  const double most = most_rate(load, *pattern, plan.topology().processors());
  return static_cast<Rate>(std::floor(most * static_cast<double>(kFullRate) + kRounding));
}

LoadCurve curve_of(const RawConfig& config, const std::string& name) {
  if (gives_jobs(config)) {
    throw ConfigError(
        "{}: plays several jobs, and a curve is of random traffic alone; leave the sections "
        "[traffic.NAME] out",
        name);
  }
  if (!gives_load(config)) {
    throw ConfigError(
        "{}: plays no random traffic; give it a section [load], with pattern = uniform", name);
  }
  if (!gives_load_alone(config)) {
    throw ConfigError(
        "{}: plays a schedule, too, and a curve is of random traffic alone; leave [traffic] out, "
        "or give it to flitcast sweep with sweep.load.rate",
        name);
  }
  LoadCurve curve;
  curve.name = name;
  curve.config = without(config, keys_of_one_point(config));
  const LoadPlan plan(at_some_rate(curve.config));
  if (plan.config().load.pattern.word == "trace") {
    throw config.places.error("load.pattern",
                              "a trace has a rate of its own; give it to flitcast run");
  }
  if (plan.config().load.injection == Injection::kClosed) {
    throw config.places.error(
        "load.injection",
        "closed sources have no rate; give it to flitcast sweep with sweep.memory.outstanding");
  }
  curve.title = title_without_rate(plan);
  curve.prediction = plan.prediction();
  curve.saturation = plan.config().load.saturation;
  curve.most = most_rate_of(plan);
  curve.scale = scale_of(plan.config());
  return curve;
}

/// "router.vcs = 4, load.sizes = 5".
std::string values_text(const Sweep& sweep, const SweepPoint& point) {
  std::vector<std::string> parts;
  for (std::size_t i = 0; i < sweep.keys.size(); ++i) {
    parts.push_back(fmt::format("{} = {}", sweep.keys[i], point.values[i]));
  }
  return fmt::format("{}", fmt::join(parts, ", "));
}

void refuse_swept_rate(const Sweep& sweep) {
  const auto rate = std::find(sweep.keys.begin(), sweep.keys.end(), kRate);
  if (rate != sweep.keys.end()) {
    throw ConfigError(sweep.places[static_cast<std::size_t>(rate - sweep.keys.begin())],
                      "a curve goes over all rates by itself; give --rates");
  }
}

}  // namespace

std::vector<LoadCurve> curves_of(const RawConfig& raw, const std::string& name,
                                 std::vector<std::string>& notes) {
  if (raw.sweep.empty()) {
    return {curve_of(raw, name)};
  }
  Sweep sweep = expand_sweep(at_some_rate(raw));
  refuse_swept_rate(sweep);
  std::vector<LoadCurve> curves;
  for (const SweepPoint& point : sweep.points) {
    try {
      curves.push_back(curve_of(config_of(sweep, point),
                                fmt::format("{}: {}", name, values_text(sweep, point))));
    } catch (const ConfigError& error) {
      if (!sweep.skips_unfit) {
        throw;
      }
      sweep.unfit.add(error.what(), point.name, point.values);
    }
  }
  notes.insert(notes.end(), sweep.notes.begin(), sweep.notes.end());
  for (const PointGroup& group : sweep.unfit.largest_first()) {
    notes.push_back(fmt::format("skipped: {}: {}", describe(group, sweep.keys, sweep.list_sizes),
                                group.reason));
  }
  if (curves.empty()) {
    throw ConfigError(sweep.unfit.largest_first().front().reason);
  }
  return curves;
}

Sweep points_at(const LoadCurve& curve, const std::vector<Rate>& rates) {
  std::vector<std::string> texts;
  texts.reserve(rates.size());
  for (const Rate rate : rates) {
    texts.push_back(rate_text(rate));
  }
  RawConfig raw = curve.config;
  give(raw, "sweep.load.rate", fmt::format("{}", fmt::join(texts, ", ")), {"", 0, "rates"});
  return expand_sweep(raw);
}

CurvePoint curve_point(const PointResult& result, const LoadCurve& curve) {
  CurvePoint point;
  const ResultValue* const latency = find_value(result.columns, "latency.mean");
  point.latency = latency != nullptr && latency->is_number() ? latency->number() : 0;
  point.saturated = result.status == PointStatus::kStuck ||
                    has_value(result.columns, "saturated", "yes") ||
                    point.latency > curve.saturation * curve.prediction.zero_load;
  point.unsettled = !point.saturated && has_value(result.columns, "verdict", "unsettled");
  return point;
}

}  // namespace flitcast::explore
