#include <algorithm>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "tb/config/config_value.h"
#include "tb/config/resolve/resolve_parts.h"
#include "traffic/schedule/random.h"

namespace flitcast {
namespace {

constexpr const char* kDestinations = "traffic.destinations";

/// The nodes of a list, ascending.
std::vector<NodeId> listed_destinations(const std::vector<NodeId>& given, const Config& config) {
  const NodeId nodes = config.topology->processors();
  std::set<NodeId> chosen;
  for (const NodeId node : given) {
    std::string objection;
    if (node >= nodes) {
      objection = fmt::format("is not a node; the nodes are 0 to {}", nodes - 1);
    } else if (node == config.root) {
      objection = "is the root, which has the message";
    } else if (!chosen.insert(node).second) {
      objection = "stands there twice";
    }
    if (!objection.empty()) {
      throw config.places.error(kDestinations, "{} {}", node, objection);
    }
  }
  return {chosen.begin(), chosen.end()};
}

/// All nodes but the root, or so many of them, ascending.
std::vector<NodeId> drawn_destinations(std::optional<std::uint32_t> wanted, const Config& config) {
  const Topology& topology = *config.topology;
  std::vector<NodeId> others;
  for (NodeId node = 0; node < topology.processors(); ++node) {
    if (node != config.root) {
      others.push_back(node);
    }
  }
  if (others.empty()) {
    throw config.places.error(kDestinations, "{} is a single node; there is nobody to send to",
                              topology.describe());
  }
  if (!wanted) {
    return others;
  }
  if (*wanted > others.size()) {
    throw config.places.error(kDestinations,
                              "random:{} is more than there are; give at most random:{}", *wanted,
                              others.size());
  }
  SplitMix64 random(config.seed);
  for (std::size_t i = 0; i < *wanted; ++i) {
    std::swap(others[i], others[i + random.below(others.size() - i)]);
  }
  others.resize(*wanted);
  std::sort(others.begin(), others.end());
  return others;
}

/// Keys that some rows take: a note for those without effect.
void resolve_parameters(const RawConfig& raw, Config& config) {
  for (const char* key :
       {kDestinations, "traffic.shift", "traffic.segments", "traffic.radix", "traffic.partition"}) {
    if (!config.row->takes(key)) {
      note_no_effect(key, fmt::format("on {}", config.row->id), config);
    }
  }
  if (config.row->takes(kDestinations)) {
    resolve_destinations(raw, config);
  }
}

/// The ids of the rows that `has` says yes to, joined by commas.
std::string ids_of_rows(bool (*has)(const Row&)) {
  std::vector<std::string_view> ids;
  for (const Row& row : catalogue()) {
    if (has(row)) {
      ids.push_back(row.id);
    }
  }
  return fmt::format("{}", fmt::join(ids, ", "));
}

void check_data(const Config& config) {
  const SourceLocations& places = config.places;
  const auto works_on_data = [](const Row& row) { return row.application != nullptr; };
  const auto takes_vector = [](const Row& row) { return row.takes("traffic.vector"); };
  if (works_on_data(*config.row) && !places.given("traffic.data")) {
    throw places.error("traffic.data", "is missing; {} needs a CSV file with a matrix",
                       config.row->id);
  }
  for (const char* key : {"traffic.data", "output.data"}) {
    if (!works_on_data(*config.row) && places.given(key)) {
      throw places.error(key, "{} has no matrix; this key is for {}", config.row->id,
                         ids_of_rows(works_on_data));
    }
  }
  if (!takes_vector(*config.row) && places.given("traffic.vector")) {
    throw places.error("traffic.vector", "{} has no vector; this key is for {}", config.row->id,
                       ids_of_rows(takes_vector));
  }
}

}  // namespace

void resolve_destinations(const RawConfig& raw, Config& config) {
  require(config, kDestinations, "a list of nodes, all or random:K");
  const Destinations given = parse_destinations(raw.texts.find(kDestinations)->second);
  config.parameters.destinations = given.nodes.empty() ? drawn_destinations(given.random, config)
                                                       : listed_destinations(given.nodes, config);
}

void resolve_traffic(const RawConfig& raw, Config& config) {
  const Topology& topology = *config.topology;
  if (config.root >= topology.processors()) {
    const char* noun = topology.has_switches() ? "processor" : "node";
    throw config.places.error("traffic.root", "{} is not a {}; a {} has {}s 0 to {}", config.root,
                              noun, topology.describe(), noun, topology.processors() - 1);
  }
  if (config.schedule || !config.row->operation->has_root()) {
    note_no_effect("traffic.root", fmt::format("on {}", config.row->id), config);
  }
  for (const char* key :
       {"traffic.fifo_depth", "traffic.timing", "traffic.placement", "traffic.collectives"}) {
    note_no_effect(key, "without traffic.program", config);
  }
  resolve_parameters(raw, config);
  check_data(config);
}

}  // namespace flitcast
