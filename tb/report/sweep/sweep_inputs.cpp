#include "tb/report/sweep/sweep_inputs.h"

#include <algorithm>
#include <functional>
#include <set>

#include <nlohmann/json.hpp>

#include "tb/config/config.h"
#include "tb/config/config_value.h"
#include "tb/report/viewer/columns.h"
#include "traffic/catalogue/catalogue.h"
#include "traffic/text/nearest_word.h"

namespace flitcast::report {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kMostBars = 48;  // in a small picture

bool ends_with_part(std::string_view name, std::string_view part) {
  return name.size() > part.size() && name.substr(name.size() - part.size()) == part &&
         name[name.size() - part.size() - 1] == '.';
}

ConfigError unknown_axis(const PointTable& table, std::string_view option,
                         const std::string& name) {
  std::vector<std::string> names;
  for (const PointTable::Column& column : table.columns()) {
    names.push_back(column.name);
    for (std::size_t dot = column.name.find('.'); dot != std::string::npos;
         dot = column.name.find('.', dot + 1)) {
      names.push_back(column.name.substr(dot + 1));
    }
  }
  return ConfigError("--{}: no result has {}; the nearest is {}", option, in_quotes(name),
                     nearest(name.substr(0, 60), names));
}

ConfigError no_number(const std::string& name, const AxisRequest& request) {
  if (request.y) {
    return ConfigError("--y: {} is no number in these results", name);
  }
  return ConfigError(
      "no result has {}: all got stuck; give a measure that they have, like --y predicted_cycles",
      name);
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

/// The columns that an option names, several joined by commas.
std::vector<std::size_t> find_axes(const PointTable& table, std::string_view option,
                                   const std::string& names) {
  if (names.find(',') == std::string::npos) {
    return {find_axis(table, option, names)};
  }
  std::vector<std::size_t> columns;
  try {
    for (const std::string& name : parse_list(names, "names of columns")) {
      columns.push_back(find_axis(table, option, name));
      if (std::count(columns.begin(), columns.end(), columns.back()) > 1) {
        throw ValueError("names {} twice", table.column(columns.back()).name);
      }
    }
  } catch (const ValueError& error) {
    throw ConfigError("--{}: {}", option, error.what());
  }
  return columns;
}

Json names_of(const PointTable& table, const std::vector<std::size_t>& columns) {
  Json names = Json::array();
  for (const std::size_t column : columns) {
    names.push_back(table.column(column).name);
  }
  return names;
}

void refuse_many_facets(const PointTable& table, const std::vector<std::size_t>& columns) {
  std::set<std::string> values;
  for (std::size_t point = 0; point < table.points(); ++point) {
    std::string value;
    for (const std::size_t column : columns) {
      value += text_or_none(table.column(column).values[point]) + '\n';
    }
    values.insert(value);
  }
  if (values.size() > kMaxFacets) {
    std::string names;
    for (const std::size_t column : columns) {
      names += (names.empty() ? "" : ", ") + table.column(column).name;
    }
    throw ConfigError(
        "--facet: {} takes {} values, which would be as many pictures; {} is the limit", names,
        values.size(), kMaxFacets);
  }
}

double waited(const Json& round) {
  double waits = 0;
  for (const Json& cycles : round.at("waits")) {
    waits += cycles.get<double>();
  }
  const double duration = round.at("end").get<double>() - round.at("start").get<double>();
  return duration > 0 ? std::min(1.0, waits / duration) : 0;
}

}  // namespace

std::size_t find_axis(const PointTable& table, std::string_view option, const std::string& name) {
  if (const auto exact = table.find(name)) {
    return *exact;
  }
  std::vector<std::size_t> hits;
  std::vector<std::string_view> names;
  for (std::size_t i = 0; i < table.columns().size(); ++i) {
    if (ends_with_part(table.column(i).name, name)) {
      hits.push_back(i);
      names.push_back(table.column(i).name);
    }
  }
  if (hits.empty()) {
    throw unknown_axis(table, option, name);
  }
  if (hits.size() > 1) {
    throw ConfigError("--{}: {} may be {}; give one of these", option, in_quotes(name),
                      alternatives(names));
  }
  return hits.front();
}

Json axis_names(const PointTable& table, const AxisRequest& request) {
  Json axes = Json::object();
  if (request.x) {
    axes["x"] = table.column(find_axis(table, "x", *request.x)).name;
  }
  if (request.color) {
    axes["color"] = names_of(table, find_axes(table, "color", *request.color));
  }
  if (request.facet) {
    const std::vector<std::size_t> columns = find_axes(table, "facet", *request.facet);
    refuse_many_facets(table, columns);
    axes["facet"] = names_of(table, columns);
  }
  const std::size_t y = request.y ? find_axis(table, "y", *request.y) : default_y(table);
  if (!table.column(y).numeric) {
    throw no_number(table.column(y).name, request);
  }
  axes["y"] = table.column(y).name;
  return axes;
}

Json table_json(const PointTable& table) {
  Json columns = Json::array();
  for (const auto& [name, parameter, numeric, values] : table.columns()) {
    Json made{{"name", name}};
    if (parameter) {
      made["parameter"] = true;
    }
    const bool same =
        std::adjacent_find(values.begin(), values.end(), std::not_equal_to<>()) == values.end();
    if (same && !values.empty()) {
      made["value"] = shortened(values.front().json());
    } else {
      for (const ResultValue& value : values) {
        made["values"].push_back(shortened(value.json()));
      }
    }
    columns.push_back(std::move(made));
  }
  return {{"points", table.points()},
          {"predicted", table.predicted()},
          {"stuck", table.stuck()},
          {"columns", std::move(columns)}};
}

Json sweep_inputs(const PointTable& table, const AxisRequest& request,
                  const OmittedPoints& left_out) {
  return {{"kind", "sweep"},
          {"axes", axis_names(table, request)},
          {"left_out",
           {{"without_result", left_out.without_result},
            {"predicted", left_out.predicted},
            {"step", left_out.step}}},
          {"table", table_json(table)}};
}

Json gallery_inputs(const PointTable& table, const AxisRequest& request,
                    const OmittedPoints& left_out, std::vector<Json> rounds) {
  if (table.points() > kMaxCards) {
    throw ConfigError(
        "--gallery: {} results are too many, {} is the limit; keep some with --where=KEY=VALUE",
        table.points(), kMaxCards);
  }
  Json inputs = sweep_inputs(table, request, left_out);
  inputs["kind"] = "gallery";
  inputs["rounds"] = std::move(rounds);
  return inputs;
}

Json gallery_rounds(const Json& result) {
  const Json& rounds = result.at("per_round");
  const std::size_t joined = (rounds.size() + kMostBars - 1) / kMostBars;
  Columns columns({"first", "last", "start", "end", "waited"});
  for (std::size_t first = 0; first < rounds.size(); first += joined) {
    const std::size_t last = std::min(first + joined, rounds.size()) - 1;
    Json start = rounds[first].at("start");
    Json end = rounds[first].at("end");
    double most = 0;
    for (std::size_t round = first; round <= last; ++round) {
      start = std::min(start, rounds[round].at("start"));
      end = std::max(end, rounds[round].at("end"));
      most = std::max(most, waited(rounds[round]));
    }
    columns.add({first, last, start, end, rounded(most)});
  }
  return columns.take();
}

}  // namespace flitcast::report
