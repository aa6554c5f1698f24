#include "tb/sim/progress.h"

#include <fmt/format.h>

#include "tb/system/text_columns.h"

namespace flitcast {
namespace {

/// "  12 s left", as the rounds that are done have taken; nothing before the first.
std::string time_left(std::uint64_t done, std::uint64_t rounds, double seconds) {
  return done == 0 ? ""
                   : fmt::format("  {:.0f} s left", seconds * static_cast<double>(rounds - done) /
                                                        static_cast<double>(done));
}

}  // namespace

void TerminalProgress::progress(const Progress& state) {
  line_.show(progress_line(state, line_.seconds()));
}

void TerminalVerification::verifying(std::uint64_t round, std::uint64_t rounds) {
  if (line_.due()) {
    line_.show(verification_line(round, rounds, line_.seconds()));
  }
}

Plan plan_on_terminal(const RawConfig& raw) {
  TerminalVerification progress(stderr);
  return Plan(raw, &progress);
}

std::string verification_line(std::uint64_t round, std::uint64_t rounds, double seconds) {
  return fmt::format("verifying round {}/{}{}", round, rounds, time_left(round, rounds, seconds));
}

std::string progress_line(const Progress& state, double seconds) {
  const double rate = seconds > 0 ? static_cast<double>(state.flit_hops) / seconds : 0;
  const std::string line = fmt::format("round {}/{}  cycle {}  {}flit-hops/s", state.rounds_done,
                                       state.rounds, state.cycle, with_prefix(rate));
  return line + time_left(state.rounds_done, state.rounds, seconds);
}

}  // namespace flitcast
