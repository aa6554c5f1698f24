#pragma once

#include <cstdio>
#include <string>

#include "tb/terminal_line.h"
#include "tb/test_bench.h"

namespace flitcast {

/// Shows how far a run is on a terminal.
class TerminalProgress final : public ProgressSink {
 public:
  explicit TerminalProgress(std::FILE* stream) : line_(stream) {}

  /// True when there is somebody to show anything to.
  bool active() const { return line_.active(); }
  bool due() override { return line_.due(); }
  void progress(const Progress& state) override;

 private:
  TerminalLine line_;
};

/// "round 12/63  cycle 4711  5.3 M flit-hops/s  12 s left", for `seconds` since the start.
std::string progress_line(const Progress& state, double seconds);

}  // namespace flitcast
