#include "tb/report/sweep/sweep_pictures.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "tb/report/page/columns.h"
#include "tb/report/page/spec.h"
#include "tb/report/sweep/encodings.h"
#include "tb/report/sweep/series.h"

namespace flitcast {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kMostLabels = 12;  // of crossovers in a picture
constexpr std::size_t kManyPoints = 400;
constexpr int kHeight = 420;
constexpr int kLowHeight = 300;

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

/// What tells the two points of a crossover from others, by the fields of parameters: x of none, so
/// that it is not shown where x is chosen.
std::vector<std::size_t> telling(const SweepView& view) {
  std::vector<std::size_t> columns = view.varied();
  columns.erase(
      std::remove_if(columns.begin(), columns.end(),
                     [&](std::size_t column) { return view.table().column(column).distinct <= 1; }),
      columns.end());
  return columns;
}

Json crossover_data(const SweepView& view, const std::vector<SweepCrossover>& found) {
  std::vector<std::string> names{"x", "y", "label", "text", "before", "behind"};
  const std::vector<std::size_t> keys = telling(view);
  for (const std::size_t key : keys) {
    names.push_back(field_of(key));
    names.push_back(behind_field(field_of(key)));
  }
  std::vector<Crossover> places;
  places.reserve(found.size());
  for (const SweepCrossover& crossover : found) {
    places.push_back(crossover.at);
  }
  std::vector<std::string> labels(found.size());
  if (found.size() <= kMostLabels) {
    labels = crossover_labels(places, log_spread(view.x()), log_spread(view.y()));
  }
  Columns columns(names);
  for (std::size_t i = 0; i < found.size(); ++i) {
    const Crossover& at = places[i];
    std::vector<Json> row{shortened(at.x), shortened(at.y),
                          labels[i],       fmt::format("{} → {}", at.lower_before, at.lower_behind),
                          at.lower_before, at.lower_behind};
    for (const std::size_t key : keys) {
      const PointTable::Column& column = view.table().column(key);
      for (const std::size_t point : {found[i].before, found[i].behind}) {
        row.push_back(key == view.axes().x ? Json("between")
                                           : drawn_value(column, column.values[point]));
      }
    }
    columns.add(std::move(row));
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

/// A picture without lines: values of x that are names have nothing between them.
Json without_lines(Json spec) {
  auto& layers = spec["layer"];
  layers.erase(std::remove_if(layers.begin(), layers.end(),
                              [](const Json& layer) { return layer["mark"]["type"] == "line"; }),
               layers.end());
  return spec;
}

Json sweep_spec(const SweepView& view, const char* asset_name, const SpecValues& values) {
  Json spec = fill_asset(asset_name, values);
  return view.x().numeric ? spec : without_lines(std::move(spec));
}

/// Series that lie one on the other, which a picture cannot show.
void tell_coinciding(Page& page, const SweepView& view, std::size_t column, const char* what,
                     const std::optional<Json>& facet) {
  constexpr std::size_t kMostLists = 6;
  const std::vector<std::vector<std::string>> lists = coinciding(view, column, facet);
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < std::min(lists.size(), kMostLists); ++i) {
    texts.push_back(fmt::format("{}", fmt::join(lists[i], " ≡ ")));
  }
  if (lists.size() > kMostLists) {
    texts.push_back(fmt::format("and {} more", lists.size() - kMostLists));
  }
  if (!texts.empty()) {
    page.text(fmt::format("{}: {}.", what, fmt::join(texts, "; ")));
  }
}

void add_theory(Page& page, const SweepView& view, const std::string& data,
                const std::optional<Json>& facet, SpecValues& values) {
  const std::string predicted = field_of(*view.table().find("predicted_cycles"));
  const std::string bound = field_of(*view.table().find("lower_bound_cycles"));
  values["theory"] =
      fmt::format("datum.{0} === null ? null : max(datum.{0}, datum.{1})", predicted, bound);
  values["bound"] = bound;
  values["alone"] = data;
  page.add_data(data, view.alone(facet));
}

}  // namespace

std::string measure_title(const SweepView& view) {
  return fmt::format("{} against {}", view.y().name, view.x().name);
}

std::string sweep_description(const SweepView& view) {
  const std::size_t points = view.table().points();
  std::string text =
      fmt::format("{} {} point{}", points, view.table().predicted() ? "predicted" : "simulated",
                  points == 1 ? "" : "s");
  const char* mark = ":";
  for (const std::size_t column : view.varied()) {
    text += fmt::format("{} {} {}", mark, view.table().column(column).name, view.range(column));
    mark = ";";
  }
  return text;
}

void add_selectors(Page& page, const SweepView& view) {
  std::vector<Page::Selector> keys;
  for (const std::size_t column : view.varied()) {
    const PointTable::Column& data = view.table().column(column);
    if (data.distinct > 1) {
      keys.push_back({field_of(column), data.name, drawn_values(data)});
    }
  }
  if (!keys.empty()) {
    page.begin_section("Show");
    page.selectors(keys, "points");
    page.end_section();
  }
}

void add_main_picture(Page& page, const SweepView& view, const std::string& data,
                      const std::optional<Json>& facet) {
  const std::vector<SweepCrossover> found = crossovers(view, facet);
  page.add_data(data, crossover_data(view, found));
  SpecValues values = spec_values(view, measure_title(view));
  values["crossovers"] = data;
  if (facet) {
    values["filter"]["filter"] = fmt::format("datum.{} === {}", field_of(*view.axes().facet),
                                             drawn_value(*view.facet(), *facet).dump());
    limit_legends(values, view.colors_in(*facet));
  }
  std::vector<std::string> used{"points", data};
  if (view.shows_theory()) {
    used.push_back(data + " alone");
    add_theory(page, view, used.back(), facet, values);
  }
  page.picture(
      sweep_spec(view, view.shows_theory() ? "sweep_theory.vl.json" : "sweep_measure.vl.json",
                 values),
      used, {});
  tell_coinciding(page, view, view.axes().y, "Series that coincide", facet);
  if (view.shows_theory()) {
    tell_coinciding(page, view, *view.table().find("lower_bound_cycles"),
                    "Lower bounds that coincide", facet);
  }
  if (!found.empty()) {
    page.text("Crossovers, on straight lines between the points:");
    page.table("Crossovers", data,
               {{"before", "lower before"},
                {"behind", "lower from there"},
                {"x", view.x().name},
                {"y", view.y().name}});
  }
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
    page.picture(sweep_spec(view, "sweep_measure.vl.json", values), {"points", "none"}, {});
  }
  page.end_section();
}

void add_chosen_picture(Page& page, const SweepView& view) {
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
  page.picture(sweep_spec(view, "sweep_any.vl.json", values), {"points"}, {});
  page.end_section();
}

}  // namespace flitcast
