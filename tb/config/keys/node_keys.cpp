#include "tb/config/keys/node_keys.h"

#include <algorithm>
#include <map>
#include <mutex>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "tb/config/config_value.h"
#include "tb/config/keys/config_key_kinds.h"
#include "tb/config/keys/job_keys.h"
#include "tb/config/keys/key_groups.h"
#include "tb/config/rate_value.h"

namespace flitcast {
namespace {

using Text = std::string_view;

constexpr Text kNodeDot = "node.";

/// What a section [node.NAME] may have.
struct NodeKey {
  Text word;
  std::string syntax;
  std::string range;
  std::string fallback;
  std::string help;
  void (*apply)(NodeKind& kind, Text text);
  ShownValue (*show)(const NodeKind& kind);
};

NodeKey rate_key(Text word, const char* range, std::string help,
                 void (*apply)(NodeKind& kind, Text text),
                 ShownValue (*show)(const NodeKind& kind)) {
  return {word, kRateSyntax, range, fmt::format("ni.{}", word), std::move(help), apply, show};
}

constexpr std::int64_t kMostOfMemory = 1'000'000;

/// A number of NodeKind.
template <std::optional<Cycle> NodeKind::*Member, std::int64_t Least,
          std::int64_t Most = kMostOfMemory>
NodeKey number_key(Text word, std::string help, std::string otherwise = std::to_string(Least)) {
  return {
      word,
      "N",
      key_kinds::range_words({Least, Most}),
      std::move(otherwise),
      std::move(help),
      [](NodeKind& kind, Text text) { kind.*Member = parse_integer(text, kNoUnit, Least, Most); },
      [](const NodeKind& kind) {
        return kind.*Member ? ShownValue(std::to_string(*(kind.*Member))) : std::nullopt;
      }};
}

/// As "0,4-7".
std::string node_list(const std::vector<NodeId>& nodes) {
  std::vector<std::string> parts;
  for (std::size_t i = 0; i < nodes.size();) {
    std::size_t end = i + 1;
    while (end < nodes.size() && nodes[end] == nodes[end - 1] + 1) {
      ++end;
    }
    parts.push_back(end == i + 1 ? std::to_string(nodes[i])
                                 : fmt::format("{}-{}", nodes[i], nodes[end - 1]));
    i = end;
  }
  return fmt::format("{}", fmt::join(parts, ","));
}

const std::vector<NodeKey>& table() {
  static const std::vector<NodeKey> keys{
      {"nodes", "I-J,K…", "", "required",
       "the nodes of a kind, whose name is any; what the other keys of its section say holds for "
       "them. On opposite_tori tiles, whose interfaces in both networks are meant",
       [](NodeKind& kind, Text text) {
         kind.nodes = parse_nodes(text);
         if (kind.nodes.empty()) {
           throw ValueError("all nodes are no kind; give nodes like 0-7,12, or keys of [ni]");
         }
       },
       [](const NodeKind& kind) { return ShownValue(node_list(kind.nodes)); }},
      rate_key(
          "send_rate", kRateRange, "what interfaces of these nodes send",
          [](NodeKind& kind, Text text) { kind.send_rate = parse_rate(text); },
          [](const NodeKind& kind) {
            return kind.send_rate ? rate_text(*kind.send_rate) : std::nullopt;
          }),
      rate_key(
          "receive_rate", kRateRange, "and take",
          [](NodeKind& kind, Text text) { kind.receive_rate = parse_rate(text); },
          [](const NodeKind& kind) {
            return kind.receive_rate ? rate_text(*kind.receive_rate) : std::nullopt;
          }),
      rate_key(
          "total_rate", kTotalRateRange, "and both together",
          [](NodeKind& kind, Text text) { kind.total_rate = parse_total_rate(text); },
          [](const NodeKind& kind) {
            return kind.total_rate ? rate_text(*kind.total_rate) : std::nullopt;
          }),
      number_key<&NodeKind::requests, 0, InterfaceRates::kMostRequests>(
          "requests", "ni.requests for these nodes", "ni.requests"),
      number_key<&NodeKind::memory_latency, 0>(
          "memory_latency",
          "of traces of a chip: cycles from a request in an interface until its reply may leave"),
      number_key<&NodeKind::memory_flit_cycles, 0>(
          "memory_flit_cycles",
          "likewise: cycles that the memory is busy for each flit; 0: it "
          "serves any number at once"),
      number_key<&NodeKind::memory_shared, 1>(
          "memory_shared",
          "likewise: so many of these nodes, one after the other, have one memory"),
  };
  return keys;
}

/// The kind of that name; a new one in its place among them.
NodeKind& kind_named(Text name, Config& config) {
  auto at = std::lower_bound(config.node_kinds.begin(), config.node_kinds.end(), name,
                             [](const NodeKind& kind, Text own) { return kind.name < own; });
  if (at == config.node_kinds.end() || at->name != name) {
    NodeKind kind;
    kind.name = name;
    at = config.node_kinds.insert(at, std::move(kind));
  }
  return *at;
}

ConfigKey made_key(const NodeKey& like, Text name, const std::string& kind) {
  ConfigKey key;
  key.name = name;
  key.syntax = like.syntax;
  key.range = like.range;
  key.fallback = like.fallback;
  key.help = like.help;
  key.check = [apply = like.apply](Text text) {
    NodeKind tried;
    apply(tried, text);
  };
  key.apply = [apply = like.apply, kind](Config& config, Text text) {
    apply(kind_named(kind, config), text);
  };
  key.show = [show = like.show, kind](const Config& config) -> ShownValue {
    for (const NodeKind& each : config.node_kinds) {
      if (each.name == kind) {
        return show(each);
      }
    }
    return {};
  };
  return key;
}

}  // namespace

std::optional<NamedSectionKey> node_key_name(std::string_view name) {
  return key_of_named_section(kNodeDot, name);
}

std::vector<ConfigKey> node_keys() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all;
    for (const NodeKey& key : table()) {
      all.push_back(fmt::format("{}NAME.{}", kNodeDot, key.word));
    }
    return all;
  }();
  std::vector<ConfigKey> keys;
  for (std::size_t i = 0; i < names.size(); ++i) {
    keys.push_back(made_key(table()[i], names[i], "NAME"));
  }
  return keys;
}

const ConfigKey* find_node_key(std::string_view name) {
  static std::mutex mutex;
  static std::map<std::string, ConfigKey, std::less<>> made;
  const auto parts = node_key_name(name);
  if (!parts || !names_section(parts->name)) {
    return nullptr;
  }
  const auto like = std::find_if(table().begin(), table().end(),
                                 [&](const NodeKey& key) { return key.word == parts->key; });
  if (like == table().end()) {
    return nullptr;
  }
  const std::lock_guard<std::mutex> lock(mutex);
  const auto [at, fresh] = made.try_emplace(std::string(name));
  if (fresh) {
    at->second = made_key(*like, at->first, std::string(parts->name));
  }
  return &at->second;
}

std::vector<std::pair<const ConfigKey*, std::string>> given_node_keys(const Config& config) {
  std::vector<std::pair<const ConfigKey*, std::string>> given;
  for (const NodeKind& kind : config.node_kinds) {
    for (const NodeKey& key : table()) {
      if (const ShownValue value = key.show(kind)) {
        given.emplace_back(find_node_key(fmt::format("{}{}.{}", kNodeDot, kind.name, key.word)),
                           *value);
      }
    }
  }
  return given;
}

std::string requests_key(const Config& config) {
  for (const NodeKind& kind : config.node_kinds) {
    if (kind.requests.value_or(0) > 0) {
      return fmt::format("{}{}.requests", kNodeDot, kind.name);
    }
  }
  return "ni.requests";
}

std::string unknown_node_key(const NamedSectionKey& name) {
  if (!names_section(name.name)) {
    return fmt::format("{} names no kind of nodes; give letters, digits, - and _",
                       in_quotes(name.name));
  }
  std::vector<Text> words;
  for (const NodeKey& key : table()) {
    words.push_back(key.word);
  }
  return fmt::format("unknown key {}; a kind of nodes has {}", in_quotes(name.key),
                     fmt::join(words, ", "));
}

}  // namespace flitcast
