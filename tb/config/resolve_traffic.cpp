#include "tb/config/resolve_traffic.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "traffic/schedule/random.h"

namespace flitcast {
namespace {

/// The nodes of a list, ascending.
std::vector<NodeId> listed_destinations(const RawConfig& raw, const Topology& topology,
                                        NodeId root) {
  const NodeId nodes = topology.processors();
  std::set<NodeId> chosen;
  for (const NodeId node : raw.destinations->nodes) {
    std::string objection;
    if (node >= nodes) {
      objection = fmt::format("is not a node; the nodes are 0 to {}", nodes - 1);
    } else if (node == root) {
      objection = "is the root, which has the message";
    } else if (!chosen.insert(node).second) {
      objection = "stands there twice";
    }
    if (!objection.empty()) {
      throw raw.error("traffic.destinations", fmt::format("{} {}", node, objection));
    }
  }
  return {chosen.begin(), chosen.end()};
}

/// All nodes but the root, or so many of them, ascending.
std::vector<NodeId> drawn_destinations(const RawConfig& raw, const Topology& topology,
                                       const Config& config) {
  std::vector<NodeId> others;
  for (NodeId node = 0; node < topology.processors(); ++node) {
    if (node != config.root) {
      others.push_back(node);
    }
  }
  if (others.empty()) {
    throw raw.error(
        "traffic.destinations",
        fmt::format("{} is a single node; there is nobody to send to", topology.describe()));
  }
  if (!raw.destinations->random) {
    return others;
  }
  const std::size_t wanted = *raw.destinations->random;
  if (wanted > others.size()) {
    throw raw.error("traffic.destinations",
                    fmt::format("random:{} is more than there are; give at most random:{}", wanted,
                                others.size()));
  }
  SplitMix64 random(config.seed);
  for (std::size_t i = 0; i < wanted; ++i) {
    std::swap(others[i], others[i + random.below(others.size() - i)]);
  }
  others.resize(wanted);
  std::sort(others.begin(), others.end());
  return others;
}

/// Keys that some rows take: a note for those without effect.
void resolve_parameters(const RawConfig& raw, const Topology& topology, Config& config) {
  for (const char* key : {"traffic.destinations", "traffic.shift", "traffic.segments",
                          "traffic.radix", "traffic.partition"}) {
    if (raw.given(key) && !config.row->takes(key)) {
      config.ineffective.push_back(fmt::format("{} has no effect on {}", key, config.row->id));
    }
  }
  RowParameters& parameters = config.parameters;
  if (config.row->takes("traffic.destinations")) {
    if (!raw.destinations) {
      throw raw.error("traffic.destinations", "is missing; give a list of nodes, all or random:K");
    }
    parameters.destinations = raw.destinations->nodes.empty()
                                  ? drawn_destinations(raw, topology, config)
                                  : listed_destinations(raw, topology, config.root);
  }
  parameters.shift = raw.shift.value_or(parameters.shift);
  parameters.segments = raw.segments.value_or(parameters.segments);
  parameters.radix = raw.radix.value_or(parameters.radix);
  parameters.partition = raw.partition.value_or(parameters.partition);
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

void resolve_data(const RawConfig& raw, Config& config) {
  const auto works_on_data = [](const Row& row) { return row.application != nullptr; };
  const auto takes_vector = [](const Row& row) { return row.takes("traffic.vector"); };
  if (works_on_data(*config.row) && !raw.data_file) {
    throw raw.error("traffic.data",
                    fmt::format("is missing; {} needs a CSV file with a matrix", config.row->id));
  }
  for (const char* key : {"traffic.data", "output.data"}) {
    if (!works_on_data(*config.row) && raw.given(key)) {
      throw raw.error(key, fmt::format("{} has no matrix; this key is for {}", config.row->id,
                                       ids_of_rows(works_on_data)));
    }
  }
  if (!takes_vector(*config.row) && raw.vector_file) {
    throw raw.error("traffic.vector", fmt::format("{} has no vector; this key is for {}",
                                                  config.row->id, ids_of_rows(takes_vector)));
  }
  config.data_file = raw.data_file.value_or("");
  config.vector_file = raw.vector_file.value_or("");
}

}  // namespace

void resolve_traffic(const RawConfig& raw, const Topology& topology, Config& config) {
  const ScheduleFile* const told = config.schedule.get();
  config.message_flits = raw.message_flits.value_or(told != nullptr ? told->message_flits : 1);
  config.root = told != nullptr ? told->operation.root : raw.root.value_or(0);
  if (config.root >= topology.processors()) {
    const char* noun = topology.has_switches() ? "processor" : "node";
    throw raw.error("traffic.root",
                    fmt::format("{} is not a {}; a {} has {}s 0 to {}", config.root, noun,
                                topology.describe(), noun, topology.processors() - 1));
  }
  if (raw.root && (told != nullptr || !has_root(config.row->operation))) {
    config.ineffective.push_back(fmt::format("traffic.root has no effect on {}", config.row->id));
  }
  resolve_parameters(raw, topology, config);
  if (told != nullptr) {
    config.parameters.destinations = told->operation.destinations;
    config.parameters.shift = told->operation.shift;
  }
  resolve_data(raw, config);
}

}  // namespace flitcast
