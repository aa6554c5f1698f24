#include "tb/report/sweep/point_table.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <functional>
#include <stdexcept>
#include <unordered_map>
#include <unordered_set>

#include <fmt/format.h>

#include "tb/config/keys/config_keys.h"
#include "tb/report/viewer/columns.h"
#include "tb/text/shown_text.h"

namespace flitcast {
namespace {

using Json = nlohmann::ordered_json;

/// What means nothing when a run was given up.
bool measured(std::string_view name) {
  constexpr std::string_view kCounts[] = {
      "completion_cycles", "rounds", "messages", "flits", "flit_hops", "critical_path_cycles"};
  return std::find(std::begin(kCounts), std::end(kCounts), name) != std::end(kCounts) ||
         name.rfind("latency.", 0) == 0 || name.rfind("links.", 0) == 0;
}

/// Throws std::invalid_argument where a measure that every page shows is none.
void require_measures(const Json& result, bool stuck) {
  for (const char* const name : {"completion_cycles", "predicted_cycles"}) {
    const Json value = result.value(name, Json());
    if (!value.is_number() && !(stuck && value.is_null())) {
      throw std::invalid_argument(
          fmt::format("has no number of {}; give results of flitcast run or flitcast sweep", name));
    }
  }
}

std::optional<std::int64_t> whole_number(const Json& value) {
  if (!value.is_string()) {
    return std::nullopt;
  }
  const auto& text = value.get_ref<const std::string&>();
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc{} && end == text.data() + text.size() ? std::optional(number)
                                                                  : std::nullopt;
}

void make_numeric(PointTable::Column& column) {
  bool any = false;
  for (const Json& value : column.values) {
    if (!value.is_null() && !value.is_number() && !(column.parameter && whole_number(value))) {
      return;
    }
    any = any || !value.is_null();
  }
  column.numeric = any;
  for (Json& value : column.values) {
    if (value.is_string()) {
      value = *whole_number(value);
    }
  }
}

bool is_digit(char c) {
  return std::isdigit(static_cast<unsigned char>(c)) != 0;
}

/// Runs of digits compare by value.
bool before(std::string_view a, std::string_view b) {
  while (!a.empty() && !b.empty()) {
    if (is_digit(a.front()) && is_digit(b.front())) {
      const auto digits = [](std::string_view text) {
        const auto end = std::find_if_not(text.begin(), text.end(), is_digit);
        return text.substr(0, static_cast<std::size_t>(end - text.begin()));
      };
      const std::string_view left = digits(a);
      const std::string_view right = digits(b);
      if (left != right) {
        return left.size() != right.size() ? left.size() < right.size() : left < right;
      }
      a.remove_prefix(left.size());
      b.remove_prefix(right.size());
    } else if (a.front() != b.front()) {
      return a.front() < b.front();
    } else {
      a.remove_prefix(1);
      b.remove_prefix(1);
    }
  }
  return a.empty() && !b.empty();
}

}  // namespace

std::size_t PointTable::place(const std::string& name) {
  if (const auto known = find(name)) {
    return *known;
  }
  const bool parameter = find_key(name) != nullptr;
  const auto first_measure = std::find_if(columns_.begin() + 1, columns_.end(),
                                          [](const Column& column) { return !column.parameter; });
  const auto at = parameter ? first_measure : columns_.end();
  const auto made = columns_.insert(at, Column{name, parameter, false, {}});
  made->values.resize(points() - 1);
  return static_cast<std::size_t>(made - columns_.begin());
}

void PointTable::begin_point(const std::string& point, bool stuck) {
  if (columns_.empty()) {
    columns_.push_back(Column{"point", false, false, {}});
  }
  stuck_.push_back(stuck);
  columns_.front().values.emplace_back(valid_utf8(point));  // file names may be anything
}

void PointTable::set(const std::string& column, Json value) {
  columns_[place(column)].values.push_back(std::move(value));
}

void PointTable::end_point() {
  for (Column& column : columns_) {
    column.values.resize(points());
  }
}

void PointTable::add(const std::string& point, const Json& result,
                     const std::vector<ResultColumn>& further) {
  const bool stuck = result.contains("deadlock") && !result["deadlock"].is_null();
  require_measures(result, stuck);
  begin_point(point, stuck);
  for (ResultColumn& value : result_columns(result)) {
    set(value.name, stuck && measured(value.name) ? Json(nullptr) : std::move(value.value));
  }
  for (const ResultColumn& value : further) {
    set(value.name, value.value);
  }
  end_point();
}

void PointTable::add_row(const std::string& point, const std::vector<ResultColumn>& values) {
  begin_point(point, false);
  for (const ResultColumn& value : values) {
    set(value.name, value.value);
  }
  end_point();
}

void PointTable::add_predicted(const std::string& point, const std::vector<ResultColumn>& values) {
  predicted_ = true;
  Json cycles;
  for (const ResultColumn& value : values) {
    if (value.name == "predicted_cycles" || value.name == "lower_bound_cycles") {
      cycles = cycles.is_null() || cycles < value.value ? value.value : cycles;
    }
  }
  std::vector<ResultColumn> row = values;
  row.push_back({kTheoryCycles, cycles});
  add_row(point, row);
}

void PointTable::finish() {
  for (Column& column : columns_) {
    if (column.name != "point") {
      make_numeric(column);
    }
  }
}

std::size_t PointTable::stuck() const {
  return static_cast<std::size_t>(std::count(stuck_.begin(), stuck_.end(), true));
}

void PointTable::keep(const std::vector<bool>& kept) {
  const auto thin_out = [&](auto& list) {
    std::size_t left = 0;
    for (std::size_t point = 0; point < kept.size(); ++point) {
      if (kept[point]) {
        list[left++] = list[point];
      }
    }
    list.resize(left);
  };
  for (Column& column : columns_) {
    thin_out(column.values);
    column.numeric =
        column.numeric && std::any_of(column.values.begin(), column.values.end(),
                                      [](const Json& value) { return !value.is_null(); });
  }
  thin_out(stuck_);
}

std::optional<std::size_t> PointTable::find(std::string_view name) const {
  const auto found = std::find_if(columns_.begin(), columns_.end(),
                                  [&](const Column& column) { return column.name == name; });
  return found == columns_.end()
             ? std::nullopt
             : std::optional(static_cast<std::size_t>(found - columns_.begin()));
}

Json PointTable::json() const {
  Json columns = Json::array();
  for (const Column& column : columns_) {
    Json made{{"name", column.name}};
    if (column.parameter) {
      made["parameter"] = true;
    }
    const bool same = std::adjacent_find(column.values.begin(), column.values.end(),
                                         std::not_equal_to<>()) == column.values.end();
    if (same && !column.values.empty()) {
      made["value"] = shortened(column.values.front());
    } else {
      for (const Json& value : column.values) {
        made["values"].push_back(shortened(value));
      }
    }
    columns.push_back(std::move(made));
  }
  return {{"points", points()},
          {"predicted", predicted_},
          {"stuck", stuck()},
          {"columns", std::move(columns)}};
}

std::string text_or_none(const Json& value) {
  return value.is_null() ? "none" : plain_text(value);
}

std::vector<Json> ordered_values(const PointTable::Column& column) {
  std::vector<Json> values;
  std::unordered_set<std::string> seen;
  for (const Json& value : column.values) {
    if (seen.insert(value.dump()).second) {
      values.push_back(value);
    }
  }
  std::sort(values.begin(), values.end(), [](const Json& a, const Json& b) {
    if (a.is_null() || b.is_null()) {
      return !a.is_null();
    }
    return a.is_number() && b.is_number() ? a < b : before(plain_text(a), plain_text(b));
  });
  return values;
}

}  // namespace flitcast
