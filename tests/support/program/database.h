#pragma once

#include <sqlite3.h>
#include <string>

#include <gtest/gtest.h>

namespace flitcast {

/// A database that is there, to be read.
class Database {
 public:
  explicit Database(const std::string& file) {
    EXPECT_EQ(sqlite3_open_v2(file.c_str(), &database_, SQLITE_OPEN_READONLY, nullptr), SQLITE_OK);
  }
  ~Database() { sqlite3_close(database_); }

  Database(const Database&) = delete;
  Database& operator=(const Database&) = delete;

  template <typename Act>
  void each(const char* sql, Act&& act) const {
    sqlite3_stmt* statement = nullptr;
    ASSERT_EQ(sqlite3_prepare_v2(database_, sql, -1, &statement, nullptr), SQLITE_OK);
    while (sqlite3_step(statement) == SQLITE_ROW) {
      act(statement);
    }
    sqlite3_finalize(statement);
  }

 private:
  sqlite3* database_ = nullptr;
};

}  // namespace flitcast
