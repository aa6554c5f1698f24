#include "tb/explore/sweep/sweep_lists.h"

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <set>

#include <fmt/format.h>

#include "tb/config/config_value.h"
#include "tb/config/keys/sweep_keys.h"
#include "tb/system/file_error.h"
#include "tb/text/shown_text.h"
#include "traffic/catalogue/row_names.h"

namespace flitcast::explore {
namespace {

/// Every value that is a name of several algorithms replaced by their ids. Throws ValueError for
/// what no point could be run with.
std::vector<std::string> algorithms_named(const std::vector<std::string>& names) {
  try {
    std::vector<std::string> ids;
    for (const Row* const row : rows_named(names)) {
      ids.emplace_back(row->id);
    }
    return ids;
  } catch (const ParameterError& error) {
    throw ValueError(error.what());
  }
}

/// Two numbers with something else between them than a list or a range has: "1-8", "1 2 4".
bool looks_like_numbers(std::string_view text) {
  constexpr std::string_view kDigits = "0123456789.";
  const std::size_t end = text.find_first_not_of(kDigits);
  const std::size_t next = end == std::string_view::npos ? end : text.find_first_of(kDigits, end);
  return end != 0 && next != std::string_view::npos;
}

/// Throws ValueError.
void check_value(const ConfigKey& key, const std::string& value) {
  try {
    key.check_given(value);
  } catch (const ValueError& error) {
    if (key.numeric && looks_like_numbers(value)) {
      throw ValueError("{}, a list like 1, 2, 4 or a range like 1..8", error.what());
    }
    throw;
  }
}

/// Whatever the points make of it, some of which may have no use for the file. Throws ValueError.
std::string existing_file(std::string name) {
  std::error_code unknown;
  if (!std::filesystem::exists(name, unknown)) {
    throw ValueError(cannot("read", name, ENOENT).what());
  }
  return name;
}

/// Reads an entry and checks every single value. Throws ValueError.
SweepList read_list(const SweepEntry& entry) {
  SweepList list{&key_to_sweep(entry.key), parse_sweep_values(entry.value), entry.place};
  if (list.key->name == "traffic.algorithm") {
    list.values = algorithms_named(list.values);
  }
  for (std::string& value : list.values) {
    check_value(*list.key, value);
    if (!fits_ini(value)) {
      throw ValueError(in_quotes(value) + " has a character that begins a comment");
    }
    if (list.key->reads_file(value)) {
      value = existing_file(lasting_name(entry.folder, value));
    }
  }
  return list;
}

bool read_skip(const std::string& text) {
  constexpr std::size_t kUnfit = 1;
  return parse_word(text, {"none", "unfit"}) == kUnfit;
}

}  // namespace

std::string lasting_name(const std::string& folder, const std::string& file) {
  std::string name = absolute_path((std::filesystem::path(folder) / file).string());
  if (valid_utf8(name) != name) {
    throw ValueError(in_quotes(name) +
                     " is not UTF-8, so that no result can name it; give the file another name");
  }
  return name;
}

SweepLists::SweepLists(const std::vector<SweepEntry>& entries) {
  const auto for_each = [&entries](auto&& chosen, auto&& act) {
    for (const SweepEntry& entry : entries) {
      try {
        if (chosen(entry.key)) {
          act(entry);
        }
      } catch (const ValueError& error) {
        throw ConfigError(entry.place, error.what());
      }
    }
  };
  for_each([](const std::string& key) { return key != kZip && key != kSkip; },
           [this](const SweepEntry& entry) { add_list(entry); });
  std::vector<Axis> groups;
  for_each([](const std::string& key) { return key == kZip; },
           [&](const SweepEntry& entry) { groups = read_zip(entry); });
  for_each([](const std::string& key) { return key == kSkip; },
           [this](const SweepEntry& entry) { skips_unfit_ = read_skip(entry.value); });
  set_axes(groups);
}

void SweepLists::add_list(const SweepEntry& entry) {
  SweepList list = read_list(entry);
  for (const SweepList& earlier : lists_) {
    if (earlier.key == list.key) {
      throw ValueError("{} is swept twice; the other place is {}", list.key->name,
                       earlier.place.text());
    }
  }
  lists_.push_back(std::move(list));
}

/// The group of one zip, as indices of lists.
SweepLists::Axis SweepLists::read_group(std::string_view text) const {
  Axis group;
  for (const std::string& name : parse_list(text, "the keys that run together")) {
    const ConfigKey& key = key_to_sweep(name);
    const auto list = std::find_if(lists_.begin(), lists_.end(), [&](const SweepList& candidate) {
      return candidate.key == &key;
    });
    if (list == lists_.end()) {
      throw ValueError("{} is not swept; give it a list", key.name);
    }
    group.push_back(static_cast<std::size_t>(list - lists_.begin()));
    if (list->values.size() != lists_[group.front()].values.size()) {
      const SweepList& first = lists_[group.front()];
      throw ValueError(
          "{} has {} values and {} has {}; keys that run together need as many values each",
          first.key->name, first.values.size(), key.name, list->values.size());
    }
  }
  if (group.size() < 2) {
    throw ValueError("{} is alone; give two keys or more", in_quotes(trim(text)));
  }
  return group;
}

std::vector<SweepLists::Axis> SweepLists::read_zip(const SweepEntry& entry) const {
  std::vector<Axis> groups;
  std::set<std::size_t> taken;
  std::string_view rest = entry.value;
  for (bool more = true; more;) {
    const std::size_t end = rest.find('|');
    groups.push_back(read_group(rest.substr(0, end)));
    for (const std::size_t list : groups.back()) {
      if (!taken.insert(list).second) {
        throw ValueError("{} is named twice", lists_[list].key->name);
      }
    }
    more = end != std::string_view::npos;
    rest.remove_prefix(more ? end + 1 : 0);
  }
  return groups;
}

/// In the order of the lists; a group stands where its first list does.
void SweepLists::set_axes(const std::vector<Axis>& groups) {
  for (std::size_t i = 0; i < lists_.size(); ++i) {
    const auto group = std::find_if(groups.begin(), groups.end(), [i](const Axis& candidate) {
      return std::find(candidate.begin(), candidate.end(), i) != candidate.end();
    });
    if (group == groups.end()) {
      axes_.push_back({i});
    } else if (*std::min_element(group->begin(), group->end()) == i) {
      axes_.push_back(*group);
    }
  }
}

std::size_t SweepLists::count() const {
  std::size_t count = 1;
  for (const Axis& axis : axes_) {
    count *= lists_[axis.front()].values.size();
    if (count > kMostPoints) {
      throw ConfigError(
          lists_[axis.front()].place,
          fmt::format("the sweep has more than {} points; make its lists shorter", kMostPoints));
    }
  }
  return count;
}

std::vector<std::size_t> SweepLists::different_values() const {
  std::vector<std::size_t> counts(lists_.size());
  for (const Axis& axis : axes_) {
    std::size_t leader = axis.front();
    std::size_t most = 0;
    for (const std::size_t list : axis) {
      const std::vector<std::string>& values = lists_[list].values;
      const std::size_t count = std::set<std::string>(values.begin(), values.end()).size();
      if (count > most) {
        leader = list;
        most = count;
      }
    }
    counts[leader] = most;
  }
  return counts;
}

std::vector<std::string> SweepLists::values_of(std::size_t number) const {
  std::vector<std::string> values(lists_.size());
  for (auto axis = axes_.rbegin(); axis != axes_.rend(); ++axis) {
    const std::size_t size = lists_[axis->front()].values.size();
    for (const std::size_t list : *axis) {
      values[list] = lists_[list].values[number % size];
    }
    number /= size;
  }
  return values;
}

}  // namespace flitcast::explore
