#include "traffic/satisfiability/hop_instance.h"

#include <algorithm>
#include <set>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

namespace flitcast {
namespace {

void check_node(NodeId node, const Demand& demand, const char* what) {
  if (node >= demand.nodes) {
    throw std::invalid_argument(fmt::format("{} {} is none of {} nodes", what, node, demand.nodes));
  }
}

/// Nodes that want a chunk, in ascending order.
std::vector<NodeId> destinations_of(const Demand& demand, const DemandedChunk& chunk) {
  std::set<NodeId> nodes;
  if (demand.kind == DemandKind::kMulticast) {
    nodes.insert(demand.destinations.begin(), demand.destinations.end());
  } else if (demand.is_personal()) {
    nodes.insert(chunk.target);
  } else {
    for (NodeId node = 0; node < demand.nodes; ++node) {
      nodes.insert(nodes.end(), node);
    }
  }
  nodes.erase(chunk.origin);
  return {nodes.begin(), nodes.end()};
}

}  // namespace

void check_instance(const HopInstance& instance) {
  const Demand& demand = instance.demand;
  if (demand.kind == DemandKind::kAllReduce) {
    throw std::invalid_argument("sums are no chunks; an all-reduce has two halves");
  }
  if (demand.chunks == 0) {
    throw std::invalid_argument("there are no chunks");
  }
  Demand single = demand;
  single.chunks = 1;
  if (demand.nodes > 0 && single.ids() > kLargestInstance / demand.chunks / demand.nodes) {
    throw std::length_error(
        fmt::format("more than {} places where chunks may be", kLargestInstance));
  }
  std::set<std::pair<NodeId, NodeId>> links;
  for (const HopLink& link : instance.links) {
    check_node(link.from, demand, "the origin of a link,");
    check_node(link.to, demand, "the end of a link,");
    if (link.from == link.to || link.chunks == 0 || !links.emplace(link.from, link.to).second) {
      throw std::invalid_argument(fmt::format(
          "link {}>{} leads nowhere, carries nothing or is there twice", link.from, link.to));
    }
  }
  check_node(demand.root, demand, "the root,");
  for (const NodeId node : demand.destinations) {
    check_node(node, demand, "a destination,");
  }
}

std::string describe(const HopInstance& instance) {
  const Demand& demand = instance.demand;
  const bool one = demand.is_rooted() && !demand.is_personal();
  const char* each = demand.kind == DemandKind::kAllToAll ? " a pair" : " a node";
  return fmt::format("{} of {} chunk{}{} on {} nodes", to_string(demand), demand.chunks,
                     demand.chunks == 1 ? "" : "s", one ? "" : each, demand.nodes);
}

std::vector<HopChunk> chunks_of(const Demand& demand) {
  std::vector<HopChunk> chunks;
  for (std::uint32_t id = 0; id < demand.ids(); ++id) {
    const DemandedChunk chunk = demand.chunk(id);
    const std::string whose = demand.is_personal()
                                  ? fmt::format("{}>{}", chunk.origin, chunk.target)
                                  : fmt::format("{}", chunk.origin);
    if (chunk.target != chunk.origin) {
      chunks.push_back({fmt::format("{}.{}", whose, chunk.part), id, chunk.origin,
                        destinations_of(demand, chunk)});
    }
  }
  return chunks;
}

std::string to_string(const RoundsOfSteps& rounds) {
  return fmt::format("{}", fmt::join(rounds, "+"));
}

bool next_split(RoundsOfSteps& rounds) {
  const std::size_t last = rounds.size() - 1;
  std::uint32_t free = rounds[last] - 1;
  for (std::size_t step = last; step-- > 0;) {
    rounds[step + 1] = 1;
    if (free > 0) {
      ++rounds[step];
      rounds[last] = free;
      return true;
    }
    free += rounds[step] - 1;
  }
  return false;
}

RoundsOfSteps first_split(std::uint32_t steps, std::uint32_t rounds) {
  if (steps == 0 || rounds < steps) {
    throw std::invalid_argument(
        fmt::format("{} rounds in {} steps; each has a round or more", rounds, steps));
  }
  RoundsOfSteps split(steps, 1);
  split.back() = rounds - steps + 1;
  return split;
}

}  // namespace flitcast
