#pragma once

#include <cstddef>
#include <cstdio>
#include <string>

#include "tb/system/terminal_line.h"

namespace flitcast {

/// How far a sweep is.
struct SweepState {
  std::size_t points = 0;
  std::size_t there = 0;   ///< had a result when the sweep began
  std::size_t run = 0;     ///< ended since then, with a result or without
  std::size_t failed = 0;  ///< of those that ended
};

/// "312/1000 points  54.1/s  2 failed  13 s left", for `seconds` since the sweep began.
std::string sweep_line(const SweepState& state, double seconds);

/// Shows that line on a terminal, or now and then in a log.
class SweepProgress {
 public:
  explicit SweepProgress(std::FILE* stream) : line_(stream, TerminalLine::kEveryHalfMinute) {}

  void show(const SweepState& state) {
    if (line_.due()) {
      line_.show(sweep_line(state, line_.seconds()));
    }
  }
  /// Makes room for something else, until it is shown again.
  void erase() { line_.erase(); }
  /// Since it was made.
  double seconds() const { return line_.seconds(); }

 private:
  TerminalLine line_;
};

}  // namespace flitcast
