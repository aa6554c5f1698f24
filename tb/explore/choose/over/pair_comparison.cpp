#include "tb/explore/choose/over/pair_comparison.h"

#include <algorithm>

#include "tb/plan/plan.h"

namespace flitcast::explore {
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

std::optional<double> meeting_point(const Coefficients& a, const TimingModel& a_model,
                                    const Coefficients& b, const TimingModel& b_model) {
  const Line first = line_of(a, a_model);
  const Line second = line_of(b, b_model);
  if (first.slope == second.slope) {
    return std::nullopt;
  }
  return ((second.fixed - first.fixed) / (first.slope - second.slope)).as_double();
}

RawConfig Comparison::config(std::size_t algorithm, std::int64_t value) const {
  RawConfig raw = base;
  give(raw, "traffic.algorithm", algorithms[algorithm]);
  give(raw, key, std::to_string(value));
  return raw;
}

const PairComparer::Theory& PairComparer::theory(std::size_t algorithm, Value value) {
  const auto [place, missing] = theories_.try_emplace({algorithm, value});
  if (missing) {
    try {
      const Plan plan(comparison_.config(algorithm, value));
      place->second.prediction = plan.prediction();
      place->second.model = timing_model(plan.config().network);
    } catch (const ConfigError& refusal) {
      place->second.refusal = refusal.what();
    }
  }
  return place->second;
}

bool PairComparer::can_play_near(std::size_t algorithm, Value value) {
  constexpr Value kTried = 256;
  return !playable({std::max(comparison_.from, value - kTried), value}, [&](Value tried) {
            return theory(algorithm, tried).prediction.has_value();
          }).empty();
}

bool PairComparer::both_play(const PairComparison& pair, Value value) {
  return theory(pair.first, value).prediction && theory(pair.second, value).prediction;
}

std::vector<std::int64_t> PairComparer::scanned(const PairComparison& pair) {
  const Value to = comparison_.to;
  std::vector<Value> values = playable(scan_values(comparison_.from, to),
                                       [&](Value value) { return both_play(pair, value); });
  if (values.empty()) {
    const std::size_t refused = theory(pair.first, to).prediction ? pair.second : pair.first;
    throw ConfigError(
        "--between: no value of {} from {} to {} was found that both {} and {} can be played with: "
        "{}",
        comparison_.key, comparison_.from, to, comparison_.algorithms[pair.first],
        comparison_.algorithms[pair.second], theory(refused, to).refusal);
  }
  return values;
}

PairComparison PairComparer::compare(std::size_t first, std::size_t second, ChooseRuns& runs) {
  PairComparison pair{first, second};
  const std::vector<Value> values = scanned(pair);
  const auto crossings = [&](const auto& cycles) {
    return find_crossings(values, [&](Value value) -> std::optional<Value> {
      return both_play(pair, value) ? std::optional(cycles(value)) : std::nullopt;
    });
  };
  pair.theory = crossings([&](Value value) {
    return theory(first, value).prediction->estimate() -
           theory(second, value).prediction->estimate();
  });
  std::vector<Run> scan;
  for (const Value value : values) {
    scan.insert(scan.end(), {{first, value}, {second, value}});
  }
  simulate(scan, runs);
  pair.simulated = crossings([&](Value value) {
    simulate({{first, value}, {second, value}}, runs);
    return cycles_.at({first, value}) - cycles_.at({second, value});
  });
  for (const std::size_t algorithm : {first, second}) {
    if (std::any_of(values.begin(), values.end(), [&](Value value) {
          return theory(algorithm, value).prediction->below_bound();
        })) {
      pair.bounded.push_back(algorithm);
    }
  }
  pair.meeting = pair.bounded.empty() ? meeting(pair) : std::nullopt;
  add_points(pair);
  return pair;
}

/// Those that have not been, side by side.
void PairComparer::simulate(const std::vector<Run>& wanted, ChooseRuns& runs) {
  std::vector<Run> missing;
  std::vector<RawConfig> configs;
  for (const Run& run : wanted) {
    if (cycles_.count(run) == 0) {
      missing.push_back(run);
      configs.push_back(comparison_.config(run.first, run.second));
    }
  }
  if (missing.empty()) {
    return;
  }
  const std::vector<std::optional<Cycle>> cycles = runs.run(configs);
  if (!runs.failures().empty()) {
    throw ConfigError("--over: a simulation has no result: {}", runs.failures().front());
  }
  for (std::size_t i = 0; i < missing.size(); ++i) {
    cycles_[missing[i]] = *cycles[i];
  }
}

/// Closed forms whose coefficients are the same all over the range are lines.
std::optional<double> PairComparer::meeting(const PairComparison& pair) {
  if (comparison_.key != "traffic.message_flits") {
    return std::nullopt;
  }
  const Value low = pair.theory.scanned.front();
  const Value high = pair.theory.scanned.back();
  for (const std::size_t algorithm : {pair.first, pair.second}) {
    const Prediction& at_low = *theory(algorithm, low).prediction;
    if (!at_low.closed_form || at_low.terms != theory(algorithm, high).prediction->terms) {
      return std::nullopt;
    }
  }
  const Theory& a = theory(pair.first, low);
  const Theory& b = theory(pair.second, low);
  const auto point = meeting_point(*a.prediction->terms, a.model, *b.prediction->terms, b.model);
  return point && *point > 0 ? point : std::nullopt;
}

void PairComparer::add_points(PairComparison& pair) {
  std::vector<Value> values;
  for (const Crossing& crossing : pair.simulated.found) {
    values.insert(values.end(), {crossing.last, crossing.first});
  }
  if (values.empty()) {
    values = {pair.simulated.scanned.front(), pair.simulated.scanned.back()};
  }
  values.erase(std::unique(values.begin(), values.end()), values.end());
  for (const Value value : values) {
    pair.points.push_back(
        {value, cycles_.at({pair.first, value}), cycles_.at({pair.second, value})});
  }
}

}  // namespace flitcast::explore
