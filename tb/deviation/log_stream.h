#pragma once

#include <cstdio>
#include <optional>

#include "tb/deviation/log_entry.h"

namespace flitcast {

// Entries cycle by cycle as they are in memory, from a process to another one of the same program.

/// False where they cannot be written.
bool write_entries(Cycle at, const LogEntries& entries, std::FILE* file);
/// Behind the last ones.
bool write_end(std::FILE* file);

/// Reads them, a cycle at a time.
class LogStream {
 public:
  /// Does not close it. Null: there is nothing.
  explicit LogStream(std::FILE* file = nullptr) : file_(file), over_(file == nullptr) {}

  /// Reads up to cycle `at`, or the first one after it that has entries. visit(Cycle, LogEntries)
  /// of those before it that have not been gone to.
  template <typename Visit>
  void go_to(Cycle at, Visit&& visit) {
    for (; !over_ && at_.value_or(-1) < at; next()) {
      if (at_ && !gone_to_) {
        visit(*at_, entries_);
      }
    }
    gone_to_ = at_ == at;
  }
  /// The cycle that has been read; none after the last one.
  const std::optional<Cycle>& at() const { return at_; }
  const LogEntries& entries() const { return entries_; }
  /// It was read up to the end that was written.
  bool ends_well() const { return ends_well_; }

 private:
  void next();

  std::FILE* file_;
  std::optional<Cycle> at_;
  LogEntries entries_;
  bool gone_to_ = false;
  bool over_ = false;  // there is nothing more to read
  bool ends_well_ = false;
};

}  // namespace flitcast
