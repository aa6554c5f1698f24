#include "tb/report/load/load_pictures.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <stdexcept>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "hw/types.h"
#include "tb/report/page/columns.h"
#include "tb/report/page/spec.h"

namespace flitcast {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kHeight = 420;
constexpr int kLowHeight = 300;
constexpr double kAbove = 1.15;      // of the largest value that matters, up to the frame
constexpr double kFarBounds = 1.25;  // times the largest rate: beyond it a bound is not drawn

// Told apart by the colour-blind.
const Json kColors{"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                   "#e69f00", "#56b4e9", "#000000", "#8a6d1d"};

Json color_scale(const std::vector<ReportedCurve>& curves) {
  Json names = Json::array();
  for (const ReportedCurve& curve : curves) {
    names.push_back(curve.name);
  }
  return {{"domain", names}, {"range", kColors}};
}

Json color(const std::vector<ReportedCurve>& curves) {
  return {{"field", "curve"},
          {"type", "nominal"},
          {"title", nullptr},
          {"sort", nullptr},
          {"scale", color_scale(curves)},
          {"legend", curves.size() == 1
                         ? Json(nullptr)
                         : Json{{"symbolType", "stroke"}, {"columns", 1}, {"labelLimit", 700}}}};
}

Json sum(const Json& a, const Json& b, double sign) {
  return a.is_number() && b.is_number() ? rounded(a.get<double>() + sign * b.get<double>())
                                        : Json(nullptr);
}

double largest_rate(const std::vector<ReportedCurve>& curves) {
  double largest = 0;
  for (const ReportedCurve& curve : curves) {
    if (!curve.results.empty()) {
      largest = std::max(largest, curve.rate(curve.results.size() - 1));
    }
  }
  return largest;
}

/// Flits per cycle that the packets of every node brought to their destinations.
std::vector<double> shares(const Json& result) {
  const auto cycles = static_cast<double>(result.at("measured_to").get<Cycle>() -
                                          result.at("measured_from").get<Cycle>());
  std::vector<double> shares;
  for (const Json& node : result.at("nodes")) {
    shares.push_back(cycles > 0 ? node.at("sent_flits").get<double>() / cycles : 0);
  }
  if (shares.empty()) {
    throw std::invalid_argument("its run measured no node");
  }
  return shares;
}

/// (Σx)² / (n·Σx²): 1 where all are equal, 1/n where one has all. R. Jain, D. Chiu and W. Hawe, "A
/// quantitative measure of fairness and discrimination", DEC-TR-301, 1984.
double fairness(const std::vector<double>& shares) {
  const double total = std::accumulate(shares.begin(), shares.end(), 0.0);
  const double squares = std::inner_product(shares.begin(), shares.end(), shares.begin(), 0.0);
  return squares > 0 ? total * total / (static_cast<double>(shares.size()) * squares) : 1;
}

std::vector<Json> point_row(const ReportedCurve& curve, std::size_t point) {
  const Json& result = curve.results[point];
  const Json& latency = result.at("latency");
  const Json& accepted = result.at("accepted");
  const std::vector<double> of_nodes = shares(result);
  const auto extremes = std::minmax_element(of_nodes.begin(), of_nodes.end());
  const double mean =
      std::accumulate(of_nodes.begin(), of_nodes.end(), 0.0) / static_cast<double>(of_nodes.size());
  return {curve.name,
          curve.rate(point),
          number_or_null(latency.at("mean")),
          sum(latency.at("mean"), latency.at("half_width"), -1),
          sum(latency.at("mean"), latency.at("half_width"), 1),
          number_or_null(latency.at("queueing")),
          number_or_null(accepted.at("mean")),
          sum(accepted.at("mean"), accepted.at("half_width"), -1),
          sum(accepted.at("mean"), accepted.at("half_width"), 1),
          curve.saturated(point) ? "yes" : "no",
          result.at("verdict"),
          rounded(*extremes.first),
          rounded(mean),
          rounded(*extremes.second),
          rounded(fairness(of_nodes))};
}

/// The curves that a bound is of, by their numbers.
using BoundCurves = std::map<std::pair<double, std::string>, std::vector<std::size_t>>;

BoundCurves bounds_of(const std::vector<ReportedCurve>& curves) {
  const double most = kFarBounds * largest_rate(curves);
  BoundCurves bounds;
  for (std::size_t curve = 0; curve < curves.size(); ++curve) {
    std::map<double, std::string> lines;  // names of equal bounds are joined
    for (const auto& [name, bound] : curves[curve].bounds.items()) {
      if (bound.is_number() && bound.get<double>() <= most) {
        const double rate = rounded(bound.get<double>()).get<double>();
        lines[rate] += (lines[rate].empty() ? "" : ", ") + name;
      }
    }
    for (const auto& line : lines) {
      bounds[line].push_back(curve);
    }
  }
  return bounds;
}

/// Bounds near the rates of the picture, once for every curve that has them. Curves are named where
/// several have a bound, but not all.
Json bound_data(const std::vector<ReportedCurve>& curves, const VariedKeys& keys) {
  Columns columns(keys.behind({"name", "rate", "curve"}));
  for (const auto& [bound, numbers] : bounds_of(curves)) {
    std::vector<std::string> names;
    for (const std::size_t curve : numbers) {
      names.push_back(curves[curve].name);
    }
    const bool of_some = names.size() > 1 && names.size() < curves.size();
    const std::string text = fmt::format(
        "bound: {}{}", bound.second, of_some ? fmt::format(" ({})", fmt::join(names, ", ")) : "");
    for (const std::size_t curve : numbers) {
      columns.add(keys.row(curve, {text, bound.first, curves[curve].name}));
    }
  }
  return columns.take();
}

/// Draws what several curves share once; `of` is how many do.
Json once() {
  return Json::parse(R"([
    {"window": [{"op": "row_number", "as": "n"}], "groupby": ["name", "rate"]},
    {"joinaggregate": [{"op": "count", "as": "of"}], "groupby": ["name", "rate"]},
    {"filter": "datum.n === 1"}])");
}

Json estimate_data(const std::vector<ReportedCurve>& curves, const VariedKeys& keys) {
  Columns columns(keys.behind({"curve", "rate", "cycles"}));
  for (std::size_t i = 0; i < curves.size(); ++i) {
    const ReportedCurve& curve = curves[i];
    columns.add(keys.row(i, {curve.name, 0, rounded(curve.zero_load)}));
    for (std::size_t point = 0; point < curve.results.size(); ++point) {
      const Json& estimate = curve.results[point].at("theory").at("estimate");
      if (estimate.is_number()) {
        columns.add(keys.row(i, {curve.name, curve.rate(point), shortened(estimate)}));
      }
    }
  }
  return columns.take();
}

Json percentile_data(const std::vector<ReportedCurve>& curves, const VariedKeys& keys) {
  Columns columns(keys.behind({"curve", "rate", "name", "cycles"}));
  for (std::size_t i = 0; i < curves.size(); ++i) {
    const ReportedCurve& curve = curves[i];
    for (std::size_t point = 0; point < curve.results.size(); ++point) {
      for (const char* const name : {"p50", "p95", "p99"}) {
        columns.add(keys.row(
            i, {curve.name, curve.rate(point), name, curve.results[point].at("latency").at(name)}));
      }
    }
  }
  return columns.take();
}

/// Where the rates of stable points end for `measure`, at least at `otherwise`.
double largest_stable(const std::vector<ReportedCurve>& curves, const char* measure,
                      double otherwise) {
  double largest = otherwise;
  for (const ReportedCurve& curve : curves) {
    for (std::size_t point = 0; point < curve.results.size(); ++point) {
      const Json& value = curve.results[point].at("latency").at(measure);
      if (!curve.saturated(point) && value.is_number()) {
        largest = std::max(largest, value.get<double>());
      }
    }
  }
  return largest;
}

double saturation_latency(const std::vector<ReportedCurve>& curves) {
  double largest = 1;
  for (const ReportedCurve& curve : curves) {
    largest = std::max(largest, curve.saturation * curve.zero_load);
  }
  return largest;
}

Json point_tooltip() {
  return Json::parse(R"([
    {"field": "curve"}, {"field": "rate", "title": "offered"},
    {"field": "accepted"}, {"field": "latency", "title": "mean latency, cycles"},
    {"field": "queueing", "title": "before the network"}, {"field": "verdict"}])");
}

/// That of the curve, where it is of one.
Json bound_color(const std::vector<ReportedCurve>& curves) {
  Json of_curve{{"test", "datum.of === 1"}};
  of_curve.update(color(curves));
  return {{"condition", std::move(of_curve)}, {"value", "#8894a0"}};
}

SpecValues common_values(const std::vector<ReportedCurve>& curves, const char* description,
                         int height) {
  return {{"description", description},
          {"height", height},
          {"x_domain", {0, rounded(1.03 * largest_rate(curves))}},
          {"color", color(curves)},
          {"bound_color", bound_color(curves)},
          {"once", once()},
          {"tooltip", point_tooltip()}};
}

}  // namespace

void add_curve_data(Page& page, const std::vector<ReportedCurve>& curves, const VariedKeys& keys) {
  Columns columns(keys.behind({"curve", "rate", "latency", "low", "high", "queueing", "accepted",
                               "accepted_low", "accepted_high", "saturated", "verdict", "least",
                               "share", "greatest", "fairness"}));
  for (std::size_t i = 0; i < curves.size(); ++i) {
    for (std::size_t point = 0; point < curves[i].results.size(); ++point) {
      columns.add(keys.row(i, point_row(curves[i], point)));
    }
  }
  page.add_data("points", columns.take());
  page.add_data("bounds", bound_data(curves, keys));
  page.add_data("estimates", estimate_data(curves, keys));
  page.add_data("percentiles", percentile_data(curves, keys));
  Columns diagonal({"rate", "accepted"});
  diagonal.add({0, 0});
  diagonal.add({1, 1});
  page.add_data("diagonal", diagonal.take());
}

void add_latency_picture(Page& page, const std::vector<ReportedCurve>& curves) {
  SpecValues values = common_values(curves, "Mean latency against offered load", kHeight);
  values["y_domain"] = {0, rounded(kAbove * saturation_latency(curves))};
  page.picture(fill_asset("load_latency.vl.json", values), {"bounds", "estimates", "points"}, {});
}

void add_accepted_picture(Page& page, const std::vector<ReportedCurve>& curves) {
  SpecValues values = common_values(curves, "Accepted against offered load", kHeight);
  values["y_domain"] = {0, rounded(1.03 * largest_rate(curves))};
  page.picture(fill_asset("load_accepted.vl.json", values), {"diagonal", "bounds", "points"}, {});
}

void add_percentile_picture(Page& page, const std::vector<ReportedCurve>& curves) {
  SpecValues values =
      common_values(curves, "Percentiles of latency against offered load", kLowHeight);
  values["y_domain"] = {0, rounded(kAbove * largest_stable(curves, "p99", 1))};
  page.picture(fill_asset("load_percentiles.vl.json", values), {"percentiles"}, {});
}

void add_share_picture(Page& page, const std::vector<ReportedCurve>& curves) {
  page.picture(fill_asset("load_shares.vl.json",
                          common_values(curves, "What single nodes get through", kLowHeight)),
               {"points"}, {});
}

}  // namespace flitcast
