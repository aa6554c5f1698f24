#include <cstdlib>
#include <sqlite3.h>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "tb/explore/sweep/sweep_table.h"
#include "tb/system/file_error.h"
#include "tb/system/files/atomic_file.h"
#include "tb/system/files/scratch_file.h"
#include "tb/system/process_memory.h"

namespace flitcast::explore {
namespace {

/// In double quotes, as a name in SQL or a field of CSV that has more than letters in it.
std::string quoted(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    out += c == '"' ? std::string("\"\"") : std::string(1, c);
  }
  return out + "\"";
}

/// A new SQLite database with one table, filled row by row in one transaction.
class SqliteTable {
 public:
  /// `file` must not exist; errors name what it is to become. Throws FileError, as all of them do.
  SqliteTable(const std::string& file, const std::string& target, const std::string& table,
              const std::vector<std::string>& columns)
      : target_(target) {
    std::vector<std::string> names;
    names.reserve(columns.size());
    for (const std::string& column : columns) {
      names.push_back(quoted(column));
    }
    const std::vector<std::string_view> places(columns.size(), "?");
    try {
      check(sqlite3_open(file.c_str(), &database_));
      // The file gets its name when it is complete; until then nobody needs to recover it.
      execute("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF");
      execute(fmt::format("BEGIN; CREATE TABLE {} ({})", quoted(table), fmt::join(names, ", ")));
      const std::string sql =
          fmt::format("INSERT INTO {} VALUES ({})", quoted(table), fmt::join(places, ", "));
      check(sqlite3_prepare_v2(database_, sql.c_str(), -1, &insert_, nullptr));
    } catch (...) {
      sqlite3_close(database_);
      throw;
    }
  }

  ~SqliteTable() {
    sqlite3_finalize(insert_);
    sqlite3_close(database_);
  }

  SqliteTable(const SqliteTable&) = delete;
  SqliteTable& operator=(const SqliteTable&) = delete;

  /// Numbers go in as numbers, null as NULL, anything else as text.
  void add(const std::vector<ResultValue>& row) {
    int place = 0;
    for (const ResultValue& value : row) {
      bind(++place, value);
    }
    sqlite3_step(insert_);
    check(sqlite3_reset(insert_));
  }

  /// Last call: everything is in the file.
  void commit() {
    execute("COMMIT");
    sqlite3_finalize(insert_);
    insert_ = nullptr;
    check(sqlite3_close(database_));
    database_ = nullptr;
  }

 private:
  void execute(const std::string& sql) {
    check(sqlite3_exec(database_, sql.c_str(), nullptr, nullptr, nullptr));
  }

  void bind(int place, const ResultValue& value) {
    if (value.is_null()) {
      check(sqlite3_bind_null(insert_, place));
    } else if (value.kind == ResultValue::Kind::kWhole) {
      check(sqlite3_bind_int64(insert_, place, std::strtoll(value.text.c_str(), nullptr, 10)));
    } else if (value.is_number()) {
      check(sqlite3_bind_double(insert_, place, value.number()));
    } else {
      check(sqlite3_bind_text(insert_, place, value.text.data(),
                              static_cast<int>(value.text.size()), SQLITE_TRANSIENT));
    }
  }

  void check(int code) const {
    if (code == SQLITE_NOMEM) {
      out_of_memory();
    }
    if (code != SQLITE_OK) {
      throw FileError("cannot write {}: {}", target_, sqlite3_errmsg(database_));
    }
  }

  std::string target_;
  sqlite3* database_ = nullptr;
  sqlite3_stmt* insert_ = nullptr;
};

std::string csv_line(const std::vector<ResultValue>& row) {
  std::string line;
  for (const ResultValue& value : row) {
    line += (line.empty() ? "" : ",") + csv_field(value);
  }
  return line + "\n";
}

}  // namespace

std::string csv_field(const ResultValue& value) {
  return value.text.find_first_of(",\"\r\n") == std::string::npos ? value.text : quoted(value.text);
}

void write_tables(SweepTable& table, const SweepFolder& folder, const std::string& name) {
  const std::string csv_file = fmt::format("{}/{}.csv", folder.path(), name);
  const std::string target = fmt::format("{}/{}.sqlite", folder.path(), name);
  remove_link(csv_file);
  remove_link(target);
  AtomicFile csv(csv_file);
  AtomicFile database(target);
  ScratchFile scratch(database);
  SqliteTable sqlite(scratch.name(), target, "points", table.columns());
  csv.write(csv_line({table.columns().begin(), table.columns().end()}));
  for (std::size_t i = 0; i < table.rows(); ++i) {
    const std::vector<ResultValue> row = table.row(i);
    csv.write(csv_line(row));
    sqlite.add(row);
  }
  sqlite.commit();
  scratch.copy_to(database);
  commit_together({&csv, &database});
}

}  // namespace flitcast::explore
