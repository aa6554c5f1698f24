#pragma once

#include <initializer_list>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

namespace flitcast::report {

/// Rows of values, kept as columns: every name stands in a page once.
class Columns {
 public:
  explicit Columns(const std::vector<std::string>& names);
  ~Columns();
  Columns(const Columns&) = delete;
  Columns& operator=(const Columns&) = delete;

  /// A value for every column.
  void add(std::vector<nlohmann::ordered_json> row);
  /// An object of arrays; the columns are empty afterwards.
  nlohmann::ordered_json take();

 private:
  std::vector<std::string> names_;
  std::vector<nlohmann::ordered_json> values_;
};

/// The same with every list of at least two objects of the same members as one object,
/// {"columns": {member: [value, …]}}: names stand in a page once.
nlohmann::ordered_json packed(const nlohmann::ordered_json& json);

/// With five digits after the point: enough for a picture, short in a file. Whole numbers become
/// integers.
nlohmann::ordered_json rounded(double value);

/// A number with seven significant digits, the others as they are.
nlohmann::ordered_json shortened(const nlohmann::ordered_json& value);

/// Throws nlohmann::json::exception where an object lacks one of these, which the page shows.
void need(const nlohmann::ordered_json& object, std::initializer_list<const char*> members);

}  // namespace flitcast::report
