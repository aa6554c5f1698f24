#include "tb/explore/sweep/sweep_points.h"

#include <algorithm>
#include <filesystem>
#include <set>

#include <fmt/format.h>

#include "tb/config/config_keys.h"
#include "tb/config/config_value.h"
#include "tb/config/resolve.h"
#include "tb/config/sweep_keys.h"
#include "tb/explore/points/point_name.h"
#include "tb/explore/sweep/sweep_values.h"
#include "tb/system/file_error.h"
#include "tb/system/shown_text.h"
#include "traffic/catalogue/catalogue.h"

namespace flitcast {
namespace {

/// A key that is swept, with its values.
struct List {
  const ConfigKey* key;
  std::vector<std::string> values;
  std::string place;
};

/// Lists that run together: one, or those of a zip.
using Axis = std::vector<std::size_t>;

ConfigError error_at(const std::string& place, const std::string& message) {
  return ConfigError(fmt::format("{}: {}", place, message));
}

/// Throws ValueError: no point could be run with it.
void refuse_unknown_algorithm(const std::string& id) {
  try {
    find_row(id);
  } catch (const ParameterError& error) {
    throw ValueError(error.what());
  }
}

/// A data file as every process finds it. Throws ValueError for a name that no result can hold.
std::string lasting_name(const std::filesystem::path& file) {
  std::string name = absolute_path(file.string());
  if (valid_utf8(name) != name) {
    throw ValueError(in_quotes(name) +
                     " is not UTF-8, so that no result can name it; give the file another name");
  }
  return name;
}

/// Reads an entry and checks every single value.
List read_list(const SweepEntry& entry) {
  try {
    List list{&key_to_sweep(entry.key), parse_sweep_values(entry.value), entry.place};
    for (std::string& value : list.values) {
      list.key->check(value);
      if (list.key->name == "traffic.algorithm") {
        refuse_unknown_algorithm(value);
      }
      if (!fits_ini(value)) {
        throw ValueError(in_quotes(value) + " has a character that begins a comment");
      }
      if (list.key->file == ConfigKey::File::kRead) {
        value = lasting_name(std::filesystem::path(entry.folder) / value);
      }
    }
    return list;
  } catch (const ValueError& error) {
    throw error_at(entry.place, error.what());
  }
}

std::vector<List> read_lists(const RawConfig& raw) {
  std::vector<List> lists;
  for (const SweepEntry& entry : raw.sweep) {
    if (entry.key == "zip") {
      continue;
    }
    List list = read_list(entry);
    for (const List& earlier : lists) {
      if (earlier.key == list.key) {
        throw error_at(entry.place, fmt::format("{} is swept twice; the other place is {}",
                                                list.key->name, earlier.place));
      }
    }
    lists.push_back(std::move(list));
  }
  return lists;
}

/// The group of one zip, as indices of lists. Throws ValueError.
Axis read_group(std::string_view text, const std::vector<List>& lists) {
  Axis group;
  for (const std::string& name : parse_list(text, "the keys that run together")) {
    const ConfigKey& key = key_to_sweep(name);
    const auto list = std::find_if(lists.begin(), lists.end(),
                                   [&](const List& candidate) { return candidate.key == &key; });
    if (list == lists.end()) {
      throw ValueError(fmt::format("{} is not swept; give it a list", key.name));
    }
    group.push_back(static_cast<std::size_t>(list - lists.begin()));
    if (list->values.size() != lists[group.front()].values.size()) {
      const List& first = lists[group.front()];
      throw ValueError(fmt::format(
          "{} has {} values and {} has {}; keys that run together need as many values each",
          first.key->name, first.values.size(), key.name, list->values.size()));
    }
  }
  if (group.size() < 2) {
    throw ValueError(fmt::format("{} is alone; give two keys or more", in_quotes(trim(text))));
  }
  return group;
}

std::vector<Axis> read_zip(const RawConfig& raw, const std::vector<List>& lists) {
  std::vector<Axis> groups;
  std::set<std::size_t> taken;
  for (const SweepEntry& entry : raw.sweep) {
    if (entry.key != "zip") {
      continue;
    }
    try {
      std::string_view rest = entry.value;
      for (bool more = true; more;) {
        const std::size_t end = rest.find('|');
        groups.push_back(read_group(rest.substr(0, end), lists));
        for (const std::size_t list : groups.back()) {
          if (!taken.insert(list).second) {
            throw ValueError(fmt::format("{} is named twice", lists[list].key->name));
          }
        }
        more = end != std::string_view::npos;
        rest.remove_prefix(more ? end + 1 : 0);
      }
    } catch (const ValueError& error) {
      throw error_at(entry.place, error.what());
    }
  }
  return groups;
}

/// The axes in the order of the lists; a group stands where its first list does.
std::vector<Axis> axes_of(const std::vector<List>& lists, const std::vector<Axis>& groups) {
  std::vector<Axis> axes;
  for (std::size_t i = 0; i < lists.size(); ++i) {
    const auto group = std::find_if(groups.begin(), groups.end(), [i](const Axis& candidate) {
      return std::find(candidate.begin(), candidate.end(), i) != candidate.end();
    });
    if (group == groups.end()) {
      axes.push_back({i});
    } else if (*std::min_element(group->begin(), group->end()) == i) {
      axes.push_back(*group);
    }
  }
  return axes;
}

std::size_t count_points(const std::vector<List>& lists, const std::vector<Axis>& axes) {
  std::size_t count = 1;
  for (const Axis& axis : axes) {
    count *= lists[axis.front()].values.size();
    if (count > kMostPoints) {
      throw error_at(
          lists[axis.front()].place,
          fmt::format("the sweep has more than {} points; make its lists shorter", kMostPoints));
    }
  }
  return count;
}

/// The values of the point with that number, one per list.
std::vector<std::string> values_of(std::size_t number, const std::vector<List>& lists,
                                   const std::vector<Axis>& axes) {
  std::vector<std::string> values(lists.size());
  for (auto axis = axes.rbegin(); axis != axes.rend(); ++axis) {
    const std::size_t size = lists[axis->front()].values.size();
    for (const std::size_t list : *axis) {
      values[list] = lists[list].values[number % size];
    }
    number /= size;
  }
  return values;
}

/// The configuration without its sweep and what runs side by side cannot all write to.
RawConfig base_of(const RawConfig& raw, std::vector<std::string>& notes) {
  RawConfig base{Places(raw.places.file()), {}, {}};
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
          key.file == ConfigKey::File::kRead ? lasting_name(given->second) : given->second;
      give(base, key.name, text, raw.places.of(key.name));
    } catch (const ValueError& error) {
      throw raw.places.error(key.name, error.what());
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

/// Every combination of the lists, of those with one name the first.
void add_points(const std::vector<List>& lists, const std::vector<Axis>& axes, Sweep& sweep) {
  PointNamer namer;
  std::set<std::string> names;
  const std::size_t count = count_points(lists, axes);
  for (std::size_t number = 0; number < count; ++number) {
    std::vector<std::string> values = values_of(number, lists, axes);
    RawConfig config = sweep.base;
    for (std::size_t i = 0; i < lists.size(); ++i) {
      give(config, lists[i].key->name, values[i], lists[i].place);
    }
    auto [name, refusal] = namer.name(config);
    if (refusal.empty() && sweep.expectations.empty()) {
      sweep.expectations = expectations_of(resolve(config));
    }
    if (names.insert(name).second) {
      sweep.points.push_back({std::move(name), std::move(values), std::move(refusal)});
    }
  }
  if (sweep.points.size() < count) {
    sweep.notes.push_back(fmt::format("{} of {} combinations are the same as others",
                                      count - sweep.points.size(), count));
  }
}

}  // namespace

Sweep expand_sweep(const RawConfig& raw) {
  Sweep sweep;
  sweep.base = base_of(raw, sweep.notes);
  const std::vector<List> lists = read_lists(raw);
  const std::vector<Axis> axes = axes_of(lists, read_zip(raw, lists));
  for (const List& list : lists) {
    sweep.keys.emplace_back(list.key->name);
  }
  if (lists.empty()) {
    throw ConfigError(
        fmt::format("{}: nothing is swept; give a [sweep] section with lists, or "
                    "options like --sweep.message_flits=1..64",
                    raw.places.file().empty() ? "sweep" : raw.places.file()));
  }
  add_points(lists, axes, sweep);
  const bool hopeless = std::none_of(sweep.points.begin(), sweep.points.end(),
                                     [](const SweepPoint& point) { return point.refusal.empty(); });
  if (hopeless) {
    throw ConfigError(sweep.points.front().refusal);
  }
  return sweep;
}

RawConfig config_of(const Sweep& sweep, const SweepPoint& point) {
  RawConfig config = sweep.base;
  for (std::size_t i = 0; i < sweep.keys.size(); ++i) {
    give(config, sweep.keys[i], point.values[i]);
  }
  return config;
}

std::string given_ini(const RawConfig& raw) {
  std::string out;
  std::string_view section;
  for (const ConfigKey& key : config_keys()) {
    const auto given = raw.texts.find(key.name);
    if (given == raw.texts.end()) {
      continue;
    }
    if (!fits_ini(given->second)) {
      throw raw.places.error(key.name,
                             fmt::format("{} has a character that begins a comment in a file",
                                         in_quotes(given->second)));
    }
    if (key.section() != section) {
      section = key.section();
      out += fmt::format("{}[{}]\n", out.empty() ? "" : "\n", section);
    }
    out += fmt::format("{} = {}\n", key.name.substr(section.size() + 1), given->second);
  }
  return out;
}

}  // namespace flitcast
