#pragma once

#include <chrono>
#include <cstdio>
#include <string>

#include "tb/test_bench.h"

namespace flitcast {

/// Shows how far a run is on one line of a terminal, a few times a second, and leaves no trace.
class TerminalProgress final : public ProgressSink {
 public:
  /// Writes to `stream` only when that is a terminal.
  explicit TerminalProgress(std::FILE* stream);
  ~TerminalProgress() override;

  TerminalProgress(const TerminalProgress&) = delete;
  TerminalProgress& operator=(const TerminalProgress&) = delete;

  /// True when there is somebody to show anything to.
  bool active() const { return active_; }
  bool due() override;
  void progress(const Progress& state) override;

 private:
  using Clock = std::chrono::steady_clock;

  std::FILE* stream_;
  bool active_;
  bool shown_ = false;
  Clock::time_point start_;
  Clock::time_point next_;
};

/// "round 12/63  cycle 4711  5.3 M flit-hops/s  12 s left", for `seconds` since the start.
std::string progress_line(const Progress& state, double seconds);

/// A rate or count ready for its unit, with a prefix where it is large: "5.3 M", "42 ".
std::string with_prefix(double value);

}  // namespace flitcast
