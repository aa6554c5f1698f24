#include "tb/report/sweep/axes.h"

#include <algorithm>
#include <array>
#include <unordered_map>

#include <fmt/format.h>

#include "tb/config/config.h"
#include "tb/config/config_value.h"
#include "traffic/catalogue/catalogue.h"
#include "traffic/row/nearest_word.h"

namespace flitcast {
namespace {

constexpr std::size_t kMostDefaultFacets = 12;

/// Parameters that people ask about first, and those that they ask about last.
constexpr std::array<std::string_view, 4> kFirst{"traffic.message_flits", "traffic.algorithm",
                                                 "topology.dims", "topology.kind"};
constexpr std::array<std::string_view, 2> kLast{"router.buffer_flits", "run.seed"};

std::size_t rank(std::string_view name) {
  const auto first = std::find(kFirst.begin(), kFirst.end(), name);
  if (first != kFirst.end()) {
    return static_cast<std::size_t>(first - kFirst.begin());
  }
  const auto last = std::find(kLast.begin(), kLast.end(), name);
  return kFirst.size() +
         (last == kLast.end() ? 0 : 1 + static_cast<std::size_t>(last - kLast.begin()));
}

bool has(const std::vector<std::size_t>& list, std::size_t item) {
  return std::find(list.begin(), list.end(), item) != list.end();
}

/// True where the other columns together say what a column holds.
bool follows(const PointTable& table, std::size_t column, const std::vector<std::size_t>& others) {
  std::unordered_map<std::string, std::string> known;
  for (std::size_t point = 0; point < table.points(); ++point) {
    std::string place;
    for (const std::size_t other : others) {
      place += table.column(other).values[point].dump() + '\n';
    }
    const std::string value = table.column(column).values[point].dump();
    if (known.emplace(std::move(place), value).first->second != value) {
      return false;
    }
  }
  return true;
}

bool ends_with_part(std::string_view name, std::string_view part) {
  return name.size() > part.size() && name.substr(name.size() - part.size()) == part &&
         name[name.size() - part.size() - 1] == '.';
}

ConfigError unknown_axis(const PointTable& table, std::string_view option,
                         const std::string& name) {
  std::vector<std::string> names;
  for (const PointTable::Column& column : table.columns()) {
    if (!column.parts.empty()) {
      continue;
    }
    names.push_back(column.name);
    for (std::size_t dot = column.name.find('.'); dot != std::string::npos;
         dot = column.name.find('.', dot + 1)) {
      names.push_back(column.name.substr(dot + 1));
    }
  }
  return ConfigError(fmt::format("--{}: no result has {}; the nearest is {}", option,
                                 in_quotes(name), nearest(name.substr(0, 60), names)));
}

ConfigError no_number(const PointTable& table, std::size_t y, const AxisRequest& request) {
  const std::string& name = table.column(y).name;
  if (request.y) {
    return ConfigError(fmt::format("--y: {} is no number in these results", name));
  }
  return ConfigError(
      fmt::format("no result has {}: all got stuck; give a measure that they have, like --y "
                  "predicted_cycles",
                  name));
}

/// The number that takes most values, a seed only where there is no other; else the first parameter
/// that is not the algorithm, which is for colours.
std::optional<std::size_t> default_x(const PointTable& table,
                                     const std::vector<std::size_t>& free) {
  const auto name = [&](std::size_t column) -> std::string_view {
    return table.column(column).name;
  };
  std::optional<std::size_t> best;
  for (const std::size_t column : free) {
    const bool more = !best || table.column(column).distinct > table.column(*best).distinct;
    if (table.column(column).numeric && more && !(best && name(column) == "run.seed")) {
      best = column;
    }
  }
  if (best || free.empty()) {
    return best;
  }
  const auto other = std::find_if(free.begin(), free.end(), [&](std::size_t column) {
    return name(column) != "traffic.algorithm";
  });
  return other != free.end() ? *other : free.front();
}

std::size_t default_color(const PointTable& table, const std::vector<std::size_t>& free,
                          std::size_t x) {
  const auto algorithm = table.find("traffic.algorithm");
  if (algorithm && *algorithm != x && has(free, *algorithm)) {
    return *algorithm;
  }
  const auto next = std::find_if(free.begin(), free.end(), [&](std::size_t i) { return i != x; });
  return next != free.end() ? *next : algorithm.value_or(0);
}

std::size_t default_y(const PointTable& table) {
  for (const char* const name : {kTheoryCycles, "theory.estimate", "theory.zero_load"}) {
    const auto column = table.find(name);
    if (table.predicted() && column && table.column(*column).numeric) {
      return *column;
    }
  }
  return find_axis(table, "y", "completion_cycles");
}

void add_parts(const PointTable& table, std::size_t column, std::vector<std::size_t>& list) {
  const std::vector<std::size_t> parts = parts_of(table, column);
  list.insert(list.end(), parts.begin(), parts.end());
}

std::vector<std::size_t> others(const PointTable& table, const std::vector<std::size_t>& free,
                                const Axes& axes) {
  std::vector<std::size_t> drawn{axes.x, axes.y};
  add_parts(table, axes.color, drawn);
  if (axes.facet) {
    add_parts(table, *axes.facet, drawn);
  }
  std::vector<std::size_t> rest;
  std::copy_if(free.begin(), free.end(), std::back_inserter(rest),
               [&](std::size_t column) { return !has(drawn, column); });
  return rest;
}

void join_columns(PointTable& table, std::string_view option, std::optional<std::string>& names) {
  if (!names || names->find(',') == std::string::npos) {
    return;
  }
  std::vector<std::size_t> parts;
  try {
    for (const std::string& name : parse_list(*names, "names of columns")) {
      parts.push_back(find_axis(table, option, name));
      if (std::count(parts.begin(), parts.end(), parts.back()) > 1) {
        throw ValueError(fmt::format("names {} twice", table.column(parts.back()).name));
      }
    }
  } catch (const ValueError& error) {
    throw ConfigError(fmt::format("--{}: {}", option, error.what()));
  }
  names = table.column(table.join(parts)).name;
}

}  // namespace

void join_columns(PointTable& table, AxisRequest& request) {
  join_columns(table, "color", request.color);
  join_columns(table, "facet", request.facet);
}

std::vector<std::size_t> parts_of(const PointTable& table, std::size_t column) {
  const std::vector<std::size_t>& parts = table.column(column).parts;
  return parts.empty() ? std::vector<std::size_t>{column} : parts;
}

std::size_t find_axis(const PointTable& table, std::string_view option, const std::string& name) {
  if (const auto exact = table.find(name)) {
    return *exact;
  }
  std::vector<std::size_t> hits;
  std::vector<std::string_view> names;
  for (std::size_t i = 0; i < table.columns().size(); ++i) {
    if (table.column(i).parts.empty() && ends_with_part(table.column(i).name, name)) {
      hits.push_back(i);
      names.push_back(table.column(i).name);
    }
  }
  if (hits.empty()) {
    throw unknown_axis(table, option, name);
  }
  if (hits.size() > 1) {
    throw ConfigError(fmt::format("--{}: {} may be {}; give one of these", option, in_quotes(name),
                                  alternatives(names)));
  }
  return hits.front();
}

std::vector<std::size_t> free_parameters(const PointTable& table,
                                         const std::vector<std::size_t>& first) {
  std::vector<std::size_t> free;
  for (std::size_t i = 0; i < table.columns().size(); ++i) {
    const PointTable::Column& column = table.column(i);
    if (column.parameter && column.parts.empty() && column.distinct > 1 &&
        column.name.rfind("expect.", 0) != 0) {
      free.push_back(i);
    }
  }
  std::stable_sort(free.begin(), free.end(), [&](std::size_t a, std::size_t b) {
    return std::pair(!has(first, a), rank(table.column(a).name)) <
           std::pair(!has(first, b), rank(table.column(b).name));
  });
  for (std::size_t i = free.size(); i-- > 0;) {
    std::vector<std::size_t> rest = free;
    rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(i));
    if (!has(first, free[i]) && follows(table, free[i], rest)) {
      free = rest;
    }
  }
  return free;
}

Axes choose_axes(const PointTable& table, const AxisRequest& request) {
  const auto wanted = [&](std::string_view option, const std::optional<std::string>& name) {
    return name ? std::optional(find_axis(table, option, *name)) : std::nullopt;
  };
  const auto x = wanted("x", request.x);
  const auto color = wanted("color", request.color);
  Axes axes;
  axes.facet = wanted("facet", request.facet);
  axes.y = request.y ? find_axis(table, "y", *request.y) : default_y(table);
  if (!table.column(axes.y).numeric) {
    throw no_number(table, axes.y, request);
  }
  std::vector<std::size_t> first;
  for (const auto& column : {x, color, axes.facet}) {
    if (column) {
      add_parts(table, *column, first);
    }
  }
  std::vector<std::size_t> free = free_parameters(table, first);
  std::vector<std::size_t> open;
  std::copy_if(free.begin(), free.end(), std::back_inserter(open),
               [&](std::size_t column) { return !has(first, column); });
  axes.x = x ? *x : default_x(table, open).value_or(0);
  axes.color = color ? *color : default_color(table, open, axes.x);
  axes.rest = others(table, free, axes);
  if (!axes.facet && !axes.rest.empty() &&
      table.column(axes.rest.front()).distinct <= kMostDefaultFacets) {
    axes.facet = axes.rest.front();
    axes.rest.erase(axes.rest.begin());
  }
  if (axes.facet && table.column(*axes.facet).distinct > kMaxFacets) {
    throw ConfigError(fmt::format(
        "--facet: {} takes {} values, which would be as many pictures; {} "
        "is the limit",
        table.column(*axes.facet).name, table.column(*axes.facet).distinct, kMaxFacets));
  }
  return axes;
}

}  // namespace flitcast
