#include "tb/explore/sweep/sqlite_table.h"

#include <sqlite3.h>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "tb/results/result_file.h"
#include "tb/system/file_error.h"
#include "tb/system/process_memory.h"

namespace flitcast::explore {
namespace {

/// A name in SQL; those of columns have dots in them.
std::string identifier(const std::string& name) {
  std::string out = "\"";
  for (const char c : name) {
    out += c == '"' ? std::string("\"\"") : std::string(1, c);
  }
  return out + "\"";
}

}  // namespace

SqliteTable::SqliteTable(const std::string& file, const std::string& target,
                         const std::string& table, const std::vector<std::string>& columns)
    : target_(target) {
  std::vector<std::string> names;
  names.reserve(columns.size());
  for (const std::string& column : columns) {
    names.push_back(identifier(column));
  }
  const std::vector<std::string_view> places(columns.size(), "?");
  try {
    check(sqlite3_open(file.c_str(), &database_));
    // The file gets its name when it is complete; until then nobody needs to recover it.
    execute("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF");
    execute(fmt::format("BEGIN; CREATE TABLE {} ({})", identifier(table), fmt::join(names, ", ")));
    const std::string sql =
        fmt::format("INSERT INTO {} VALUES ({})", identifier(table), fmt::join(places, ", "));
    check(sqlite3_prepare_v2(database_, sql.c_str(), -1, &insert_, nullptr));
  } catch (...) {
    sqlite3_close(database_);
    throw;
  }
}

SqliteTable::~SqliteTable() {
  sqlite3_finalize(insert_);
  sqlite3_close(database_);
}

void SqliteTable::add(const std::vector<ResultValue>& row) {
  int place = 0;
  for (const ResultValue& value : row) {
    bind(++place, value);
  }
  sqlite3_step(insert_);
  check(sqlite3_reset(insert_));
}

void SqliteTable::bind(int place, const ResultValue& value) {
  if (value.is_null()) {
    check(sqlite3_bind_null(insert_, place));
  } else if (value.kind == ResultValue::Kind::kWhole) {
    check(sqlite3_bind_int64(insert_, place, std::strtoll(value.text.c_str(), nullptr, 10)));
  } else if (value.is_number()) {
    check(sqlite3_bind_double(insert_, place, value.number()));
  } else {
    check(sqlite3_bind_text(insert_, place, value.text.data(), static_cast<int>(value.text.size()),
                            SQLITE_TRANSIENT));
  }
}

void SqliteTable::commit() {
  execute("COMMIT");
  sqlite3_finalize(insert_);
  insert_ = nullptr;
  check(sqlite3_close(database_));
  database_ = nullptr;
}

void SqliteTable::execute(const std::string& sql) {
  check(sqlite3_exec(database_, sql.c_str(), nullptr, nullptr, nullptr));
}

void SqliteTable::check(int code) const {
  if (code == SQLITE_NOMEM) {
    out_of_memory();
  }
  if (code != SQLITE_OK) {
    throw FileError(fmt::format("cannot write {}: {}", target_, sqlite3_errmsg(database_)));
  }
}

}  // namespace flitcast::explore
