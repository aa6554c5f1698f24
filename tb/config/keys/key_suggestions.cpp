#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "tb/config/config_value.h"
#include "tb/config/keys/config_keys.h"
#include "tb/config/keys/job_keys.h"
#include "tb/config/keys/node_keys.h"
#include "traffic/text/nearest_word.h"

namespace flitcast {
namespace {

constexpr std::size_t kLongestName = 60;

using Synonym = std::pair<std::string_view, std::string_view>;  // a plain word, the key

/// The symbols of the literature, and the names that other simulators and libraries have.
constexpr Synonym kSynonyms[] = {
    {"mu", "traffic.message_flits"},
    {"m", "traffic.message_flits"},
    {"size", "traffic.message_flits"},
    {"flits", "traffic.message_flits"},
    {"bytes", "traffic.message_flits"},
    {"length", "traffic.message_flits"},
    {"message_size", "traffic.message_flits"},
    {"message_length", "traffic.message_flits"},
    {"msg_size", "traffic.message_flits"},
    {"packet_size", "load.sizes"},
    {"n", "topology.dims"},
    {"p", "topology.dims"},
    {"nodes", "topology.dims"},
    {"dim", "topology.dims"},
    {"dimension", "topology.dims"},
    {"dimensions", "topology.dims"},
    {"topo", "topology.kind"},
    {"topology", "topology.kind"},
    {"network", "topology.kind"},
    {"algo", "traffic.algorithm"},
    {"alg", "traffic.algorithm"},
    {"operation", "traffic.algorithm"},
    {"collective", "traffic.algorithm"},
    {"source", "traffic.root"},
    {"vc", "router.vcs"},
    {"num_vcs", "router.vcs"},
    {"virtual_channels", "router.vcs"},
    {"buffer", "router.buffer_flits"},
    {"buffer_size", "router.buffer_flits"},
    {"vc_buf_size", "router.buffer_flits"},
    {"port", "router.ports"},
    {"mode", "router.switching"},
    {"routing_function", "router.routing"},
    {"router_delay", "router.delay"},
    {"link_delay", "link.delay"},
    {"bandwidth", "link.cycles_per_flit"},
    {"t_m", "link.cycles_per_flit"},
    {"tm", "link.cycles_per_flit"},
    {"t_s", "ni.startup"},
    {"ts", "ni.startup"},
    {"startup_time", "ni.startup"},
    {"t_r", "ni.copy_per_flit"},
    {"t_op", "ni.reduce_per_flit"},
    {"frequency", "clock.period"},
    {"injection_rate", "load.rate"},
    {"random_seed", "run.seed"},
};

/// In two parts, the first one empty where there is no dot.
struct Name {
  explicit Name(std::string_view text) {
    const std::string word = normalized_word(text.substr(0, kLongestName));
    const std::size_t dot = word.find('.');
    section = dot == std::string::npos ? "" : word.substr(0, dot);
    last = dot == std::string::npos ? word : word.substr(dot + 1);
  }
  std::string text() const { return section.empty() ? last : fmt::format("{}.{}", section, last); }

  std::string section;
  std::string last;
};

bool is_section(std::string_view name) {
  const auto& keys = config_keys();
  return std::any_of(keys.begin(), keys.end(),
                     [name](const ConfigKey& key) { return key.section() == name; });
}

std::vector<const ConfigKey*> keys_ending_in(std::string_view last) {
  std::vector<const ConfigKey*> keys;
  for (const ConfigKey& key : config_keys()) {
    if (normalized_word(key.last_part()) == last) {  // NAME stands in those of jobs
      keys.push_back(&key);
    }
  }
  return keys;
}

/// Of several keys the one whose full name is the nearest.
const ConfigKey* nearest_of(const std::vector<const ConfigKey*>& keys, const Name& name) {
  std::vector<std::string> names;
  names.reserve(keys.size());
  for (const ConfigKey* const key : keys) {
    names.emplace_back(key->name);
  }
  return find_key(nearest(name.text(), names));
}

/// The key of the section, or of all, whose last part begins so, if it is the only one.
const ConfigKey* beginning_with(const Name& name) {
  constexpr std::size_t kShortest = 3;
  const ConfigKey* found = nullptr;
  for (const ConfigKey& key : config_keys()) {
    if ((name.section.empty() || key.section() == name.section) &&
        key.last_part().substr(0, name.last.size()) == name.last) {
      if (found != nullptr) {
        return nullptr;
      }
      found = &key;
    }
  }
  return name.last.size() < kShortest ? nullptr : found;
}

}  // namespace

std::vector<const ConfigKey*> keys_known_as(std::string_view text) {
  const Name name(text);
  const auto* const synonym =
      std::find_if(std::begin(kSynonyms), std::end(kSynonyms),
                   [&](const Synonym& each) { return each.first == name.last; });
  if (synonym != std::end(kSynonyms)) {
    const ConfigKey* const key = find_key(synonym->second);
    if (!is_section(name.section) || key->section() == name.section) {
      return {key};
    }
  }
  std::vector<const ConfigKey*> keys = keys_ending_in(name.last);
  if (keys.size() > 1 && !name.section.empty()) {
    const auto own = std::find_if(keys.begin(), keys.end(), [&](const ConfigKey* key) {
      return key->section() == name.section;
    });
    keys = {own != keys.end() ? *own : nearest_of(keys, name)};
  }
  return keys;
}

const ConfigKey* nearest_key(std::string_view text) {
  const Name name(text);
  const bool of_section = is_section(name.section);
  std::vector<std::string> names;
  for (const ConfigKey& key : config_keys()) {
    if (!of_section && !name.section.empty()) {
      names.emplace_back(key.name);
    } else if (name.section.empty() || key.section() == name.section) {
      names.emplace_back(key.last_part());
    }
  }
  const std::string near =
      close_word(!of_section && !name.section.empty() ? name.text() : name.last, names);
  if (near.empty()) {
    return beginning_with(name);
  }
  return of_section
             ? find_key(fmt::format("{}.{}", name.section, near))
             : nearest_of(name.section.empty() ? keys_ending_in(near) : std::vector{find_key(near)},
                          name);
}

std::string hint_on_key(std::string_view name) {
  const std::vector<const ConfigKey*> known = keys_known_as(name);
  if (!known.empty()) {
    std::vector<std::string_view> names;
    names.reserve(known.size());
    for (const ConfigKey* const key : known) {
      names.push_back(key->name);
    }
    return fmt::format("give {}", alternatives(names));
  }
  if (const ConfigKey* const near = nearest_key(name)) {
    return fmt::format("the nearest is {}", near->name);
  }
  const std::string section = Name(name).section;
  return is_section(section) ? fmt::format("see flitcast help {}", section)
                             : "see flitcast help run";
}

std::string_view short_name(const ConfigKey& key) {
  const auto keys = keys_named(key.last_part());
  return keys.size() == 1 && keys.front() == &key ? key.last_part() : key.name;
}

/// config_keys.h declares it.
std::string unknown_key(std::string_view name) {
  if (const auto job = job_key_name(name)) {
    return unknown_job_key(*job);
  }
  if (const auto node = node_key_name(name)) {
    return unknown_node_key(*node);
  }
  return fmt::format("unknown key {}; {}", in_quotes(name), hint_on_key(name));
}

}  // namespace flitcast
