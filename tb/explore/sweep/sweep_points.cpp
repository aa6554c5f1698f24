#include "tb/explore/sweep/sweep_points.h"

#include <algorithm>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "tb/config/config_value.h"
#include "tb/config/keys/config_keys.h"
#include "tb/config/keys/node_keys.h"
#include "tb/config/keys/sweep_keys.h"
#include "tb/config/resolve/model_units.h"
#include "tb/config/resolve/resolve.h"
#include "tb/explore/points/point_result.h"
#include "tb/explore/sweep/sweep_lists.h"
#include "tb/plan/plan.h"

namespace flitcast::explore {
namespace {

/// The configuration without its sweep and what runs side by side cannot all write to.
RawConfig base_of(const RawConfig& raw, std::vector<std::string>& notes) {
  if (gives_jobs(raw)) {
    throw ConfigError("sections [traffic.NAME] are for flitcast run and check; sweep without them");
  }
  RawConfig base{SourceLocations(raw.places.file()), {}, {}};
  for (const ConfigKey& key : config_keys()) {
    const auto given = raw.texts.find(key.name);
    if (given == raw.texts.end()) {
      continue;
    }
    if (!tells_runs_apart(key) && key.section() != "expect") {
      notes.push_back(fmt::format("{} is left out: points only leave results", key.name));
      continue;
    }
    try {
      const std::string text =
          key.reads_file(given->second) ? lasting_name("", given->second) : given->second;
      give(base, key.name, text, raw.places.of(key.name));
    } catch (const ValueError& error) {
      throw raw.places.error(key.name, error.what());
    }
  }
  for (const auto& [name, text] : raw.texts) {
    if (node_key_name(name)) {
      give(base, name, text, raw.places.of(name));
    }
  }
  return base;
}

/// One line for each, as its key shows it.
std::string expectations_of(const Config& config) {
  std::string text;
  for (const ConfigKey& key : config_keys()) {
    const auto value = key.section() == "expect" ? key.show(config) : std::nullopt;
    text += value ? fmt::format("{}={}\n", key.name, *value) : "";
  }
  return text;
}

/// Enters what is known of a point before it is run.
void foresee_point(const RawConfig& config, PointNamer& namer, SweepPoint& point) {
  PointNamer::Name name = namer.name(config);
  point.name = std::move(name.hash);
  point.refusal = std::move(name.refusal);
  if (!name.config) {
    return;
  }
  point.nodes = name.config->topology->processors();
  point.ports = name.config->network.ports;
  try {
    if (const auto prediction = foresee(config, *name.config)) {
      point.predicted_cycles = prediction->cycles;
    }
  } catch (const ConfigError& refusal) {
    point.refusal = refusal.what();
  }
}

bool expects_something(const RawConfig& base) {
  constexpr std::string_view kExpect = "expect.";
  const auto first = base.texts.lower_bound(kExpect);
  return first != base.texts.end() && first->first.compare(0, kExpect.size(), kExpect) == 0;
}

/// The point of some combination.
SweepPoint point_of(std::vector<std::string> values, Sweep& sweep, PointNamer& namer) {
  SweepPoint point;
  point.values = std::move(values);
  const RawConfig config = config_of(sweep, point);
  foresee_point(config, namer, point);
  if (point.refusal.empty() && sweep.expectations.empty() && expects_something(sweep.base)) {
    sweep.expectations = expectations_of(resolve(config));
  }
  return point;
}

/// Every combination of the lists, of those with one name the first.
void add_points(const SweepLists& lists, Sweep& sweep) {
  PointNamer namer;
  std::set<std::string> names;
  const std::size_t count = lists.count();
  for (std::size_t number = 0; number < count; ++number) {
    SweepPoint point = point_of(lists.values_of(number), sweep, namer);
    if (!names.insert(point.name).second) {
      continue;
    }
    if (!point.refusal.empty()) {
      sweep.unfit.add(point.refusal, point.name, point.values);
    }
    if (point.refusal.empty() || !lists.skips_unfit()) {
      sweep.points.push_back(std::move(point));
    }
  }
  if (names.size() < count) {
    sweep.notes.push_back(
        fmt::format("{} of {} combinations are the same as others", count - names.size(), count));
  }
}

/// Throws where no point can be run.
void refuse_hopeless(const Sweep& sweep) {
  const bool hopeless = std::none_of(sweep.points.begin(), sweep.points.end(),
                                     [](const SweepPoint& point) { return point.refusal.empty(); });
  if (!hopeless) {
    return;
  }
  const std::vector<PointGroup> groups = sweep.unfit.largest_first();
  const PointGroup& most = groups.front();
  throw ConfigError(
      groups.size() == 1
          ? most.reason
          : fmt::format("no point of the sweep can be run; of {} of {} this is why: {}", most.count,
                        sweep.unfit.count(), most.reason));
}

}  // namespace

Sweep expand_sweep(const RawConfig& raw) {
  Sweep sweep;
  sweep.base = base_of(raw, sweep.notes);
  const SweepLists lists(lists_in_model_units(raw));
  for (const SweepList& list : lists.lists()) {
    sweep.keys.emplace_back(list.key->name);
    sweep.places.push_back(list.place);
  }
  if (sweep.keys.empty()) {
    throw ConfigError(
        "{}: nothing is swept; give a [sweep] section with lists, or options like "
        "--sweep.message_flits=1..64",
        raw.places.file().empty() ? "sweep" : raw.places.file());
  }
  sweep.list_sizes = lists.different_values();
  sweep.skips_unfit = lists.skips_unfit();
  add_points(lists, sweep);
  refuse_hopeless(sweep);
  return sweep;
}

RawConfig config_of(const Sweep& sweep, const SweepPoint& point) {
  RawConfig config = sweep.base;
  for (std::size_t i = 0; i < sweep.keys.size(); ++i) {
    give(config, sweep.keys[i], point.values[i], sweep.places[i]);
  }
  return config;
}

std::string given_ini(const RawConfig& raw) {
  std::vector<std::pair<std::string_view, std::string>> values;
  for (const ConfigKey& key : config_keys()) {
    const auto given = raw.texts.find(key.name);
    if (given == raw.texts.end()) {
      continue;
    }
    if (!fits_ini(given->second)) {
      throw raw.places.error(key.name, "{} has a character that begins a comment in a file",
                             in_quotes(given->second));
    }
    values.emplace_back(key.name, given->second);
  }
  for (const auto& [name, text] : raw.texts) {
    if (node_key_name(name)) {
      values.emplace_back(name, text);
    }
  }
  return ini_text(values);
}

}  // namespace flitcast::explore
