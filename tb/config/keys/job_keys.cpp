#include "tb/config/keys/job_keys.h"

#include <algorithm>
#include <map>
#include <mutex>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "hw/topology/family.h"
#include "tb/config/config_value.h"
#include "tb/config/keys/config_key_kinds.h"
#include "tb/config/keys/key_groups.h"
#include "tb/config/network_words.h"

namespace flitcast {
namespace {

using Text = std::string_view;

constexpr Text kTrafficDot = "traffic.";
constexpr Text kAnyJob = "traffic.NAME.";
constexpr std::int64_t kMostJobNode = 65535;
constexpr std::int64_t kMostStart = 1'000'000'000'000'000;
constexpr std::int64_t kMostPriority = 7;

/// What a job has of the sections [traffic] and [load].
constexpr Text kPlain[] = {
    "traffic.algorithm",  "traffic.schedule",  "traffic.program",      "traffic.message_flits",
    "traffic.fifo_depth", "traffic.placement", "traffic.timing",       "traffic.collectives",
    "traffic.root",       "traffic.variant",   "traffic.destinations", "traffic.shift",
    "traffic.segments",   "traffic.radix",     "traffic.partition",    "traffic.sync",
    "load.pattern",       "load.self_sends",   "load.hotspots",        "load.hotspot_share",
    "load.pattern_file",  "load.rate",         "load.injection",       "load.burst_cycles",
    "load.peak_rate",     "load.sizes",        "load.reply_flits"};

/// Throws ValueError.
void check_network(Text text) {
  parse_network(text);
}

NodeId parse_node(Text text) {
  return static_cast<NodeId>(parse_integer(text, kNoUnit, 0, kMostJobNode));
}

/// A key that stands as it is given until jobs are planned.
NewKey of_job(Text name, std::string syntax, void (*check)(Text), std::string help) {
  return read_by_resolve(
      name, std::move(syntax), check, [](const Config& /*config*/) { return ShownValue{}; },
      std::move(help));
}

/// The job of that name; a new one in its place among them.
JobConfig& job_named(Text name, Config& config) {
  auto at = std::lower_bound(config.jobs.begin(), config.jobs.end(), name,
                             [](const JobConfig& job, Text own) { return job.name < own; });
  if (at == config.jobs.end() || at->name != name) {
    at = config.jobs.insert(at, {std::string(name), {}});
  }
  return *at;
}

/// "algorithm" and so on: what stands after the last dot.
Text last_word(Text name) {
  return name.substr(name.rfind('.') + 1);
}

const ConfigKey* own_key(Text key) {
  static const std::vector<ConfigKey> keys = job_keys();
  const auto found = std::find_if(keys.begin(), keys.end(), [key](const ConfigKey& each) {
    return last_word(each.name) == key;
  });
  return found == keys.end() ? nullptr : &*found;
}

/// As the key that it is made of, but for the place of its value.
ConfigKey made_key(const ConfigKey& like, const std::string& name) {
  ConfigKey key = like;
  key.name = name;
  const std::string job(job_key_name(name)->name);
  const std::string word(job_key_name(name)->key);
  key.apply = [job, word](Config& config, Text text) { job_named(job, config).texts[word] = text; };
  key.show = [job, word](const Config& config) -> ShownValue {
    for (const JobConfig& each : config.jobs) {
      if (const auto text = each.texts.find(word); each.name == job && text != each.texts.end()) {
        return text->second;
      }
    }
    return {};
  };
  if (key.file != ConfigKey::File::kNone) {
    key.file_name = [job, word](const Config& config) -> const std::string& {
      static const std::string none;
      for (const JobConfig& each : config.jobs) {
        if (const auto text = each.texts.find(word); each.name == job && text != each.texts.end()) {
          return text->second;
        }
      }
      return none;
    };
  }
  return key;
}

}  // namespace

std::optional<NamedSectionKey> job_key_name(std::string_view name) {
  return key_of_named_section(kTrafficDot, name);
}

std::vector<ConfigKey> job_keys() {
  std::vector<ConfigKey> keys{
      of_job(
          "traffic.NAME.nodes", "I-J,K… | all", [](Text text) { parse_nodes(text); },
          "where a job of several at once is: its rank r is the r-th of these nodes. What it "
          "plays are keys of [traffic] and [load] in a section [traffic.NAME], of any name")
          .otherwise("all"),
      of_job(
          "traffic.NAME.start", "N", [](Text text) { parse_integer(text, kCycles, 0, kMostStart); },
          "the cycle in which it begins")
          .within(key_kinds::range_words({0, kMostStart}))
          .counting(kCycles)
          .otherwise("0"),
      of_job("traffic.NAME.topology", "KIND N | KIND NxN…", check_network,
             "like ring 8: the network that its algorithm or schedule is made for; it is played as "
             "a program on the nodes of the job, or where placement puts them")
          .otherwise("the whole network"),
      of_job(
          "traffic.NAME.priority", "N",
          [](Text text) { parse_integer(text, kNoUnit, 0, kMostPriority); },
          "messages of jobs of higher priority go first at the send ports of nodes, where they "
          "wait; those of one priority in the order in which they came. One that has begun goes "
          "on, and routers know no priorities. Load above a job that ends asks for run.max_cycles")
          .within(key_kinds::range_words({0, kMostPriority}))
          .otherwise("0"),
  };
  keys[1].numeric = keys.back().numeric = true;
  return keys;
}

const ConfigKey* plain_key(std::string_view key) {
  for (const Text name : kPlain) {
    if (last_word(name) == key) {
      return find_key(name);
    }
  }
  return nullptr;
}

const ConfigKey* find_job_key(std::string_view name) {
  static std::mutex mutex;
  static std::map<std::string, ConfigKey, std::less<>> made;
  const auto parts = job_key_name(name);
  if (!parts || !names_section(parts->name) ||
      find_key(fmt::format("{}{}", kTrafficDot, parts->name)) != nullptr) {
    return nullptr;
  }
  const ConfigKey* const plain = plain_key(parts->key);
  const ConfigKey* const like = plain != nullptr ? plain : own_key(parts->key);
  if (like == nullptr) {
    return nullptr;
  }
  const std::lock_guard<std::mutex> lock(mutex);
  const auto [at, fresh] = made.try_emplace(std::string(name));
  if (fresh) {
    at->second = made_key(*like, at->first);
  }
  return &at->second;
}

std::vector<std::pair<const ConfigKey*, std::string>> given_job_keys(const Config& config) {
  std::vector<std::pair<const ConfigKey*, std::string>> given;
  for (const JobConfig& job : config.jobs) {
    for (const auto& [key, text] : job.texts) {
      const ConfigKey* const own = find_job_key(fmt::format("{}{}.{}", kTrafficDot, job.name, key));
      given.emplace_back(own, own->reads_file(text) ? full_name(text).value_or(text) : text);
    }
  }
  return given;
}

std::string with_keys_of(const std::string& job, std::string words) {
  const auto goes_on = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.' || c == '/';
  };
  for (const Text name : kPlain) {
    const std::string own = fmt::format("{}{}.{}", kTrafficDot, job, last_word(name));
    std::size_t at = words.find(name);
    while (at != std::string::npos) {
      const std::size_t end = at + name.size();
      const bool whole = (at == 0 || !goes_on(words[at - 1])) &&
                         (end == words.size() || words[end] == '.' || !goes_on(words[end]));
      if (whole) {
        words.replace(at, name.size(), own);
      }
      at = words.find(name, at + (whole ? own.size() : 1));
    }
  }
  return words;
}

std::string unknown_job_key(const NamedSectionKey& name) {
  if (find_key(fmt::format("{}{}", kTrafficDot, name.name)) != nullptr) {
    return fmt::format("{} is a key of [traffic] and names no job; give a section another name",
                       in_quotes(name.name));
  }
  if (!names_section(name.name)) {
    return fmt::format("{} names no job; give letters, digits, - and _", in_quotes(name.name));
  }
  std::vector<Text> keys;
  const std::vector<ConfigKey> own = job_keys();
  keys.reserve(own.size() + std::size(kPlain));
  for (const ConfigKey& key : own) {
    keys.push_back(last_word(key.name));
  }
  for (const Text key : kPlain) {
    keys.push_back(last_word(key));
  }
  return fmt::format("unknown key {}; a job has {}", in_quotes(name.key), fmt::join(keys, ", "));
}

std::pair<std::string, std::string> parse_network(std::string_view text) {
  const Text words = trim(text);
  const std::size_t blank = words.find_first_of(" \t");
  const Text kind = words.substr(0, blank);
  const Text dims = blank == Text::npos ? "" : trim(words.substr(blank));
  const auto family = static_cast<TopologyKind>(parse_word(kind, topology_words()));
  if (family_of(family).from_file || dims.empty()) {
    throw ValueError("{} is no network; give kind and dims, like ring 8", in_quotes(text));
  }
  parse_dims(dims);
  return {std::string(kind), std::string(dims)};
}

std::vector<NodeId> parse_nodes(std::string_view text) {
  if (trim(text) == "all") {
    return {};
  }
  std::vector<NodeId> nodes;
  std::set<NodeId> known;
  for (const std::string& word : parse_list(text, "nodes like 0-7,12, or all")) {
    const std::size_t dash = word.find('-', 1);
    const NodeId first = parse_node(word.substr(0, dash));
    const NodeId last = dash == std::string::npos ? first : parse_node(word.substr(dash + 1));
    if (last < first) {
      throw ValueError("{} holds no node; give the smaller number first", in_quotes(word));
    }
    for (NodeId node = first; node <= last; ++node) {
      if (!known.insert(node).second) {
        throw ValueError("node {} stands there twice", node);
      }
      nodes.push_back(node);
    }
  }
  return nodes;
}

}  // namespace flitcast
