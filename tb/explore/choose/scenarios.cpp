#include "tb/explore/choose/scenarios.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "hw/topology/families.h"
#include "tb/config/config_value.h"
#include "tb/config/network_words.h"
#include "tb/config/resolve/resolve.h"

namespace flitcast::explore {
namespace {

constexpr const char* kKind = "topology.kind";
constexpr const char* kDims = "topology.dims";
constexpr const char* kFile = "topology.file";

struct Network {
  KeyValues keys;
  std::shared_ptr<const Topology> topology;
};

/// Moves the values of a key out of the lists; empty where it has none.
std::vector<std::string> take_values(std::string_view key, std::vector<KeyList>& lists) {
  return taken(key, lists).value_or(KeyList{}).values;
}

TopologyKind kind_of(const std::string& word) {
  return static_cast<TopologyKind>(parse_word(word, topology_words()));
}

/// Collects networks, and why others are left out.
class Networks {
 public:
  Networks(const ChooseOptions& asked, const RawConfig& base, std::vector<std::string>& notes)
      : asked_(asked), base_(base), notes_(notes) {}

  void add(KeyValues keys) {
    try {
      Network network{std::move(keys), nullptr};
      network.topology = topology_of(with_keys(base_, network.keys));
      const Topology& topology = *network.topology;
      if (asked_.nodes && topology.processors() != *asked_.nodes) {
        notes_.push_back(fmt::format("{} is left out: it has {} nodes, not {}", topology.describe(),
                                     topology.processors(), *asked_.nodes));
      } else if (std::none_of(found_.begin(), found_.end(),
                              [&](const Network& other) { return other.keys == network.keys; })) {
        found_.push_back(std::move(network));
      }
    } catch (const ConfigError& error) {
      notes_.push_back(fmt::format("a network is left out: {}", error.what()));
    }
  }

  void add_of_nodes(const std::string& kind) {
    const std::vector<std::string> dims =
        dims_of_nodes(kind_of(kind), *asked_.nodes, asked_.dimensions);
    for (const std::string& each : dims) {
      add({{kKind, kind}, {kDims, each}});
    }
    if (dims.empty()) {
      notes_.push_back(without_network(kind));
    }
  }

  std::string without_network(const std::string& kind) const {
    const bool is_grid =
        kind_of(kind) == TopologyKind::kMesh || kind_of(kind) == TopologyKind::kTorus;
    return fmt::format("{} is left out: there is none of {} nodes{}", kind, *asked_.nodes,
                       is_grid ? fmt::format(" with {} dimensions; --dimensions=1 has any number",
                                             fmt::join(asked_.dimensions, ", "))
                               : "");
  }

  std::vector<Network> found() {
    if (found_.empty()) {
      throw ConfigError("choose: there is no network; {}",
                        notes_.empty() ? "give --nodes=64" : notes_.front());
    }
    return std::move(found_);
  }

 private:
  const ChooseOptions& asked_;
  const RawConfig& base_;
  std::vector<std::string>& notes_;
  std::vector<Network> found_;
};

std::vector<Network> networks_of(const ChooseOptions& asked, std::vector<KeyList>& lists,
                                 ChooseRequest& request) {
  std::vector<std::string> kinds = take_values(kKind, lists);
  const std::vector<std::string> dims = take_values(kDims, lists);
  const std::vector<std::string> files = take_values(kFile, lists);
  const bool graphs_only = kinds == std::vector<std::string>{"graph"};
  if (!asked.nodes && dims.empty() && files.empty() && !graphs_only) {
    throw ConfigError(
        "choose needs to know how large networks are; give --nodes=64, or --topology.dims");
  }
  if (kinds.empty()) {
    kinds = files.empty() ? std::vector<std::string>{"hypercube", "mesh", "torus"}
                          : std::vector<std::string>{"graph"};
  }
  Networks networks(asked, request.base, request.notes);
  for (const std::string& kind : kinds) {
    if (kind_of(kind) == TopologyKind::kGraph && files.empty()) {
      throw ConfigError("choose: a graph is read from a file; give --topology.file=FILE");
    }
    if (kind_of(kind) == TopologyKind::kGraph) {
      for (const std::string& file : files) {
        networks.add({{kKind, kind}, {kFile, file}});
      }
    } else if (dims.empty()) {
      networks.add_of_nodes(kind);
    } else {
      for (const std::string& each : dims) {
        networks.add({{kKind, kind}, {kDims, each}});
      }
    }
  }
  return networks.found();
}

std::string last_part(const std::string& key) {
  return key.substr(key.find('.') + 1);
}

/// "wormhole", "all ports", "no IRC", "startup 500".
std::string hardware_text(const std::string& key, const std::string& value) {
  if (key == "router.switching") {
    std::string text = value;
    std::replace(text.begin(), text.end(), '_', ' ');
    return text;
  }
  if (key == "router.ports") {
    return value + (value == "1" ? " port" : " ports");
  }
  if (key == "router.irc") {
    return parse_switch(value) ? "IRC" : "no IRC";
  }
  return last_part(key) + " " + value;
}

/// The values of the combination with that number, one per list.
KeyValues combination(std::size_t number, const std::vector<KeyList>& lists) {
  KeyValues keys(lists.size());
  for (std::size_t i = lists.size(); i-- > 0;) {
    keys[i] = {lists[i].key, lists[i].values[number % lists[i].values.size()]};
    number /= lists[i].values.size();
  }
  return keys;
}

/// Says nothing of what is usual and of one value only: the network's own duplex, no IRC.
bool worth_telling(const KeyList& list) {
  return list.values.size() > 1 || list.key == "router.switching" || list.key == "router.ports" ||
         list.values.front() != (list.key == "router.irc" ? "off" : "full");
}

}  // namespace

void lay_out_scenarios(const ChooseOptions& asked, std::vector<KeyList> lists,
                       ChooseRequest& request) {
  const std::vector<Network> networks = networks_of(asked, lists, request);
  std::size_t combinations = 1;
  for (const KeyList& list : lists) {
    combinations *= list.values.size();
    if (combinations * networks.size() > kMostScenarios) {
      throw ConfigError(
          "choose: there are more than {} networks and kinds of hardware; make lists shorter",
          kMostScenarios);
    }
  }
  for (const Network& network : networks) {
    for (std::size_t number = 0; number < combinations; ++number) {
      const KeyValues hardware = combination(number, lists);
      Scenario scenario{network.keys, network.topology->describe(), "", {}, network.topology};
      scenario.keys.insert(scenario.keys.end(), hardware.begin(), hardware.end());
      scenario.config = with_keys(request.base, scenario.keys);
      for (std::size_t i = 0; i < lists.size(); ++i) {
        if (worth_telling(lists[i])) {
          scenario.hardware += scenario.hardware.empty() ? "" : ", ";
          scenario.hardware += hardware_text(hardware[i].first, hardware[i].second);
        }
      }
      request.scenarios.push_back(std::move(scenario));
    }
  }
}

}  // namespace flitcast::explore
