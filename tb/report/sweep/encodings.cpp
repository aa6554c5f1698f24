#include "tb/report/sweep/encodings.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "tb/report/page/columns.h"
#include "tb/results/result_file.h"

namespace flitcast {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kTicksOfTheirOwn = 12;  // so many values of x are all named at the axis
constexpr std::size_t kManyMarks = 400;
constexpr int kPadding = 14;  // pixels between marks and the ends of an axis

// Okabe and Ito, told apart in every kind of colour blindness.
const Json kColors{"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                   "#e69f00", "#56b4e9", "#000000", "#8a6d1d"};
const Json kShapes{"circle",  "square",        "triangle-up",    "cross",
                   "diamond", "triangle-down", "triangle-right", "triangle-left"};

// Viridis from 0 to 0.9: from dark to light, and told apart as well.
const Json kOrdered{"#440154", "#482475", "#414487", "#355f8d", "#2a788e",
                    "#21918c", "#22a884", "#44bf70", "#7ad151", "#bddf26"};

/// So many of them, as far apart as they can be.
Json ordered_colors(std::size_t count) {
  Json colors = Json::array();
  for (std::size_t i = 0; i < count; ++i) {
    colors.push_back(kOrdered[count > 1 ? i * (kOrdered.size() - 1) / (count - 1) : 0]);
  }
  return colors;
}

bool power_of_two(const Json& value) {
  const double number = value.is_number() ? value.get<double>() : 0;
  return number > 0 && std::exp2(std::round(std::log2(number))) == number;
}

Json log_scale(const std::vector<Json>& values) {
  const bool binary = std::all_of(values.begin(), values.end(), power_of_two);
  return {{"type", "log"}, {"base", binary ? 2 : 10}, {"nice", false}, {"padding", kPadding}};
}

/// Numbers of columns of the legend that fit next to each other on a narrow screen.
int legend_columns(const std::vector<Json>& values) {
  constexpr std::size_t kLine = 52;  // letters
  std::size_t longest = 1;
  for (const Json& value : values) {
    longest = std::max(longest, plain_text(value).size());
  }
  return static_cast<int>(std::clamp<std::size_t>(kLine / (longest + 4), 1, 8));
}

Json without_null(std::vector<Json> values) {
  values.erase(std::remove(values.begin(), values.end(), Json(nullptr)), values.end());
  return values;
}

/// The domain is everything that the column holds, so that pictures of parts look alike.
Json category(const PointTable& table, std::size_t column, Json scale) {
  const std::vector<Json> values = drawn_values(table.column(column));
  scale["domain"] = values;
  return {{"field", field_of(column)},
          {"type", table.column(column).numeric ? "ordinal" : "nominal"},
          {"title", table.column(column).name},
          {"sort", without_null(values)},
          {"scale", std::move(scale)},
          {"legend",
           {{"columns", legend_columns(values)},
            {"symbolLimit", 60},
            {"labelExpr", "datum.value === null ? 'none' : datum.label"}}}};
}

}  // namespace

Json drawn_value(const PointTable::Column& column, const Json& value) {
  return value.is_null() && column.parameter && !column.numeric ? Json("none") : shortened(value);
}

std::vector<Json> drawn_values(const PointTable::Column& column) {
  std::vector<Json> values = ordered_values(column);
  std::transform(values.begin(), values.end(), values.begin(),
                 [&](const Json& value) { return drawn_value(column, value); });
  values.erase(std::unique(values.begin(), values.end()), values.end());
  return values;
}

std::string field_of(std::size_t column) {
  return fmt::format("c{}", column);
}

double log_spread(const PointTable::Column& column) {
  constexpr double kSmallest = 4;
  double low = INFINITY;
  double high = 0;
  for (const Json& value : column.values) {
    if (value.is_number()) {
      low = std::min(low, value.get<double>());
      high = std::max(high, value.get<double>());
    }
  }
  return column.numeric && low > 0 && high > kSmallest * low ? high / low : 0;
}

Json x_encoding(const PointTable& table, std::size_t column) {
  const PointTable::Column& data = table.column(column);
  const std::vector<Json> values = drawn_values(data);
  Json encoding{{"field", field_of(column)}, {"title", data.name}};
  if (!data.numeric) {
    encoding["type"] = "ordinal";
    encoding["sort"] = without_null(values);
    encoding["axis"] = {{"labelAngle", -40}, {"labelLimit", 140}, {"grid", true}};
    return encoding;
  }
  encoding["type"] = "quantitative";
  encoding["scale"] = log_spread(data) > 0
                          ? log_scale(values)
                          : Json{{"zero", false}, {"nice", false}, {"padding", kPadding}};
  const std::vector<Json> numbers = without_null(values);
  if (numbers.size() > 1) {  // the same in every picture of a part
    encoding["scale"]["domain"] = {numbers.front(), numbers.back()};
  }
  // Digits of its own: a linear scale would give an "r" the precision of its tick step.
  encoding["axis"] = {{"format", ".12~g"}};
  if (data.distinct <= kTicksOfTheirOwn) {
    encoding["axis"]["values"] = numbers;
  }
  return encoding;
}

Json y_encoding(const PointTable& table, std::size_t column) {
  const PointTable::Column& data = table.column(column);
  Json encoding{{"field", field_of(column)}, {"type", "quantitative"}, {"title", data.name}};
  if (std::all_of(data.values.begin(), data.values.end(),
                  [](const Json& value) { return value.is_null() || value == 0; })) {
    encoding["axis"] = {{"format", "~g"}};  // an axis from 0 to 0 has no step to take digits from
  }
  if (log_spread(data) > 0) {
    encoding["scale"] = {{"type", "log"}, {"nice", false}, {"padding", kPadding}};
  }
  return encoding;
}

Json color_encoding(const PointTable& table, std::size_t column) {
  const std::size_t count = drawn_values(table.column(column)).size();
  if (table.column(column).numeric && count <= kOrdered.size()) {
    return category(table, column, {{"range", ordered_colors(count)}});
  }
  if (table.column(column).numeric) {
    return category(table, column, {{"scheme", {{"name", "viridis"}, {"extent", {0.0, 0.9}}}}});
  }
  return count <= kColors.size() ? category(table, column, {{"range", kColors}})
                                 : category(table, column, {{"scheme", "tableau20"}});
}

Json shape_encoding(const PointTable& table, std::size_t column) {
  const PointTable::Column& data = table.column(column);
  if (data.numeric || data.distinct > kShapes.size() || table.points() > kManyMarks) {
    return {{"value", "circle"}};
  }
  return category(table, column, {{"range", kShapes}});
}

}  // namespace flitcast
