// flitcast crossover: where one algorithm overtakes another.

#include <algorithm>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "tb/cli/arguments.h"
#include "tb/cli/explore/backend_options.h"
#include "tb/cli/explore/explore_actions.h"
#include "tb/config/config_value.h"
#include "tb/config/keys/config_keys.h"
#include "tb/config/keys/sweep_keys.h"
#include "tb/config/resolve/check_files.h"
#include "tb/config/resolve/resolve.h"
#include "tb/explore/crossover/crossover.h"
#include "tb/explore/crossover/crossover_report.h"
#include "tb/explore/crossover/referee.h"
#include "tb/explore/points/backend.h"
#include "tb/system/console.h"
#include "traffic/catalogue/catalogue.h"
#include "traffic/catalogue/row_names.h"

namespace flitcast {
namespace {

using Value = std::int64_t;

constexpr Value kLargestSize = 65536;

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

/// What --between names.
struct Contenders {
  std::vector<std::string> ids;
  std::set<std::string> by_id;  ///< those that are named by their ids, not by what several have
};

/// Throws ConfigError where algorithms do different things, which nobody could choose between.
void refuse_different_tasks(const std::vector<std::string>& ids) {
  const Row& first = find_row(ids.front());
  for (const std::string& id : ids) {
    const Row& row = find_row(id);
    if (row.operation != first.operation) {
      throw ConfigError(fmt::format(
          "--between: {} is of the operation {}, {} of {}; give algorithms of one operation",
          first.id, first.operation->name(), row.id, row.operation->name()));
    }
  }
}

Contenders contenders_of(const Arguments& arguments) {
  Contenders contenders;
  try {
    std::vector<std::string> names =
        parse_list(needed(arguments, "between", "aas-hc-sex,aas-hc-dex"), "a list of algorithms");
    for (std::string& name : names) {
      name = name.substr(0, 60);
      if (!is_name_of_several(name) && !contenders.by_id.insert(name).second) {
        throw ValueError(fmt::format("{} is named twice", name));
      }
    }
    for (const Row* const row : rows_named(names)) {
      if (std::find(contenders.ids.begin(), contenders.ids.end(), row->id) ==
          contenders.ids.end()) {
        contenders.ids.emplace_back(row->id);
      }
    }
  } catch (const std::invalid_argument& error) {  // ValueError, ParameterError
    throw ConfigError(fmt::format("--between: {}", error.what()));
  }
  refuse_different_tasks(contenders.ids);
  if (contenders.ids.size() < 2) {
    throw ConfigError(
        fmt::format("--between: {} is alone; give two algorithms or more, see flitcast list",
                    contenders.ids[0]));
  }
  return contenders;
}

/// What the algorithms have in common.
RawConfig base_of(const RawConfig& raw, const std::string& key) {
  refuse_pipes(raw);
  RawConfig base{SourceLocations(raw.places.file()), {}, {}};
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

ValueRange range_of(const Arguments& arguments, const std::string& key) {
  const ValueRange range{end_of_range(arguments, "from", key, 1),
                         end_of_range(arguments, "to", key, kLargestSize)};
  if (range.from > range.to) {
    throw ConfigError(fmt::format("--from: {} is more than --to, {}", range.from, range.to));
  }
  return range;
}

/// True where some of the largest values can be played: what the nodes divide among them lets some
/// pass.
bool can_play(TheoryOfContest& theory, std::size_t algorithm, const ValueRange& range) {
  constexpr Value kTried = 256;
  return !playable({std::max(range.from, range.to - kTried), range.to}, [&](Value value) {
            return theory.can_play(algorithm, value);
          }).empty();
}

/// All that are named by their ids, and what else can be played on the network, as indices. Throws
/// ConfigError where these are not two.
std::vector<std::size_t> who_plays(const Contest& contest, const Contenders& contenders,
                                   TheoryOfContest& theory, const ValueRange& range) {
  std::vector<std::size_t> playing;
  std::vector<std::string> others;
  for (std::size_t i = 0; i < contest.algorithms.size(); ++i) {
    const std::string& id = contest.algorithms[i];
    if (contenders.by_id.count(id) != 0 || can_play(theory, i, range)) {
      playing.push_back(i);
    } else {
      others.push_back(id);
    }
  }
  if (playing.size() < 2) {
    throw ConfigError(
        fmt::format("--between: {} of {} algorithms can be played here; give two or more that run "
                    "on the network of the configuration, see flitcast list",
                    playing.empty() ? "none" : contest.algorithms[playing[0]] + " alone",
                    contest.algorithms.size()));
  }
  if (!others.empty()) {
    tell(fmt::format("note: {} cannot be played here and {} left out", fmt::join(others, ", "),
                     others.size() == 1 ? "is" : "are"));
  }
  return playing;
}

std::vector<Duel> duels_of(const std::vector<std::size_t>& playing, Referee& referee) {
  std::vector<Duel> duels;
  for (const std::size_t second : playing) {
    for (const std::size_t first : playing) {
      if (first < second) {
        duels.push_back(referee.judge(first, second));
      }
    }
  }
  return duels;
}

}  // namespace

int crossover_main(const Arguments& arguments) {
  const bool json = arguments.wants_json();
  const std::string key = key_of(arguments);
  const RawConfig base = base_of(gather_config(arguments), key);
  const Contenders contenders = contenders_of(arguments);
  const Contest contest{base, key, contenders.ids};
  const ValueRange range = range_of(arguments, key);
  const BackendOptions options = backend_options(arguments);
  TheoryOfContest theory(contest);
  const std::vector<std::size_t> playing = who_plays(contest, contenders, theory, range);
  std::vector<Duel> duels;
  {
    SimulatedContest runs(contest, options.jobs, options.time_limit);
    Referee referee(contest, range, theory, runs);
    duels = duels_of(playing, referee);
  }
  print((json ? crossover_json : crossover_text)(contest, range.from, range.to, duels));
  return exit_code::kGood;
}

}  // namespace flitcast
