#pragma once

#include <chrono>
#include <cstddef>
#include <cstdio>
#include <string>

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

/// Shows that line on a terminal, a few times a second, and leaves no trace.
class SweepProgress {
 public:
  /// Writes to `stream` only when that is a terminal.
  explicit SweepProgress(std::FILE* stream);
  ~SweepProgress();

  SweepProgress(const SweepProgress&) = delete;
  SweepProgress& operator=(const SweepProgress&) = delete;

  void show(const SweepState& state);
  /// Makes room for something else, until it is shown again.
  void erase();
  /// Since it was made.
  double seconds() const;

 private:
  using Clock = std::chrono::steady_clock;

  std::FILE* stream_;
  bool active_;
  bool shown_ = false;
  Clock::time_point start_;
  Clock::time_point next_;
};

}  // namespace flitcast
