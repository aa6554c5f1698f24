#include "tb/report/sweep/series.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "tb/report/sweep/encodings.h"

namespace flitcast {
namespace {

using Json = nlohmann::ordered_json;

/// Points at one place.
struct Mean {
  double sum = 0;
  int count = 0;
};

/// Points of one colour with all else equal.
struct Line {
  std::map<double, Mean> means;  // by x
  std::size_t point = 0;         // one of them

  Series series(const std::string& name) const {
    Series series{name, {}};
    for (const auto& [x, mean] : means) {
      series.points.push_back({x, mean.sum / mean.count});
    }
    return series;
  }
};
using Lines = std::map<std::string, Line>;  // by colour

/// All lines of a column over x, by what else keeps them apart.
std::map<std::string, Lines> lines_of(const SweepView& view, std::size_t column,
                                      const std::optional<Json>& facet) {
  std::map<std::string, Lines> groups;
  const PointTable& table = view.table();
  for (std::size_t point = 0; point < table.points(); ++point) {
    const Json& x = view.x().values[point];
    const Json& value = table.column(column).values[point];
    if (x.is_number() && value.is_number() && view.in_facet(point, facet)) {
      const std::string color = text_or_none(table.column(view.axes().color).values[point]);
      Line& line = groups[view.rest(point)][color];
      Mean& mean = line.means[x.get<double>()];
      mean.sum += value.get<double>();
      ++mean.count;
      line.point = point;
    }
  }
  return groups;
}

/// "aas-hc-dex (ports = 1, link.delay = 2)".
std::string full_name(const SweepView& view, std::size_t point) {
  const PointTable& table = view.table();
  const std::vector<std::string> names = short_names(table, view.axes().rest);
  std::string rest;
  for (std::size_t i = 0; i < names.size(); ++i) {
    rest += fmt::format("{}{} = {}", rest.empty() ? "" : ", ", names[i],
                        text_or_none(table.column(view.axes().rest[i]).values[point]));
  }
  const std::string color = text_or_none(table.column(view.axes().color).values[point]);
  return rest.empty() ? color : fmt::format("{} ({})", color, rest);
}

bool whole(const PointTable::Column& column) {
  return std::all_of(column.values.begin(), column.values.end(), [](const Json& value) {
    return value.is_null() || value.is_number_integer();
  });
}

}  // namespace

std::vector<SweepCrossover> crossovers(const SweepView& view, const std::optional<Json>& facet) {
  if (!view.x().numeric || view.axes().color == view.axes().x) {
    return {};
  }
  const LogAxes axes{log_spread(view.x()) > 0, log_spread(view.y()) > 0, whole(view.x())};
  std::vector<SweepCrossover> found;
  for (const auto& [rest, lines] : lines_of(view, view.axes().y, facet)) {
    std::vector<Series> series;
    for (const auto& [color, line] : lines) {
      series.push_back(line.series(color));
    }
    for (Crossover& at : find_crossovers(series, axes)) {
      const std::size_t before = lines.at(at.lower_before).point;
      const std::size_t behind = lines.at(at.lower_behind).point;
      at.lower_before = full_name(view, before);
      at.lower_behind = full_name(view, behind);
      found.push_back({std::move(at), before, behind});
    }
  }
  return found;
}

std::vector<std::vector<std::string>> coinciding(const SweepView& view, std::size_t column,
                                                 const std::optional<Json>& facet) {
  std::map<std::vector<std::pair<double, double>>, std::vector<std::string>> same;
  for (const auto& [rest, lines] : lines_of(view, column, facet)) {
    for (const auto& [color, line] : lines) {
      std::vector<std::pair<double, double>> shape;
      for (const Series::Point& point : line.series(color).points) {
        shape.emplace_back(point.x, point.y);
      }
      same[shape].push_back(full_name(view, line.point));
    }
  }
  std::vector<std::vector<std::string>> lists;
  for (auto& [shape, names] : same) {
    if (names.size() > 1) {
      lists.push_back(std::move(names));
    }
  }
  return lists;
}

}  // namespace flitcast
