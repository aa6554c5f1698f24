#include "tb/explore/crossover/referee.h"

#include <algorithm>

#include <fmt/format.h>

namespace flitcast {
namespace {

using Value = std::int64_t;

}  // namespace

Duel Referee::judge(std::size_t first, std::size_t second) {
  Duel duel{first, second, {}, {}, {}, {}, {}};
  const std::vector<Value> values = scanned(first, second);
  duel.theory = find_crossings(values, [&](Value value) -> std::optional<Value> {
    if (!both_play(first, second, value)) {
      return std::nullopt;
    }
    return predicted(first, value) - predicted(second, value);
  });
  std::vector<SimulatedContest::Run> scan;
  for (const Value value : values) {
    scan.emplace_back(first, value);
    scan.emplace_back(second, value);
  }
  runs_.simulate(scan);
  duel.simulated = find_crossings(values, [&](Value value) -> std::optional<Value> {
    if (!both_play(first, second, value)) {
      return std::nullopt;
    }
    runs_.simulate({{first, value}, {second, value}});
    return runs_.at(first, value) - runs_.at(second, value);
  });
  for (const std::size_t algorithm : {first, second}) {
    if (is_bounded(algorithm, duel.theory.scanned)) {
      duel.bounded.push_back(algorithm);
    }
  }
  duel.meeting = duel.bounded.empty() ? meeting(duel) : std::nullopt;
  add_rows(duel);
  return duel;
}

bool Referee::both_play(std::size_t first, std::size_t second, Value value) {
  return theory_.can_play(first, value) && theory_.can_play(second, value);
}
std::int64_t Referee::predicted(std::size_t algorithm, Value value) {
  return theory_.at(algorithm, value).prediction->estimate();
}

bool Referee::is_bounded(std::size_t algorithm, const std::vector<Value>& values) {
  return std::any_of(values.begin(), values.end(), [&](Value value) {
    return theory_.at(algorithm, value).prediction->below_bound();
  });
}

std::vector<std::int64_t> Referee::scanned(std::size_t first, std::size_t second) {
  std::vector<Value> values = playable(scan_values(range_.from, range_.to), [&](Value value) {
    return both_play(first, second, value);
  });
  if (!values.empty()) {
    return values;
  }
  const std::size_t refused = theory_.can_play(first, range_.to) ? second : first;
  throw ConfigError(fmt::format(
      "--between: no value of {} from {} to {} was found that both {} and {} can be played with: "
      "{}",
      contest_.key, range_.from, range_.to, contest_.algorithms[first], contest_.algorithms[second],
      theory_.at(refused, range_.to).refusal));
}

/// Closed forms whose coefficients are the same all over the range are lines.
std::optional<double> Referee::meeting(const Duel& duel) {
  if (contest_.key != "traffic.message_flits") {
    return std::nullopt;
  }
  const Value low = duel.theory.scanned.front();
  const Value high = duel.theory.scanned.back();
  for (const std::size_t algorithm : {duel.first, duel.second}) {
    const auto& at_low = theory_.at(algorithm, low);
    const auto& at_high = theory_.at(algorithm, high);
    if (!at_low.prediction->closed_form || at_low.prediction->terms != at_high.prediction->terms) {
      return std::nullopt;
    }
  }
  const auto& a = theory_.at(duel.first, low);
  const auto& b = theory_.at(duel.second, low);
  const auto point = meeting_point(*a.prediction->terms, a.model, *b.prediction->terms, b.model);
  return point && *point > 0 ? point : std::nullopt;
}

void Referee::add_rows(Duel& duel) {
  std::vector<Value> values;
  for (const Crossing& crossing : duel.simulated.found) {
    values.insert(values.end(), {crossing.last, crossing.first});
  }
  if (values.empty()) {
    values = {duel.simulated.scanned.front(), duel.simulated.scanned.back()};
  }
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (i == 0 || values[i] != values[i - 1]) {
      duel.rows.push_back(
          {values[i], runs_.at(duel.first, values[i]), runs_.at(duel.second, values[i])});
    }
  }
}

}  // namespace flitcast
