#include "tb/report/sweep/sweep_view.h"

#include <algorithm>
#include <map>
#include <numeric>

#include <fmt/format.h>

#include "tb/report/page/columns.h"
#include "tb/report/sweep/encodings.h"
#include "tb/results/result_file.h"

namespace flitcast {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kTheory[] = {"predicted_cycles", "excess_cycles", "lower_bound_cycles"};

bool is_theory(const std::string& name) {
  return std::find(std::begin(kTheory), std::end(kTheory), name) != std::end(kTheory);
}

}  // namespace

std::vector<std::size_t> SweepView::varied() const {
  std::vector<std::size_t> columns{axes_.x};
  for (const std::size_t part : parts_of(table_, axes_.color)) {
    columns.push_back(part);
  }
  if (axes_.facet) {
    for (const std::size_t part : parts_of(table_, *axes_.facet)) {
      columns.push_back(part);
    }
  }
  columns.insert(columns.end(), axes_.rest.begin(), axes_.rest.end());
  std::vector<std::size_t> parameters;
  for (const std::size_t column : columns) {
    if (table_.column(column).parameter &&
        std::find(parameters.begin(), parameters.end(), column) == parameters.end()) {
      parameters.push_back(column);
    }
  }
  return parameters;
}

std::string SweepView::range(std::size_t column) const {
  constexpr std::size_t kFewValues = 6;
  std::vector<Json> values = ordered_values(table_.column(column));
  const bool lacking = values.size() > 1 && values.back().is_null();
  const std::size_t numbers = values.size() - (lacking ? 1 : 0);
  if (table_.column(column).numeric && numbers > 1) {
    return fmt::format("{} … {} ({} values{})", plain_text(values.front()),
                       plain_text(values[numbers - 1]), numbers, lacking ? " and none" : "");
  }
  std::string list;
  for (std::size_t i = 0; i < std::min(values.size(), kFewValues); ++i) {
    list += fmt::format("{}{}", i == 0 ? "" : ", ", text_or_none(values[i]));
  }
  return values.size() > kFewValues ? fmt::format("{}, … ({} values)", list, values.size()) : list;
}

bool SweepView::shown(std::size_t column) const {
  const PointTable::Column& data = table_.column(column);
  return column == 0 || column == axes_.x || column == axes_.y || column == axes_.color ||
         column == axes_.facet || data.distinct > 1 || (shows_theory() && is_theory(data.name));
}

std::string SweepView::rest(std::size_t point) const {
  std::string text = facet() != nullptr ? plain_text(facet()->values[point]) : "";
  for (const std::size_t column : axes_.rest) {
    text += " " + plain_text(table_.column(column).values[point]);
  }
  return text;
}

Json SweepView::some(const std::vector<std::size_t>& points) const {
  std::vector<std::size_t> shown_columns;
  std::vector<std::string> names;
  for (std::size_t i = 0; i < table_.columns().size(); ++i) {
    if (shown(i)) {
      shown_columns.push_back(i);
      names.push_back(field_of(i));
    }
  }
  names.emplace_back("rest");
  Columns columns(names);
  for (const std::size_t point : points) {
    std::vector<Json> row;
    row.reserve(names.size());
    for (const std::size_t column : shown_columns) {
      row.push_back(drawn_value(table_.column(column), table_.column(column).values[point]));
    }
    row.emplace_back(rest(point));
    columns.add(std::move(row));
  }
  return columns.take();
}

Json SweepView::points() const {
  std::vector<std::size_t> all(table_.points());
  std::iota(all.begin(), all.end(), std::size_t{0});
  return some(all);
}

Json SweepView::alone(const std::optional<Json>& facet_value) const {
  std::map<std::pair<std::string, std::string>, std::vector<std::size_t>> series;
  for (std::size_t point = 0; point < table_.points(); ++point) {
    if (in_facet(point, facet_value)) {
      series[{plain_text(table_.column(axes_.color).values[point]), rest(point)}].push_back(point);
    }
  }
  std::vector<std::size_t> lonely;
  for (const auto& [name, points] : series) {
    if (points.size() == 1 || !x().numeric) {
      lonely.insert(lonely.end(), points.begin(), points.end());
    }
  }
  return some(lonely);
}

Json SweepView::colors_in(const Json& facet_value) const {
  PointTable::Column colors = table_.column(axes_.color);
  std::vector<Json> present;
  for (std::size_t point = 0; point < table_.points(); ++point) {
    if (facet()->values[point] == facet_value) {
      present.push_back(colors.values[point]);
    }
  }
  colors.values = std::move(present);
  return drawn_values(colors);
}

std::size_t SweepView::not_drawn(std::size_t axis) const {
  const PointTable::Column& data = table_.column(axis);
  const auto deadlock = table_.find("deadlock");
  std::size_t count = 0;
  for (std::size_t point = 0; data.numeric && point < table_.points(); ++point) {
    const bool ended = !deadlock || table_.column(*deadlock).values[point] == "none";
    count += data.values[point].is_null() && (ended || data.parameter) ? 1 : 0;
  }
  return count;
}

Json SweepView::tooltip() const {
  std::vector<std::size_t> columns = varied();
  const auto add = [&](std::size_t column) {
    if (std::find(columns.begin(), columns.end(), column) == columns.end()) {
      columns.push_back(column);
    }
  };
  add(axes_.x);
  add(axes_.y);
  for (const char* const name : kTheory) {
    if (const auto column = table_.find(name); column && shows_theory()) {
      add(*column);
    }
  }
  add(0);
  Json list = Json::array();
  for (const std::size_t column : columns) {
    list.push_back(Json{{"field", field_of(column)}, {"title", table_.column(column).name}});
  }
  return list;
}

}  // namespace flitcast
