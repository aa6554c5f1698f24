#include "tb/report/inputs/predicted_points.h"

#include <algorithm>
#include <utility>

#include "tb/config/keys/config_keys.h"
#include "tb/report/inputs/csv_table.h"

namespace flitcast {
namespace {

using Json = nlohmann::ordered_json;

/// What a result would hold: numbers are numbers, but whole ones of parameters, which are texts
/// there.
Json value_of(const std::string& text, bool parameter) {
  if (text.empty()) {
    return nullptr;
  }
  Json number = Json::parse(text, nullptr, false);
  return number.is_number() && !(parameter && number.is_number_integer()) ? number : Json(text);
}

/// What is of the table and not of the run.
bool tells_of_table(const std::string& column) {
  constexpr const char* kOwn[] = {"point", "status", "version", "ports_given"};
  return std::find(std::begin(kOwn), std::end(kOwn), column) != std::end(kOwn);
}

}  // namespace

std::vector<PredictedPoint> predicted_points(std::string_view text, const std::string& file,
                                             std::uint64_t step) {
  CsvTable table(text, file);
  const std::size_t name = table.column("point");
  const std::size_t status = table.column("status");
  std::vector<PredictedPoint> points;
  std::uint64_t seen = 0;
  for (std::vector<std::string> record; table.next(record);) {
    if (record[status] != "predicted" || seen++ % step != 0) {
      continue;
    }
    PredictedPoint point{record[name], {}};
    for (std::size_t i = 0; i < record.size(); ++i) {
      const std::string& column = table.names()[i];
      if (!tells_of_table(column)) {
        point.values.push_back({column, value_of(record[i], find_key(column) != nullptr)});
      }
    }
    points.push_back(std::move(point));
  }
  return points;
}

}  // namespace flitcast
