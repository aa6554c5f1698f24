#include "traffic/worms/worm_instance.h"

#include <algorithm>
#include <map>
#include <set>
#include <stdexcept>

#include <fmt/format.h>

#include "traffic/satisfiability/hop_instance.h"

namespace flitcast {
namespace {

void check_way(const WormWay& way, NodeId nodes) {
  const std::set<NodeId> passed(way.begin(), way.end());
  if (way.size() < 2 || passed.size() != way.size() || way.front() >= nodes ||
      way.back() >= nodes) {
    throw std::invalid_argument(
        fmt::format("{} is no way from one node to another", way_text(way)));
  }
}

void check_node(NodeId node, NodeId nodes) {
  if (node >= nodes) {
    throw std::invalid_argument(fmt::format("node {} is none of {}", node, nodes));
  }
}

}  // namespace

std::string way_text(const WormWay& way) {
  return fmt::format("{}", fmt::join(way, ">"));
}

bool spreads(DemandKind kind) {
  return kind == DemandKind::kBroadcast || kind == DemandKind::kMulticast ||
         kind == DemandKind::kAllGather;
}

void check_instance(const WormInstance& instance) {
  if (instance.joined) {
    throw std::invalid_argument("worms are looked for along given ways");
  }
  std::set<WormWay> ways;
  for (const WormWay& way : instance.ways) {
    check_way(way, instance.demand.nodes);
    if (!ways.insert(way).second) {
      throw std::invalid_argument(fmt::format("the way {} is there twice", way_text(way)));
    }
  }
  check_node(instance.demand.root, instance.demand.nodes);
  for (const NodeId node : instance.demand.destinations) {
    check_node(node, instance.demand.nodes);
  }
  if (instance.demand.kind == DemandKind::kAllReduce || instance.demand.chunks != 1) {
    throw std::invalid_argument("worms carry one chunk a node, and no sums");
  }
  const bool all_gather = instance.demand.kind == DemandKind::kAllGather;
  if (instance.absorbs && all_gather) {
    throw std::invalid_argument("worms that combine data are for one node each");
  }
  const std::uint64_t chunks = all_gather ? instance.demand.nodes : 1;
  if (std::uint64_t{instance.demand.nodes} * chunks > kLargestInstance ||
      instance.ways.size() * chunks > kLargestInstance) {
    throw std::length_error(fmt::format("more than {} places for data", kLargestInstance));
  }
}

std::string describe(const WormInstance& instance) {
  const std::string ports = instance.ports == 0   ? "all ports"
                            : instance.ports == 1 ? "1 port"
                                                  : fmt::format("{} ports", instance.ports);
  return fmt::format("{} on {} nodes, {}{}{}, by {} along {} ways", to_string(instance.demand),
                     instance.demand.nodes, ports, instance.half_duplex ? ", half duplex" : "",
                     instance.absorbs ? ", absorption" : "",
                     spreads(instance.demand.kind) ? "worms" : "a worm for each block",
                     instance.ways.size());
}

std::vector<NodeId> origins_of(const WormInstance& instance) {
  if (instance.demand.is_rooted()) {
    return {instance.demand.root};
  }
  std::vector<NodeId> all;
  for (NodeId node = 0; node < instance.demand.nodes; ++node) {
    all.push_back(node);
  }
  return all;
}

bool wants(const WormInstance& instance, NodeId node) {
  const std::vector<NodeId>& named = instance.demand.destinations;
  return instance.demand.kind != DemandKind::kMulticast ||
         std::find(named.begin(), named.end(), node) != named.end();
}

std::vector<std::pair<NodeId, NodeId>> pairs_of(const WormInstance& instance) {
  std::vector<std::pair<NodeId, NodeId>> pairs;
  for (NodeId from = 0; from < instance.demand.nodes; ++from) {
    for (NodeId to = 0; to < instance.demand.nodes; ++to) {
      if (from != to &&
          (instance.demand.kind != DemandKind::kScatter || from == instance.demand.root)) {
        pairs.emplace_back(from, to);
      }
    }
  }
  return pairs;
}

std::vector<WormResource> resources_of(const WormInstance& instance) {
  std::map<std::pair<NodeId, NodeId>, std::vector<std::size_t>> links;
  std::map<NodeId, std::vector<std::size_t>> from;
  std::map<NodeId, std::vector<std::size_t>> to;
  for (std::size_t way = 0; way < instance.ways.size(); ++way) {
    const WormWay& nodes = instance.ways[way];
    for (std::size_t at = 0; at + 1 < nodes.size(); ++at) {
      std::pair<NodeId, NodeId> link{nodes[at], nodes[at + 1]};
      if (instance.half_duplex) {
        link = std::minmax(nodes[at], nodes[at + 1]);
      }
      links[link].push_back(way);
    }
    from[nodes.front()].push_back(way);
    to[nodes.back()].push_back(way);
  }
  std::vector<WormResource> all;
  all.reserve(links.size() + from.size() + to.size());
  for (const auto& [link, ways] : links) {
    all.push_back(
        {fmt::format("over {}{}{}", link.first, instance.half_duplex ? '-' : '>', link.second), 1,
         ways});
  }
  if (instance.ports > 0) {
    for (const auto& [node, ways] : from) {
      all.push_back({fmt::format("from {}", node), instance.ports, ways});
    }
    for (const auto& [node, ways] : to) {
      all.push_back({fmt::format("to {}", node), instance.ports, ways});
    }
  }
  return all;
}

}  // namespace flitcast
