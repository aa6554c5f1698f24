// flitcast choose --over=KEY: where one algorithm overtakes another.

#include <algorithm>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "tb/cli/arguments.h"
#include "tb/cli/explore/explore_options.h"
#include "tb/config/config_value.h"
#include "tb/config/keys/config_keys.h"
#include "tb/config/keys/sweep_keys.h"
#include "tb/config/resolve/model_units.h"
#include "tb/config/resolve/resolve.h"
#include "tb/explore/choose/over/pair_comparison.h"
#include "tb/system/console.h"
#include "traffic/catalogue/catalogue.h"
#include "traffic/catalogue/row_names.h"

namespace flitcast::explore {
namespace {

using Value = std::int64_t;

constexpr Value kLargestSize = 65536;

std::string key_of(const cli::Arguments& arguments) {
  try {
    return std::string(key_to_sweep(*arguments.option("over")).name);
  } catch (const ValueError& error) {
    throw ConfigError("--over: {}", error.what());
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
      throw ConfigError(
          "--between: {} is of the operation {}, {} of {}; give algorithms of one operation",
          first.id, first.operation->name(), row.id, row.operation->name());
    }
  }
}

Contenders contenders_of(const cli::Arguments& arguments) {
  const auto between = arguments.option("between");
  if (!between) {
    throw ConfigError("--over: needs --between; give it, like --between=aas-hc-sex,aas-hc-dex");
  }
  Contenders contenders;
  try {
    std::vector<std::string> names = parse_list(*between, "a list of algorithms");
    for (std::string& name : names) {
      name = name.substr(0, 60);
      if (!is_name_of_several(name) && !contenders.by_id.insert(name).second) {
        throw ValueError("{} is named twice", name);
      }
    }
    for (const Row* const row : rows_named(names)) {
      if (std::find(contenders.ids.begin(), contenders.ids.end(), row->id) ==
          contenders.ids.end()) {
        contenders.ids.emplace_back(row->id);
      }
    }
  } catch (const std::invalid_argument& error) {  // ValueError, ParameterError
    throw ConfigError("--between: {}", error.what());
  }
  refuse_different_tasks(contenders.ids);
  if (contenders.ids.size() < 2) {
    throw ConfigError("--between: {} is alone; give two algorithms or more, see flitcast list",
                      contenders.ids[0]);
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

Value end_of_range(const cli::Arguments& arguments, const char* option, const RawConfig& base,
                   const std::string& key, Value usual) {
  constexpr Value kMost = 1'000'000'000'000;
  const auto text = arguments.option(option);
  if (text && has_quantity(find_key(key)->dimension, *text)) {
    RawConfig scratch = base;
    give(scratch, key, *text, SourceLocation{"", 0, std::string(option)});
    return parse_integer(in_model_units(scratch).texts.at(key), kNoUnit, 0, kMost);
  }
  const auto given = arguments.number(option, 0, kMost);
  if (!given && key != "traffic.message_flits") {
    throw ConfigError(
        "--over: needs --from and --to; only traffic.message_flits has a usual range, not {}", key);
  }
  const Value value = given.value_or(usual);
  RawConfig scratch;
  give(scratch, key, std::to_string(value), SourceLocation{"", 0, std::string(option)});
  return value;
}

/// All that are named by their ids, and what else can be played on the network, as indices. Throws
/// ConfigError where these are not two.
std::vector<std::size_t> who_plays(const Comparison& comparison, const Contenders& contenders,
                                   PairComparer& comparer) {
  std::vector<std::size_t> playing;
  std::vector<std::string> others;
  for (std::size_t i = 0; i < comparison.algorithms.size(); ++i) {
    const std::string& id = comparison.algorithms[i];
    if (contenders.by_id.count(id) != 0 || comparer.can_play_near(i, comparison.to)) {
      playing.push_back(i);
    } else {
      others.push_back(id);
    }
  }
  if (playing.size() < 2) {
    throw ConfigError(
        "--between: {} of {} algorithms can be played here; give two or more that run on the "
        "network of the configuration, see flitcast list",
        playing.empty() ? "none" : comparison.algorithms[playing[0]] + " alone",
        comparison.algorithms.size());
  }
  if (!others.empty()) {
    tell(fmt::format("note: {} cannot be played here and {} left out", fmt::join(others, ", "),
                     others.size() == 1 ? "is" : "are"));
  }
  return playing;
}

Comparison comparison_of(const cli::Arguments& arguments,
                         const std::vector<std::string>& algorithms, const RawConfig& base,
                         const std::string& key) {
  const Value from = end_of_range(arguments, "from", base, key, 1);
  const Value to = end_of_range(arguments, "to", base, key, kLargestSize);
  if (from > to) {
    throw ConfigError("--from: {} is more than --to, {}", from, to);
  }
  return {base, key, from, to, algorithms};
}

}  // namespace

int choose_over(const cli::Arguments& arguments) {
  refuse_options(arguments,
                 {"nodes", "dimensions", "margin", "predict", "out", "no-host", "quiet", "backend",
                  "chunk", "slurm-options"},
                 "--over compares on one network, and keeps no results");
  const bool json = arguments.wants_json();
  const std::string key = key_of(arguments);
  const RawConfig base = base_of(in_model_units(cli::gather_config(arguments)), key);
  const Contenders contenders = contenders_of(arguments);
  const Comparison comparison = comparison_of(arguments, contenders.ids, base, key);
  PairComparer comparer(comparison);
  const std::vector<std::size_t> playing = who_plays(comparison, contenders, comparer);
  std::vector<PairComparison> pairs;
  {
    const auto runs = runs_in_memory(backend_options(arguments));
    for (const std::size_t second : playing) {
      for (const std::size_t first : playing) {
        if (first < second) {
          pairs.push_back(comparer.compare(first, second, *runs));
        }
      }
    }
  }
  print((json ? comparison_json : comparison_text)(comparison, pairs));
  return exit_code::kGood;
}

int crossover_main(const cli::Arguments& arguments) {
  if (!arguments.has("over")) {
    throw ConfigError("crossover needs --over; give it, like --over=message_flits");
  }
  tell("note: crossover is choose --over=KEY");
  return choose_over(arguments);
}

}  // namespace flitcast::explore
