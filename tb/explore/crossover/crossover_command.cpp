// flitcast crossover: where one algorithm overtakes another.

#include <algorithm>

#include <fmt/format.h>

#include "tb/cli/commands.h"
#include "tb/config/check_files.h"
#include "tb/config/config_keys.h"
#include "tb/config/config_value.h"
#include "tb/config/resolve.h"
#include "tb/config/sweep_keys.h"
#include "tb/explore/crossover/crossover_report.h"
#include "tb/explore/points/backend.h"
#include "tb/explore/sweep/make_backend.h"
#include "tb/system/console.h"

namespace flitcast {
namespace {

using Value = std::int64_t;

constexpr Value kLargestSize = 65536;

struct Range {
  Value from;
  Value to;
};

std::string needed(const Arguments& arguments, const char* option, const char* example) {
  const auto text = arguments.option(option);
  if (!text) {
    throw ConfigError(
        fmt::format("crossover needs --{0}; give it, like --{0}={1}", option, example));
  }
  return *text;
}

std::string key_of(const Arguments& arguments) {
  try {
    return std::string(key_to_sweep(needed(arguments, "over", "message_flits")).name);
  } catch (const ValueError& error) {
    throw ConfigError(fmt::format("--over: {}", error.what()));
  }
}

std::vector<std::string> algorithms_of(const Arguments& arguments) {
  std::vector<std::string> ids;
  try {
    ids = parse_list(needed(arguments, "between", "aas-hc-sex,aas-hc-dex"), "a list of algorithms");
    for (const std::string& id : ids) {
      find_row(id.substr(0, 60));
    }
  } catch (const std::invalid_argument& error) {  // ValueError, ParameterError
    throw ConfigError(fmt::format("--between: {}", error.what()));
  }
  for (std::size_t i = 0; i < ids.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (ids[i] == ids[j]) {
        throw ConfigError(fmt::format("--between: {} is named twice", ids[i]));
      }
    }
  }
  if (ids.size() < 2) {
    throw ConfigError(fmt::format(
        "--between: {} is alone; give two algorithms or more, see flitcast list", ids[0]));
  }
  return ids;
}

/// What the algorithms have in common.
RawConfig base_of(const RawConfig& raw, const std::string& key) {
  refuse_pipes(raw);
  RawConfig base{Places(raw.places.file()), {}, {}};
  for (const auto& [name, text] : raw.texts) {
    if (tells_runs_apart(*find_key(name)) && name != "traffic.algorithm" &&
        name != "traffic.schedule" && name != key) {
      give(base, name, text, raw.places.of(name));
    }
  }
  return base;
}

Value end_of_range(const Arguments& arguments, const char* option, const std::string& key,
                   Value usual) {
  constexpr Value kMost = 1'000'000'000'000;
  const auto given = arguments.number(option, 0, kMost);
  if (!given && key != "traffic.message_flits") {
    throw ConfigError(fmt::format(
        "crossover needs --from and --to; only traffic.message_flits has a usual range, not {}",
        key));
  }
  const Value value = given.value_or(usual);
  RawConfig scratch;
  give(scratch, key, std::to_string(value), fmt::format("--{}", option));
  return value;
}

Range range_of(const Arguments& arguments, const std::string& key) {
  const Range range{end_of_range(arguments, "from", key, 1),
                    end_of_range(arguments, "to", key, kLargestSize)};
  if (range.from > range.to) {
    throw ConfigError(fmt::format("--from: {} is more than --to, {}", range.from, range.to));
  }
  return range;
}

/// Plays two algorithms of a contest against each other, in theory and in simulations.
class Referee {
 public:
  Referee(const Contest& contest, Range range, TheoryOfContest& theory, SimulatedContest& runs)
      : contest_(contest), range_(range), theory_(theory), runs_(runs) {}

  Duel judge(std::size_t first, std::size_t second) {
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

 private:
  bool both_play(std::size_t first, std::size_t second, Value value) {
    return theory_.can_play(first, value) && theory_.can_play(second, value);
  }
  Value predicted(std::size_t algorithm, Value value) {
    return theory_.at(algorithm, value).prediction->estimate();
  }

  bool is_bounded(std::size_t algorithm, const std::vector<Value>& values) {
    return std::any_of(values.begin(), values.end(), [&](Value value) {
      return theory_.at(algorithm, value).prediction->below_bound();
    });
  }

  std::vector<Value> scanned(std::size_t first, std::size_t second) {
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
        contest_.key, range_.from, range_.to, contest_.algorithms[first],
        contest_.algorithms[second], theory_.at(refused, range_.to).refusal));
  }

  /// Closed forms whose coefficients are the same all over the range are lines.
  std::optional<double> meeting(const Duel& duel) {
    if (contest_.key != "traffic.message_flits") {
      return std::nullopt;
    }
    const Value low = duel.theory.scanned.front();
    const Value high = duel.theory.scanned.back();
    for (const std::size_t algorithm : {duel.first, duel.second}) {
      const auto& at_low = theory_.at(algorithm, low);
      const auto& at_high = theory_.at(algorithm, high);
      if (!at_low.prediction->closed_form ||
          at_low.prediction->terms != at_high.prediction->terms) {
        return std::nullopt;
      }
    }
    const auto& a = theory_.at(duel.first, low);
    const auto& b = theory_.at(duel.second, low);
    const auto point = meeting_point(a.prediction->terms, a.model, b.prediction->terms, b.model);
    return point && *point > 0 ? point : std::nullopt;
  }

  void add_rows(Duel& duel) {
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

  const Contest& contest_;
  Range range_;
  TheoryOfContest& theory_;
  SimulatedContest& runs_;
};

}  // namespace

int crossover_command(const Arguments& arguments) {
  const bool json = arguments.wants_json();
  const std::string key = key_of(arguments);
  const Contest contest{base_of(gather_config(arguments), key), key, algorithms_of(arguments)};
  const Range range = range_of(arguments, key);
  const BackendOptions options = backend_options(arguments);
  TheoryOfContest theory(contest);
  std::vector<Duel> duels;
  {
    SimulatedContest runs(contest, options.jobs, options.time_limit);
    Referee referee(contest, range, theory, runs);
    for (std::size_t second = 1; second < contest.algorithms.size(); ++second) {
      for (std::size_t first = 0; first < second; ++first) {
        duels.push_back(referee.judge(first, second));
      }
    }
  }
  print((json ? crossover_json : crossover_text)(contest, range.from, range.to, duels));
  return exit_code::kGood;
}

}  // namespace flitcast
