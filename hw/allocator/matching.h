#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace flitcast {

/// Who asks for what: of every row (a requester) that has requests, the columns (resources) that
/// would do.
template <typename SetType>
struct Requests {
  using Set = SetType;

  explicit Requests(int row_count) : columns(static_cast<std::size_t>(row_count)) {}

  void clear() { rows = Set(); }
  void add(int row, int column) {
    Set& asked = columns_of(row);
    if (!rows.contains(row)) {
      rows.insert(row);
      asked = Set();
    }
    asked.insert(column);
  }
  /// `asked` is not empty, and the row has no requests yet.
  void add(int row, const Set& asked) {
    rows.insert(row);
    columns_of(row) = asked;
  }
  const Set& of(int row) const { return columns[static_cast<std::size_t>(row)]; }

  Set rows;                  ///< that ask for something
  std::vector<Set> columns;  ///< by row; of no meaning for others

 private:
  Set& columns_of(int row) { return columns[static_cast<std::size_t>(row)]; }
};

/// Who gets what: a row has one column at most, and a column one row.
template <typename SetType>
struct Matching {
  using Set = SetType;

  explicit Matching(int row_count) : columns_of_rows(static_cast<std::size_t>(row_count)) {}

  void clear() { rows = columns = Set(); }
  void add(int row, int column) {
    rows.insert(row);
    columns.insert(column);
    columns_of_rows[static_cast<std::size_t>(row)] = static_cast<std::uint16_t>(column);
  }
  /// Of a row that has one.
  int column_of(int row) const { return columns_of_rows[static_cast<std::size_t>(row)]; }

  Set rows;     ///< that have a column
  Set columns;  ///< that have a row
  std::vector<std::uint16_t> columns_of_rows;
};

}  // namespace flitcast
