#include "tb/report/sweep/area_section.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "tb/report/page/columns.h"
#include "tb/report/page/spec.h"
#include "tb/report/sweep/encodings.h"
#include "tb/results/result_file.h"

namespace flitcast {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kArea = "area.network_gates";
constexpr const char* kTime = "completion_ns";
constexpr int kAreaHeight = 420;

bool begins_with(const std::string& text, std::string_view start) {
  return text.compare(0, start.size(), start) == 0;
}

/// A column of which the builder of a machine may choose the value; the others say what the
/// machine is for.
bool is_choice(const std::string& name) {
  constexpr std::string_view kSections[] = {"router.", "link.", "topology.", "clock."};
  constexpr std::string_view kWays[] = {"traffic.algorithm", "traffic.variant",
                                        "traffic.segments",  "traffic.radix",
                                        "traffic.partition", "traffic.sync"};
  return std::any_of(std::begin(kSections), std::end(kSections),
                     [&](std::string_view section) { return begins_with(name, section); }) ||
         std::find(std::begin(kWays), std::end(kWays), name) != std::end(kWays);
}

/// The columns that points to be compared have in common.
std::vector<std::size_t> problem_columns(const PointTable& table) {
  std::vector<std::size_t> columns;
  for (std::size_t i = 0; i < table.columns().size(); ++i) {
    const PointTable::Column& column = table.column(i);
    const bool tells = column.parameter ? !is_choice(column.name) : column.name == "nodes";
    if (tells && column.distinct > 1 && column.parts.empty()) {
      columns.push_back(i);
    }
  }
  return columns;
}

std::vector<std::string> problems(const PointTable& table,
                                  const std::vector<std::size_t>& columns) {
  const std::vector<std::string> names = short_names(table, columns);
  std::vector<std::string> problems(table.points());
  for (std::size_t point = 0; point < problems.size(); ++point) {
    for (std::size_t i = 0; i < columns.size(); ++i) {
      problems[point] += fmt::format("{}{} = {}", i == 0 ? "" : ", ", names[i],
                                     text_or_none(table.column(columns[i]).values[point]));
    }
  }
  return problems;
}

/// The fronts as rows: what varies, time and area, by their fields, and the problem.
Json front_data(const PointTable& table, const std::vector<std::size_t>& columns,
                const std::vector<std::string>& problem,
                const std::vector<std::vector<std::size_t>>& fronts) {
  std::vector<std::string> names{"problem"};
  for (const std::size_t column : columns) {
    names.push_back(field_of(column));
  }
  Columns rows(names);
  for (const std::vector<std::size_t>& front : fronts) {
    for (const std::size_t point : front) {
      std::vector<Json> row{problem[point]};
      for (const std::size_t column : columns) {
        row.push_back(drawn_value(table.column(column), table.column(column).values[point]));
      }
      rows.add(std::move(row));
    }
  }
  return rows.take();
}

std::vector<std::size_t> front_columns(const SweepView& view) {
  const PointTable& table = view.table();
  std::vector<std::size_t> columns;
  for (const std::size_t column : view.varied()) {
    if (table.column(column).distinct > 1 && table.column(column).parts.empty()) {
      columns.push_back(column);
    }
  }
  for (const char* const name : {kTime, kArea, "completion_cycles", "area.period_ns"}) {
    const auto column = table.find(name);
    if (column && std::find(columns.begin(), columns.end(), *column) == columns.end()) {
      columns.push_back(*column);
    }
  }
  return columns;
}

/// A column on an axis, with its unit.
Json axis(const PointTable& table, const char* column, const char* title) {
  Json encoding = y_encoding(table, *table.find(column));
  encoding["title"] = title;
  return encoding;
}

Json tooltip(const SweepView& view) {
  Json list = view.tooltip();
  for (const char* const name : {kTime, kArea}) {
    list.push_back(Json{{"field", field_of(*view.table().find(name))}, {"title", name}});
  }
  return list;
}

void draw(Page& page, const SweepView& view) {
  const PointTable& table = view.table();
  const Axes& axes = view.axes();
  page.picture(fill_asset("sweep_area.vl.json",
                          {{"description", fmt::format("{} against {}", kTime, kArea)},
                           {"x", axis(table, kArea, "area of all routers, in NAND2 gates")},
                           {"y", axis(table, kTime, "time to completion, ns")},
                           {"color", color_encoding(table, axes.color)},
                           {"color_field", field_of(axes.color)},
                           {"shape", shape_encoding(table, axes.color)},
                           {"height", kAreaHeight},
                           {"tooltip", tooltip(view)}}),
               {"points", "front"}, {});
}

bool varies(const PointTable& table, const char* name) {
  const auto column = table.find(name);
  return column && table.column(*column).numeric && table.column(*column).distinct > 1;
}

}  // namespace

std::string area_caveat(const PointTable& table) {
  const auto column = table.find("area.caveat");
  std::vector<std::string> texts;
  if (column) {
    for (const Json& value : ordered_values(table.column(*column))) {
      if (!value.is_null()) {
        texts.push_back(plain_text(value));
      }
    }
  }
  return fmt::format("{}", fmt::join(texts, "; "));
}

std::vector<std::vector<std::size_t>> pareto_fronts(const PointTable::Column& area,
                                                    const PointTable::Column& time,
                                                    const std::vector<std::string>& problem) {
  std::map<std::string, std::vector<std::size_t>> groups;
  for (std::size_t point = 0; point < problem.size(); ++point) {
    if (area.values[point].is_number() && time.values[point].is_number()) {
      groups[problem[point]].push_back(point);
    }
  }
  std::vector<std::vector<std::size_t>> fronts;
  for (auto& [name, points] : groups) {
    const auto key = [&](std::size_t point) {
      return std::make_pair(area.values[point].get<double>(), time.values[point].get<double>());
    };
    std::stable_sort(points.begin(), points.end(),
                     [&](std::size_t a, std::size_t b) { return key(a) < key(b); });
    std::vector<std::size_t> front;
    for (const std::size_t point : points) {
      if (front.empty() || key(point).second < key(front.back()).second ||
          key(point) == key(front.back())) {
        front.push_back(point);
      }
    }
    fronts.push_back(std::move(front));
  }
  return fronts;
}

void add_area(Page& page, const SweepView& view) {
  const PointTable& table = view.table();
  if (!varies(table, kArea) || !varies(table, kTime)) {
    return;
  }
  const std::vector<std::string> problem = problems(table, problem_columns(table));
  const std::vector<std::size_t> columns = front_columns(view);
  page.add_data("front", front_data(table, columns, problem,
                                    pareto_fronts(table.column(*table.find(kArea)),
                                                  table.column(*table.find(kTime)), problem)));
  page.begin_section("Time against area");
  page.text(
      "completion_ns is completion_cycles × area.period_ns; area.network_gates is the area of all "
      "routers. Lines join the points that no other one of the same task beats in both.");
  page.text(area_caveat(table) + ".");
  draw(page, view);
  std::vector<Page::Column> shown;
  shown.reserve(columns.size());
  for (const std::size_t column : columns) {
    shown.push_back({field_of(column), table.column(column).name});
  }
  page.text("The points on the lines:");
  page.table("Points that no other one beats", "front", shown);
  page.end_section();
}

}  // namespace flitcast
