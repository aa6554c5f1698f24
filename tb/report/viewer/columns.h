#pragma once

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

namespace flitcast {

/// Rows of values, kept as columns: every name stands in a page once.
class Columns {
 public:
  explicit Columns(const std::vector<std::string>& names) : names_(names), values_(names.size()) {
    for (nlohmann::ordered_json& column : values_) {
      column = nlohmann::ordered_json::array();
    }
  }

  /// A value for every column.
  void add(std::vector<nlohmann::ordered_json> row) {
    for (std::size_t i = 0; i < values_.size(); ++i) {
      values_[i].push_back(std::move(row.at(i)));
    }
  }

  /// An object of arrays; the columns are empty afterwards.
  nlohmann::ordered_json take();

 private:
  std::vector<std::string> names_;
  std::vector<nlohmann::ordered_json> values_;
};

/// With five digits after the point: enough for a picture, short in a file. Whole numbers become
/// integers.
nlohmann::ordered_json rounded(double value);

/// A number with seven significant digits, the others as they are.
nlohmann::ordered_json shortened(const nlohmann::ordered_json& value);

}  // namespace flitcast
