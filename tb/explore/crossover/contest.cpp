#include "tb/explore/crossover/contest.h"

#include <fmt/format.h>

#include "tb/config/keys/config_keys.h"
#include "tb/config/keys/sweep_keys.h"
#include "tb/plan/plan.h"
#include "tb/results/result_file.h"
#include "tb/system/program.h"

namespace flitcast {
namespace {

struct Line {
  Ratio fixed;
  Ratio slope;
};

Line line_of(const Coefficients& c, const TimingModel& model) {
  return {Ratio(c.t_s * model.t_s + c.t_d * model.t_d + c.t_m * model.t_m),
          c.mu_t_m * model.t_m + c.mu_t_r * model.t_r + c.mu_t_op * model.t_op};
}

}  // namespace

RawConfig Contest::config(std::size_t algorithm, std::int64_t value) const {
  RawConfig raw = base;
  give(raw, "traffic.algorithm", algorithms[algorithm]);
  give(raw, key, std::to_string(value));
  return raw;
}

const TheoryOfContest::Entry& TheoryOfContest::at(std::size_t algorithm, std::int64_t value) {
  const auto [place, missing] = entries_.try_emplace({algorithm, value});
  Entry& entry = place->second;
  if (missing) {
    try {
      const Plan plan(contest_.config(algorithm, value));
      entry.prediction = plan.prediction();
      entry.model = timing_model(plan.config().network);
    } catch (const ConfigError& refusal) {
      entry.refusal = refusal.what();
    }
  }
  return entry;
}

SimulatedContest::SimulatedContest(const Contest& contest, std::size_t jobs,
                                   ProcessPool::Seconds time_limit)
    : contest_(contest), jobs_(jobs), time_limit_(time_limit), progress_(stderr) {}

std::vector<std::string> SimulatedContest::command(const Run& run) const {
  std::vector<std::string> words{own_program(), "run"};
  const RawConfig raw = contest_.config(run.first, run.second);
  for (const auto& [key, text] : raw.texts) {
    words.push_back(fmt::format("--{}={}", key, text));
  }
  words.emplace_back("--output.json=-");
  return words;
}

void SimulatedContest::simulate(const std::vector<Run>& runs) {
  ProcessPool pool(jobs_, time_limit_);
  std::vector<Run> missing;
  for (const Run& run : runs) {
    if (cycles_.count(run) == 0) {
      missing.push_back(run);
    }
  }
  state_.points += missing.size();
  pool.run_all(
      missing.size(), [&](std::size_t run) { return command(missing[run]); },
      [&](std::size_t run, const ProcessEnd& end) {
        take(missing[run], end);
        ++state_.run;
        progress_.show(state_);
      },
      [&] { progress_.show(state_); });
}

void SimulatedContest::take(const Run& run, const ProcessEnd& end) {
  const std::string who =
      fmt::format("{} with {} = {}", contest_.algorithms[run.first], contest_.key, run.second);
  if (end.timed_out) {
    throw ConfigError(fmt::format("--time-limit: {} was {}; give a longer limit or a smaller --to",
                                  who, end.describe()));
  }
  if (!end.exited_with(0)) {
    throw ConfigError(fmt::format("{} did not complete: {}\n{}{}", who, end.describe(), end.err,
                                  shell_line(command(run))));
  }
  cycles_[run] = parse_result(end.out, who).at("completion_cycles").get<std::int64_t>();
}

std::int64_t SimulatedContest::at(std::size_t algorithm, std::int64_t value) {
  const Run run{algorithm, value};
  if (cycles_.count(run) == 0) {
    simulate({run});
  }
  return cycles_.at(run);
}

std::optional<double> meeting_point(const Coefficients& a, const TimingModel& a_model,
                                    const Coefficients& b, const TimingModel& b_model) {
  const Line first = line_of(a, a_model);
  const Line second = line_of(b, b_model);
  if (first.slope == second.slope) {
    return std::nullopt;
  }
  return ((second.fixed - first.fixed) / (first.slope - second.slope)).as_double();
}

}  // namespace flitcast
