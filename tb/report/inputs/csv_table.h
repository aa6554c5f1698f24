#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace flitcast {

/// Reads a table of flitcast sweep (CSV, RFC 4180) from top to bottom.
class CsvTable {
 public:
  /// The text must outlive it; `file` is what errors name.
  CsvTable(std::string_view text, std::string file);

  const std::vector<std::string>& names() const { return names_; }
  /// The place of a column. Throws ConfigError where there is none.
  std::size_t column(std::string_view name) const;
  /// Takes the values of the next row, one for every name; false at the end. Throws ConfigError
  /// where the row has another number of them.
  bool next(std::vector<std::string>& values);

 private:
  std::string_view rest_;
  std::string file_;
  std::size_t row_ = 0;
  std::vector<std::string> names_;
};

/// The values of one column of a table. Throws ConfigError as CsvTable does.
std::vector<std::string> csv_column(std::string_view text, std::string_view column,
                                    const std::string& file);

}  // namespace flitcast
