#include "tb/sim/progress.h"

#include <fmt/format.h>

#include "tb/text/text_columns.h"

namespace flitcast {
namespace {

/// "  12 s left", as what is done has taken; nothing before the first, and where nobody knows how
/// much there is.
std::string time_left(std::uint64_t done, std::uint64_t of, double seconds) {
  return done == 0 || of == 0
             ? ""
             : fmt::format("  {:.0f} s left",
                           seconds * static_cast<double>(of - done) / static_cast<double>(done));
}

}  // namespace

void TerminalVerification::verifying(std::uint64_t round, std::uint64_t rounds) {
  if (line_.due()) {
    line_.show(verification_line(round, rounds, line_.seconds()));
  }
}

Plan plan_on_terminal(const RawConfig& raw) {
  TerminalVerification progress(stderr);
  return Plan(raw, &progress);
}

void TerminalProof::verifying(std::uint64_t round, std::uint64_t rounds) {
  if (line_.due()) {
    line_.show(proof_line(round, rounds, line_.seconds()));
  }
}

LoadPlan load_plan_on_terminal(const RawConfig& raw) {
  TerminalProof progress(stderr);
  return LoadPlan(raw, &progress);
}

Config planned_on_terminal(const RawConfig& raw) {
  return gives_load_alone(raw) ? load_plan_on_terminal(raw).config()
                               : plan_on_terminal(raw).config();
}

std::string proof_line(std::uint64_t done, std::uint64_t of, double seconds) {
  return fmt::format("proving the routing  {} %{}", of == 0 ? 100 : 100 * done / of,
                     time_left(done, of, seconds));
}

std::string verification_line(std::uint64_t round, std::uint64_t rounds, double seconds) {
  return fmt::format("verifying round {}/{}{}", round, rounds, time_left(round, rounds, seconds));
}

std::string progress_line(const Progress& state, double seconds) {
  const double rate = seconds > 0 ? static_cast<double>(state.flit_hops) / seconds : 0;
  const WorkloadProgress& workload = state.workload;
  const std::string line =
      fmt::format("{}  cycle {}  {}flit-hops/s", workload.words, state.cycle, with_prefix(rate));
  return line + time_left(workload.done, workload.of, seconds);
}

}  // namespace flitcast
