#include "tb/report/viewer/columns.h"

#include <cmath>
#include <cstdint>
#include <cstdlib>

#include <fmt/format.h>

namespace flitcast {

using Json = nlohmann::ordered_json;

Json Columns::take() {
  Json object = Json::object();
  for (std::size_t i = 0; i < names_.size(); ++i) {
    object[names_[i]] = std::move(values_[i]);
    values_[i] = Json::array();
  }
  return object;
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

}  // namespace flitcast
