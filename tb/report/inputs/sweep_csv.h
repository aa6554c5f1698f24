#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tb/results/result_value.h"

namespace flitcast {

/// Reads a table of flitcast sweep (CSV, RFC 4180) from top to bottom.
class SweepCsv {
 public:
  /// The text must outlive it; `file` is what errors name. Throws ConfigError where a column is
  /// missing that every table has.
  SweepCsv(std::string_view text, std::string file);

  const std::vector<std::string>& names() const { return names_; }
  /// Takes the next row; false at the end. Throws ConfigError where it has another number of values
  /// than there are columns.
  bool next();

  const std::string& point() const { return values_[point_]; }
  const std::string& status() const { return values_[status_]; }
  /// What a result would hold in these columns: numbers are numbers, but whole ones of parameters,
  /// which are texts there; null where there is nothing.
  std::vector<ResultColumn> columns(bool (*wanted)(std::string_view name)) const;
  /// "sweep.csv: row 3".
  std::string place() const;

 private:
  std::size_t find(std::string_view name) const;

  std::string_view rest_;
  std::string file_;
  std::size_t row_ = 0;
  std::vector<std::string> names_;
  std::vector<bool> is_key_;  // of the columns
  std::size_t point_;
  std::size_t status_;
  std::vector<std::string> values_;
};

}  // namespace flitcast
