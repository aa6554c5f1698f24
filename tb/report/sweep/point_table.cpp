#include "tb/report/sweep/point_table.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <set>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

#include "tb/config/keys/config_keys.h"
#include "tb/text/shown_text.h"

namespace flitcast::report {
namespace {

/// What means nothing when a run was given up.
bool measured(std::string_view name) {
  constexpr std::string_view kCounts[] = {
      "completion_cycles", "rounds", "messages", "flits", "flit_hops", "critical_path_cycles"};
  return std::find(std::begin(kCounts), std::end(kCounts), name) != std::end(kCounts) ||
         name.rfind("latency.", 0) == 0 || name.rfind("links.", 0) == 0;
}

/// Throws std::invalid_argument where a measure that every page shows is none.
void require_measures(const std::vector<ResultColumn>& result, bool stuck) {
  for (const char* const name : {"completion_cycles", "predicted_cycles"}) {
    const ResultValue* const value = find_value(result, name);
    if (!(value != nullptr && value->is_number()) &&
        !(stuck && (value == nullptr || value->is_null()))) {
      throw std::invalid_argument(
          fmt::format("has no number of {}; give results of flitcast run or flitcast sweep", name));
    }
  }
}

std::optional<std::int64_t> whole_number(const std::string& text) {
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc{} && end == text.data() + text.size() ? std::optional(number)
                                                                  : std::nullopt;
}

void make_numeric(PointTable::Column& column) {
  bool any = false;
  for (const ResultValue& value : column.values) {
    if (!value.is_null() && !value.is_number() && !(column.parameter && whole_number(value.text))) {
      return;
    }
    any = any || !value.is_null();
  }
  column.numeric = any;
  for (ResultValue& value : column.values) {
    if (value.kind == ResultValue::Kind::kText) {
      value = *whole_number(value.text);
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

void PointTable::set(const std::string& column, ResultValue value) {
  columns_[place(column)].values.push_back(std::move(value));
}

void PointTable::end_point() {
  for (Column& column : columns_) {
    column.values.resize(points());
  }
}

void PointTable::add(const std::string& point, const std::vector<ResultColumn>& result,
                     const std::vector<ResultColumn>& further) {
  const ResultValue* const deadlock = find_value(result, "deadlock");
  const bool stuck = deadlock != nullptr && *deadlock != "none";
  require_measures(result, stuck);
  begin_point(point, stuck);
  for (const ResultColumn& value : result) {
    set(value.name, stuck && measured(value.name) ? ResultValue() : value.value);
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
  ResultValue cycles;
  for (const ResultColumn& value : values) {
    if (value.name == "predicted_cycles" || value.name == "lower_bound_cycles") {
      cycles = cycles.is_null() || cycles.number() < value.value.number() ? value.value : cycles;
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
                                      [](const ResultValue& value) { return !value.is_null(); });
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

std::string text_or_none(const ResultValue& value) {
  return value.is_null() ? "none" : value.text;
}

std::vector<ResultValue> ordered_values(const PointTable::Column& column) {
  std::vector<ResultValue> values;
  std::set<std::pair<ResultValue::Kind, std::string>> seen;
  for (const ResultValue& value : column.values) {
    if (seen.emplace(value.kind, value.text).second) {
      values.push_back(value);
    }
  }
  std::sort(values.begin(), values.end(), [](const ResultValue& a, const ResultValue& b) {
    if (a.is_null() || b.is_null()) {
      return !a.is_null();
    }
    return a.is_number() && b.is_number() ? a.number() < b.number() : before(a.text, b.text);
  });
  return values;
}

}  // namespace flitcast::report
