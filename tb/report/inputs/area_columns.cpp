#include "tb/report/inputs/area_columns.h"

#include <algorithm>

#include "tb/report/inputs/csv_table.h"

namespace flitcast {
namespace {

using Json = nlohmann::ordered_json;

bool is_area(const std::string& column) {
  return column.rfind("area.", 0) == 0;
}

Json value_of(const std::string& text) {
  if (text.empty()) {
    return nullptr;
  }
  Json number = Json::parse(text, nullptr, false);
  return number.is_number() ? number : Json(text);
}

}  // namespace

std::map<std::string, std::vector<ResultColumn>> area_columns(std::string_view text,
                                                              const std::string& file) {
  CsvTable table(text, file);
  const std::vector<std::string>& names = table.names();
  if (std::none_of(names.begin(), names.end(), is_area)) {
    return {};
  }
  const std::size_t point = table.column("point");
  std::map<std::string, std::vector<ResultColumn>> points;
  for (std::vector<std::string> record; table.next(record);) {
    std::vector<ResultColumn>& values = points[record[point]];
    for (std::size_t i = 0; i < record.size(); ++i) {
      if (is_area(names[i]) || names[i] == "nodes" || names[i] == "completion_ns") {
        values.push_back({names[i], value_of(record[i])});
      }
    }
  }
  return points;
}

}  // namespace flitcast
