#include "tb/report/viewer/columns.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace flitcast::report {

namespace {

using Json = nlohmann::ordered_json;

bool same_members(const Json& one, const Json& other) {
  return one.is_object() && other.is_object() &&
         std::equal(one.items().begin(), one.items().end(), other.items().begin(),
                    other.items().end(),
                    [](const auto& a, const auto& b) { return a.key() == b.key(); });
}

bool is_table(const Json& list) {
  return list.is_array() && list.size() > 1 && !list.front().empty() &&
         std::all_of(list.begin(), list.end(),
                     [&](const Json& each) { return same_members(each, list.front()); });
}

}  // namespace

Columns::Columns(const std::vector<std::string>& names) : names_(names), values_(names.size()) {
  for (Json& column : values_) {
    column = Json::array();
  }
}

Columns::~Columns() = default;

void Columns::add(std::vector<Json> row) {
  for (std::size_t i = 0; i < values_.size(); ++i) {
    values_[i].push_back(std::move(row.at(i)));
  }
}

Json Columns::take() {
  Json object = Json::object();
  for (std::size_t i = 0; i < names_.size(); ++i) {
    object[names_[i]] = std::move(values_[i]);
    values_[i] = Json::array();
  }
  return object;
}

Json packed(const Json& json) {
  if (is_table(json)) {
    Json columns = Json::object();
    for (const auto& [member, ignored] : json.front().items()) {
      for (const Json& each : json) {
        columns[member].push_back(packed(each.at(member)));
      }
    }
    return {{"columns", std::move(columns)}};
  }
  Json all = json;
  if (json.is_structured()) {
    for (Json& each : all) {
      each = packed(each);
    }
  }
  return all;
}

Json rounded(double value) {
  constexpr double kDigits = 1e5;
  constexpr double kMostWhole =
      9007199254740992.0;  // beyond it, doubles have no fractions to round
  if (!(std::abs(value) < kMostWhole)) {
    return value;
  }
  const double near = std::round(value * kDigits) / kDigits;
  return std::trunc(near) == near ? Json(static_cast<std::int64_t>(near)) : Json(near);
}

Json shortened(const Json& value) {
  // Unlike std::stod, strtod takes the smallest of numbers.
  return value.is_number_float()
             ? Json(std::strtod(fmt::format("{:.7g}", value.get<double>()).c_str(), nullptr))
             : value;
}

void need(const Json& object, std::initializer_list<const char*> members) {
  for (const char* const member : members) {
    object.at(member);
  }
}

}  // namespace flitcast::report
