#include "tb/progress.h"

#include <fmt/format.h>

#include "tb/facts.h"

namespace flitcast {

void TerminalProgress::progress(const Progress& state) {
  line_.show(progress_line(state, line_.seconds()));
}

std::string progress_line(const Progress& state, double seconds) {
  const double rate = seconds > 0 ? static_cast<double>(state.flit_hops) / seconds : 0;
  std::string line = fmt::format("round {}/{}  cycle {}  {}flit-hops/s", state.rounds_done,
                                 state.rounds, state.cycle, with_prefix(rate));
  if (state.rounds_done > 0) {
    const double left = seconds * static_cast<double>(state.rounds - state.rounds_done) /
                        static_cast<double>(state.rounds_done);
    line += fmt::format("  {:.0f} s left", left);
  }
  return line;
}

}  // namespace flitcast
