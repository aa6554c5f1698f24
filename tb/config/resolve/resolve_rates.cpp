#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "hw/ni/interfaces.h"
#include "tb/config/keys/node_keys.h"
#include "tb/config/resolve/resolve_parts.h"

namespace flitcast {
namespace {

std::string key_of(const NodeKind& kind, const char* word) {
  return fmt::format("node.{}.{}", kind.name, word);
}

/// The nodes of a kind: of networks side by side those of its tiles, in each.
std::vector<NodeId> nodes_of(const NodeKind& kind, const Config& config, std::set<NodeId>& known) {
  const Topology& topology = *config.topology;
  const NodeId tiles = topology.processors() / topology.networks();
  const std::string key = key_of(kind, "nodes");
  if (kind.nodes.empty()) {
    throw config.places.error(key, "is missing; give the nodes that the section is about");
  }
  std::vector<NodeId> nodes;
  for (const NodeId node : kind.nodes) {
    if (node >= tiles) {
      throw config.places.error(key, "there is no node {}; they are 0 to {}", node, tiles - 1);
    }
    if (!known.insert(node).second) {
      throw config.places.error(key, "node {} is of another kind, too", node);
    }
    for (NodeId network = 0; network < topology.networks(); ++network) {
      nodes.push_back(network * tiles + node);
    }
  }
  return nodes;
}

/// Interfaces that do not keep a rate.
void check_rate(const Config& config, const std::string& key, const FlitRate& rate, bool sends) {
  if (rate.is_whole()) {
    return;
  }
  const RouterPipeline& pipeline = config.network.pipeline;
  refuse(config,
         {{!pipeline.staged(), key.c_str(),
           "interfaces of routers without stages keep up with any; give router.pipeline = staged, "
           "or 1"},
          {sends && !pipeline.injects_serially(), key.c_str(),
           "ports in parallel send a flit a cycle each; give router.inject = serial, or 1"},
          {config.network.interface != &plain_interface() &&
               config.network.interface != &answering_interface(),
           key.c_str(), "is for ni.interface = plain or answering; give one of these, or 1"}});
}

}  // namespace

void resolve_rates(Config& config) {
  check_rate(config, "ni.send_rate", config.rates.send, true);
  check_rate(config, "ni.receive_rate", config.rates.receive, false);
  std::vector<InterfaceRates> rates(config.topology->processors(), config.rates);
  std::set<NodeId> known;
  const bool answers = config.network.interface == &answering_interface();
  for (const NodeKind& kind : config.node_kinds) {
    const InterfaceRates own{kind.send_rate.value_or(config.rates.send),
                             kind.receive_rate.value_or(config.rates.receive),
                             kind.total_rate.value_or(config.rates.total),
                             static_cast<int>(kind.requests.value_or(config.rates.requests))};
    refuse(config, {{!answers && kind.total_rate, key_of(kind, "total_rate").c_str(),
                     "is for ni.interface = answering; give that"},
                    {!answers && kind.requests, key_of(kind, "requests").c_str(),
                     "is for ni.interface = answering; give that"}});
    check_rate(config, key_of(kind, "send_rate"), own.send, true);
    check_rate(config, key_of(kind, "receive_rate"), own.receive, false);
    for (const NodeId node : nodes_of(kind, config, known)) {
      rates[node] = own;
    }
  }
  const auto is_slow = [](const InterfaceRates& each) {
    return !each.send.is_whole() || !each.receive.is_whole() || !each.is_separate() ||
           each.requests > 0;
  };
  if (std::any_of(rates.begin(), rates.end(), is_slow)) {
    config.network.rates = std::move(rates);
    const std::string requests = requests_key(config);
    refuse(config, {{config.program_file.empty() && !config.hardware_alone &&
                         config.network.holds_requests(),
                     requests, "is for traffic.program, whose requests have replies; give 0"}});
    config.notes.emplace_back(
        "some interfaces send or take less than a flit a cycle: what is predicted and bounds are "
        "those of interfaces that keep up");
  }
}

}  // namespace flitcast
