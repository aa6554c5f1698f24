#include "tb/report/sweep/sweep_page.h"

#include <algorithm>

#include <fmt/format.h>

#include "tb/report/sweep/area_section.h"
#include "tb/report/sweep/encodings.h"
#include "tb/report/sweep/sweep_pictures.h"
#include "tb/report/sweep/sweep_view.h"
#include "tb/results/result_file.h"

namespace flitcast {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kLegendHint = "A click in the legend picks a series, a double click all.";

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
  if (table.predicted()) {
    alarm("without a prediction", left_out.without_result, "they do not fit, not shown");
  } else {
    alarm("predicted only", left_out.predicted, "not simulated, not shown");
    alarm("without a result", left_out.without_result, "failed or not yet run, not shown");
  }
  alarm("data check failed", count(table, "data_check", "failed"), "see the table");
  page.facts(facts);
  if (const std::string caveat = area_caveat(table); !caveat.empty()) {
    page.text("Areas and periods of the clock: " + caveat + ".");
  }
  if (left_out.step > 1) {
    page.text(fmt::format("There are too many points to draw: one in {} is shown.", left_out.step));
  }
  std::vector<std::pair<std::string, std::string>> constants;
  for (const PointTable::Column& column : table.columns()) {
    if (column.distinct == 1 && column.parameter && column.parts.empty()) {
      constants.emplace_back(column.name, plain_text(column.values.front()));
    }
  }
  page.details("What all points have in common", constants);
  page.end_section();
}

/// What keeps the rows of a value of the facet, by the fields of its parts.
Json part_values(const SweepView& view, std::size_t point) {
  Json values = Json::object();
  for (const std::size_t part : parts_of(view.table(), *view.axes().facet)) {
    const PointTable::Column& column = view.table().column(part);
    values[field_of(part)] = drawn_value(column, column.values[point]);
  }
  return values;
}

void add_facets(Page& page, const SweepView& view) {
  std::size_t number = 0;
  for (const Json& value : ordered_values(*view.facet())) {
    const std::vector<Json>& values = view.facet()->values;
    const auto point = std::find(values.begin(), values.end(), value) - values.begin();
    page.begin_part(part_values(view, static_cast<std::size_t>(point)));
    page.heading(fmt::format("{} = {}", view.facet()->name, text_or_none(value)));
    add_main_picture(page, view, fmt::format("crossovers {}", ++number), value);
    page.end_part();
  }
}

std::string legend_of_theory(const SweepView& view) {
  const bool lines = view.x().numeric;
  if (view.table().predicted()) {
    return fmt::format(
        "Nothing was simulated: {} are the closed form, or the lower bound where that is higher, "
        "{} the lower bound. ",
        lines ? "points" : "points and thick dashes", lines ? "dotted lines" : "thin dashes");
  }
  return lines ? "Points are simulated; lines join the values of the closed form at the points, or "
                 "of the lower bound where that is higher; dotted ones those of the lower bound. "
               : "Points are simulated; a thick dash is the closed form, or the lower bound where "
                 "that is higher, a thin one the lower bound. ";
}

void add_main(Page& page, const SweepView& view) {
  page.begin_section(view.table().predicted() ? "Theory"
                     : view.shows_theory()    ? "Simulation and theory"
                                              : "Simulation");
  page.text((view.shows_theory() ? legend_of_theory(view) : "") + kLegendHint);
  if (view.facet() == nullptr) {
    add_main_picture(page, view, "crossovers", std::nullopt);
  } else {
    add_facets(page, view);
  }
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
    if (view.shown(column) && table.column(column).parts.empty() &&
        std::find(order.begin(), order.end(), column) == order.end()) {
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
  Page page(measure_title(view), sweep_description(view));
  page.add_data("points", view.points());
  add_head(page, view, left_out);
  add_selectors(page, view);
  add_main(page, view);
  add_excess(page, view);
  add_area(page, view);
  add_chosen_picture(page, view);
  add_table(page, view);
  return page;
}

}  // namespace flitcast
