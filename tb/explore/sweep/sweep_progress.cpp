#include "tb/explore/sweep/sweep_progress.h"

#include <fmt/format.h>

namespace flitcast {

std::string sweep_line(const SweepState& state, double seconds) {
  const std::size_t ended = state.there + state.run;
  const double rate = seconds > 0 ? static_cast<double>(state.run) / seconds : 0;
  std::string line = fmt::format("{}/{} points  {:.1f}/s", ended, state.points, rate);
  if (state.failed > 0) {
    line += fmt::format("  {} failed", state.failed);
  }
  if (rate > 0) {
    line += fmt::format("  {:.0f} s left", static_cast<double>(state.points - ended) / rate);
  }
  return line;
}

}  // namespace flitcast
