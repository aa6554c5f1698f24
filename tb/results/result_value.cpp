#include "tb/results/result_value.h"

#include <algorithm>
#include <cstdlib>

#include <nlohmann/json.hpp>

#include "tb/results/plain_result.h"

namespace flitcast {

using Json = nlohmann::ordered_json;

ResultValue::ResultValue(double number) : kind(Kind::kDecimal), text(Json(number).dump()) {}

ResultValue::ResultValue(const Json& json)
    : kind(json.is_null()           ? Kind::kNull
           : json.is_number_float() ? Kind::kDecimal
           : json.is_number()       ? Kind::kWhole
           : json.is_boolean()      ? Kind::kTruth
                                    : Kind::kText),
      text(plain_text(json)) {}

double ResultValue::number() const {
  return std::strtod(text.c_str(), nullptr);
}

Json ResultValue::json() const {
  return is_null() ? Json() : kind == Kind::kText ? Json(text) : Json::parse(text);
}

ResultValue number_or_text(const std::string& text) {
  if (text.empty()) {
    return {};
  }
  const Json number = Json::parse(text, nullptr, false);
  return number.is_number() ? ResultValue(number) : ResultValue(text);
}

const ResultValue* find_value(const std::vector<ResultColumn>& columns, std::string_view name) {
  const auto found = std::find_if(columns.begin(), columns.end(),
                                  [&](const ResultColumn& column) { return column.name == name; });
  return found == columns.end() ? nullptr : &found->value;
}

bool has_value(const std::vector<ResultColumn>& columns, std::string_view name,
               const ResultValue& value) {
  const ResultValue* const found = find_value(columns, name);
  return found != nullptr && *found == value;
}

}  // namespace flitcast
