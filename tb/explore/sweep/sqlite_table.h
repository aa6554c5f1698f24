#pragma once

#include <string>
#include <vector>

#include "tb/results/result_value.h"

struct sqlite3;
struct sqlite3_stmt;

namespace flitcast::explore {

/// A new SQLite database with one table, filled row by row in one transaction.
class SqliteTable {
 public:
  /// `file` must not exist; errors name what it is to become. Throws FileError, as all of them do.
  SqliteTable(const std::string& file, const std::string& target, const std::string& table,
              const std::vector<std::string>& columns);
  ~SqliteTable();

  SqliteTable(const SqliteTable&) = delete;
  SqliteTable& operator=(const SqliteTable&) = delete;

  /// Numbers go in as numbers, null as NULL, anything else as text.
  void add(const std::vector<ResultValue>& row);
  /// Last call: everything is in the file.
  void commit();

 private:
  void execute(const std::string& sql);
  void bind(int place, const ResultValue& value);
  void check(int code) const;

  std::string target_;
  sqlite3* database_ = nullptr;
  sqlite3_stmt* insert_ = nullptr;
};

}  // namespace flitcast::explore
