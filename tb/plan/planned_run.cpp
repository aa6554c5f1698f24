#include "tb/plan/planned_run.h"

#include <cstdio>

#include <fmt/format.h>

#include "tb/system/terminal_line.h"

namespace flitcast {
namespace {

class TerminalWatcher final : public VerifyWatcher {
 public:
  using Line = std::string (*)(std::uint64_t done, std::uint64_t of, double seconds);

  explicit TerminalWatcher(Line text) : text_(text), line_(stderr) {}

  void verifying(std::uint64_t round, std::uint64_t rounds) override {
    if (line_.due()) {
      line_.show(text_(round, rounds, line_.seconds()));
    }
  }

 private:
  Line text_;
  TerminalLine line_;
};

}  // namespace

PlannedRun plan_run(const RawConfig& raw, VerifyWatcher* watcher) {
  if (gives_jobs(raw)) {
    return PlannedRun(std::in_place_type<JobsPlan>, raw, watcher);
  }
  return with_kind_of_plan(raw, [&](auto kind) { return PlannedRun(kind, raw, watcher); });
}

PlannedRun plan_on_terminal(const RawConfig& raw) {
  TerminalWatcher watcher(gives_load_alone(raw) || gives_program(raw) ? proof_line
                                                                      : verification_line);
  return plan_run(raw, &watcher);
}

const Config& config_of(const PlannedRun& plan) {
  return std::visit([](const auto& own) -> const Config& { return own.config(); }, plan);
}

const Schedule* schedule_of(const PlannedRun& plan) {
  const auto* const own = std::get_if<Plan>(&plan);
  return own == nullptr ? nullptr : &own->schedule();
}

std::string proof_line(std::uint64_t done, std::uint64_t of, double seconds) {
  return fmt::format("proving the routing  {} %{}", of == 0 ? 100 : 100 * done / of,
                     time_left(done, of, seconds));
}

std::string verification_line(std::uint64_t round, std::uint64_t rounds, double seconds) {
  return fmt::format("verifying round {}/{}{}", round, rounds, time_left(round, rounds, seconds));
}

}  // namespace flitcast
