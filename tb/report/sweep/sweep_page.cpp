#include "tb/report/sweep/sweep_page.h"

#include <algorithm>

#include <fmt/format.h>

#include "tb/report/page/columns.h"
#include "tb/report/page/spec.h"
#include "tb/report/sweep/encodings.h"
#include "tb/report/sweep/sweep_view.h"
#include "tb/results/result_file.h"

namespace flitcast {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kMostLabels = 12;  // of crossovers in a picture
constexpr std::size_t kManyPoints = 400;
constexpr int kHeight = 420;
constexpr int kLowHeight = 300;

constexpr const char* kLegendHint = "A click in the legend picks a series, a double click all.";

std::string title(const SweepView& view) {
  return fmt::format("{} against {}", view.y().name, view.x().name);
}

std::string description(const SweepView& view) {
  const std::size_t points = view.table().points();
  std::string text = fmt::format("{} simulated point{}", points, points == 1 ? "" : "s");
  const char* mark = ":";
  for (const std::size_t column : view.varied()) {
    text += fmt::format("{} {} {}", mark, view.table().column(column).name, view.range(column));
    mark = ";";
  }
  return text;
}

std::ptrdiff_t count(const PointTable& table, std::string_view name, std::string_view value) {
  const auto column = table.find(name);
  if (!column) {
    return 0;
  }
  const std::vector<Json>& values = table.column(*column).values;
  return std::count(values.begin(), values.end(), Json(value));
}

void add_head(Page& page, const SweepView& view, const LeftOut& left_out) {
  const PointTable& table = view.table();
  page.begin_section("Sweep");
  std::vector<PageFact> facts{{"points", std::to_string(table.points())}};
  for (const std::size_t column : view.varied()) {
    facts.push_back({table.column(column).name, view.range(column)});
  }
  const auto alarm = [&](const char* name, auto how_many, const char* remark) {
    if (how_many > 0) {
      facts.push_back({name, std::to_string(how_many), remark, PageFact::Tone::kBad});
    }
  };
  alarm("stuck", table.stuck(), "without measurements, see the table");
  for (const std::size_t axis : {view.axes().x, view.axes().y}) {
    const std::string name = "without " + table.column(axis).name;
    alarm(name.c_str(), view.not_drawn(axis), "not in the picture, see the table");
  }
  alarm("without a result", left_out.without_result, "failed or not yet run, not shown");
  alarm("data check failed", count(table, "data_check", "failed"), "see the table");
  page.facts(facts);
  if (left_out.step > 1) {
    page.text(fmt::format("There are too many points to draw: one in {} is shown.", left_out.step));
  }
  std::vector<std::pair<std::string, std::string>> constants;
  for (const PointTable::Column& column : table.columns()) {
    if (column.distinct == 1 && column.parameter) {
      constants.emplace_back(column.name, plain_text(column.values.front()));
    }
  }
  page.details("What all points have in common", constants);
  page.end_section();
}

SpecValues spec_values(const SweepView& view, const std::string& what) {
  const PointTable& table = view.table();
  const Axes& axes = view.axes();
  return {{"description", what},
          {"filter", {{"filter", "true"}}},
          {"x", x_encoding(table, axes.x)},
          {"y", y_encoding(table, axes.y)},
          {"x_title", view.x().name},
          {"y_title", view.y().name},
          {"color", color_encoding(table, axes.color)},
          {"color_field", field_of(axes.color)},
          {"shape", shape_encoding(table, axes.color)},
          {"size", table.points() > kManyPoints ? 24 : 60},
          {"height", axes.facet ? kLowHeight : kHeight},
          {"tooltip", view.tooltip()}};
}

Json crossover_data(const SweepView& view, const std::vector<Crossover>& crossovers) {
  Columns columns({"x", "y", "label", "text", "before", "behind"});
  std::vector<std::string> labels(crossovers.size());
  if (crossovers.size() <= kMostLabels) {
    labels = crossover_labels(crossovers, log_spread(view.x()), log_spread(view.y()));
  }
  for (std::size_t i = 0; i < crossovers.size(); ++i) {
    const Crossover& crossover = crossovers[i];
    columns.add({shortened(crossover.x), shortened(crossover.y), labels[i],
                 fmt::format("{} → {}", crossover.lower_before, crossover.lower_behind),
                 crossover.lower_before, crossover.lower_behind});
  }
  return columns.take();
}

/// Lists only the colours that a part of the points has.
void limit_legends(SpecValues& values, const Json& colors) {
  for (const char* const channel : {"color", "shape"}) {
    if (values[channel].contains("legend")) {
      values[channel]["legend"]["values"] = colors;
    }
  }
}

/// `data` names the crossovers of the picture.
void add_picture(Page& page, const SweepView& view, const std::string& data,
                 const std::optional<Json>& facet) {
  const std::vector<Crossover> crossovers = view.crossovers(facet);
  page.add_data(data, crossover_data(view, crossovers));
  SpecValues values = spec_values(view, title(view));
  values["crossovers"] = data;
  if (facet) {
    values["filter"]["filter"] = fmt::format("datum.{} === {}", field_of(*view.axes().facet),
                                             drawn_value(*view.facet(), *facet).dump());
    limit_legends(values, view.colors_in(*facet));
  }
  if (view.shows_theory()) {
    const std::string predicted = field_of(*view.table().find("predicted_cycles"));
    const std::string bound = field_of(*view.table().find("lower_bound_cycles"));
    values["theory"] =
        fmt::format("datum.{0} === null ? null : max(datum.{0}, datum.{1})", predicted, bound);
    values["bound"] = bound;
  }
  std::vector<std::string> used{"points", data};
  if (view.shows_theory()) {
    used.push_back(data + " alone");
    page.add_data(used.back(), view.alone(facet));
    values["alone"] = used.back();
  }
  page.picture(
      fill_asset(view.shows_theory() ? "sweep_theory.vl.json" : "sweep_measure.vl.json", values),
      used, {});
  if (!crossovers.empty()) {
    page.text("Crossovers, on straight lines between the simulated points:");
    page.table("Crossovers", data,
               {{"before", "lower before"},
                {"behind", "lower from there"},
                {"x", view.x().name},
                {"y", view.y().name}});
  }
}

void add_main(Page& page, const SweepView& view) {
  page.begin_section(view.shows_theory() ? "Simulation and theory" : "Simulation");
  page.text(
      fmt::format("{}{}",
                  view.shows_theory()
                      ? "Points are simulated; lines join the values of the closed form at the "
                        "points, or of the "
                        "lower bound where that is higher; dotted ones those of the lower bound. "
                      : "",
                  kLegendHint));
  if (view.facet() == nullptr) {
    add_picture(page, view, "crossovers", std::nullopt);
  } else {
    std::size_t number = 0;
    for (const Json& value : ordered_values(*view.facet())) {
      page.heading(
          fmt::format("{} = {}", view.facet()->name, value.is_null() ? "none" : plain_text(value)));
      add_picture(page, view, fmt::format("crossovers {}", ++number), value);
    }
  }
  page.end_section();
}

void add_excess(Page& page, const SweepView& view) {
  const auto excess = view.table().find("excess_cycles");
  if (!excess || !view.table().column(*excess).numeric) {
    return;
  }
  const auto& cycles = view.table().column(*excess).values;
  const bool exact = std::all_of(cycles.begin(), cycles.end(),
                                 [](const Json& value) { return value.is_null() || value == 0; });
  page.begin_section("Simulated minus predicted");
  page.text(exact ? "Every point that ended took exactly as many cycles as its closed form says."
                  : "Cycles beyond the closed form; below zero where rounds overlap.");
  if (!exact) {
    page.add_data("none", Json::object());
    SpecValues values = spec_values(view, "Simulated minus predicted cycles");
    values["y"] = {{"field", field_of(*excess)},
                   {"type", "quantitative"},
                   {"title", "excess_cycles"},
                   {"axis", {{"tickMinStep", 1}}}};
    values["height"] = kLowHeight;
    values["crossovers"] = "none";
    page.picture(fill_asset("sweep_measure.vl.json", values), {"points", "none"}, {});
  }
  page.end_section();
}

/// A picture of any measure that is not the same in all points, for the reader to choose.
void add_any(Page& page, const SweepView& view) {
  Json fields = Json::array();
  Json names = Json::array();
  std::size_t first = 0;
  for (std::size_t i = 0; i < view.table().columns().size(); ++i) {
    const PointTable::Column& column = view.table().column(i);
    if (!column.parameter && column.numeric && column.distinct > 1 && i != view.axes().y) {
      first = column.name == "latency.mean" ? fields.size() : first;
      fields.push_back(field_of(i));
      names.push_back(column.name);
    }
  }
  if (fields.empty()) {
    return;
  }
  SpecValues values = spec_values(view, fmt::format("A chosen measure against {}", view.x().name));
  values["first"] = fields[first];
  values["fields"] = fields;
  values["names"] = names;
  page.begin_section("Another measure");
  page.picture(fill_asset("sweep_any.vl.json", values), {"points"}, {});
  page.end_section();
}

void add_table(Page& page, const SweepView& view) {
  const PointTable& table = view.table();
  std::vector<std::size_t> order = view.varied();
  if (std::find(order.begin(), order.end(), view.axes().y) == order.end()) {
    order.push_back(view.axes().y);
  }
  for (std::size_t i = 1; i <= table.columns().size(); ++i) {
    const std::size_t column = i % table.columns().size();  // the name of the point is last
    if (view.shown(column) && std::find(order.begin(), order.end(), column) == order.end()) {
      order.push_back(column);
    }
  }
  std::vector<Page::Column> columns;
  columns.reserve(order.size());
  for (const std::size_t column : order) {
    columns.push_back({field_of(column), table.column(column).name});
  }
  page.begin_section("Points");
  page.text("What is the same in all points is left out.");
  page.table("Points", "points", columns);
  page.end_section();
}

}  // namespace

Page sweep_page(const PointTable& table, const Axes& axes, const LeftOut& left_out) {
  const SweepView view(table, axes);
  Page page(title(view), description(view));
  page.add_data("points", view.points());
  add_head(page, view, left_out);
  add_main(page, view);
  add_excess(page, view);
  add_any(page, view);
  add_table(page, view);
  return page;
}

}  // namespace flitcast
