#include "hw/topology/graph_routes.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <numeric>
#include <tuple>

#include "hw/bit_rows.h"

namespace flitcast {
namespace {

constexpr std::uint32_t kFar = std::numeric_limits<std::uint32_t>::max();

const ChannelEnd& end_of(const TopologyData& network, NodeId node, int port) {
  return network
      .ends[node * static_cast<std::size_t>(network.ports) + static_cast<std::size_t>(port)];
}

/// Links from all nodes to `to` over links for which may_take(from, next) says yes.
template <typename MayTake>
std::vector<std::uint32_t> distances_to(const TopologyData& network, NodeId to,
                                        MayTake&& may_take) {
  std::vector<std::uint32_t> distances(network.nodes, kFar);
  std::vector<NodeId> reached{to};
  distances[to] = 0;
  for (std::size_t i = 0; i < reached.size(); ++i) {
    for (int port = 0; port < network.ports; ++port) {
      const NodeId from = end_of(network, reached[i], port).node;
      if (from != kNoNode && distances[from] == kFar && may_take(from, reached[i])) {
        distances[from] = distances[reached[i]] + 1;
        reached.push_back(from);
      }
    }
  }
  return distances;
}

/// The lowest port of `node` to the next node that is nearest, of those for which may_take says
/// yes.
template <typename MayTake>
PortId port_to_nearest(const TopologyData& network, NodeId node,
                       const std::vector<std::uint32_t>& distances, MayTake&& may_take) {
  PortId best = kNoPort;
  std::uint32_t nearest = kFar;
  for (int port = 0; port < network.ports; ++port) {
    const NodeId next = end_of(network, node, port).node;
    if (next != kNoNode && may_take(node, next) && distances[next] < nearest) {
      nearest = distances[next];
      best = static_cast<PortId>(port);
    }
  }
  return best;
}

PortId& entry(RouteTable& table, const TopologyData& network, NodeId here, NodeId destination) {
  return table[here * std::size_t{network.processors} + destination];
}

RouteTable empty_table(const TopologyData& network) {
  return RouteTable(network.nodes * std::size_t{network.processors}, kNoPort);
}

/// The place of every node from the root on: by links, then by number.
std::vector<NodeId> ranks_from(const TopologyData& network, NodeId root) {
  const auto any = [](NodeId, NodeId) { return true; };
  const std::vector<std::uint32_t> levels = distances_to(network, root, any);
  std::vector<NodeId> order(network.nodes);
  std::iota(order.begin(), order.end(), 0U);
  std::sort(order.begin(), order.end(),
            [&](NodeId a, NodeId b) { return std::tie(levels[a], a) < std::tie(levels[b], b); });
  std::vector<NodeId> ranks(network.nodes);
  for (NodeId place = 0; place < network.nodes; ++place) {
    ranks[order[place]] = place;
  }
  return ranks;
}

PortId port_between(const TopologyData& network, NodeId from, NodeId to) {
  for (int port = 0; port < network.ports; ++port) {
    if (end_of(network, from, port).node == to) {
      return static_cast<PortId>(port);
    }
  }
  return kNoPort;
}

/// Per channel, the ports of the node behind it that headers on it ask for.
BitRows dependencies(const TopologyData& network, const RouteTable& table) {
  BitRows wanted(network.ends.size(), static_cast<std::size_t>(network.ports));
  std::vector<NodeId> seen(network.nodes, kNoNode);  // on the way to this destination
  for (NodeId destination = 0; destination < network.processors; ++destination) {
    for (NodeId source = 0; source < network.processors; ++source) {
      std::size_t held = network.ends.size();
      for (NodeId at = source; at != destination;) {
        const PortId port = table[at * std::size_t{network.processors} + destination];
        const std::size_t channel = at * static_cast<std::size_t>(network.ports) + port;
        if (held != network.ends.size()) {
          wanted.set(held, port);
        }
        if (seen[at] == destination) {
          break;
        }
        seen[at] = destination;
        held = channel;
        at = network.ends[channel].node;
      }
    }
  }
  return wanted;
}

}  // namespace

RouteTable shortest_routes(const TopologyData& network) {
  const auto any = [](NodeId, NodeId) { return true; };
  RouteTable table = empty_table(network);
  for (NodeId destination = 0; destination < network.processors; ++destination) {
    const std::vector<std::uint32_t> distances = distances_to(network, destination, any);
    for (NodeId node = 0; node < network.nodes; ++node) {
      if (node != destination) {
        entry(table, network, node, destination) = port_to_nearest(network, node, distances, any);
      }
    }
  }
  return table;
}

RouteTable up_down_routes(const TopologyData& network, NodeId root) {
  const std::vector<NodeId> ranks = ranks_from(network, root);
  std::vector<NodeId> order(network.nodes);
  for (NodeId node = 0; node < network.nodes; ++node) {
    order[ranks[node]] = node;
  }
  const auto up = [&](NodeId from, NodeId to) { return ranks[to] < ranks[from]; };
  const auto down = [&](NodeId from, NodeId to) { return ranks[to] > ranks[from]; };
  RouteTable table = empty_table(network);
  for (NodeId destination = 0; destination < network.processors; ++destination) {
    std::vector<std::uint32_t> rest = distances_to(network, destination, down);
    const std::vector<std::uint32_t> below = rest;
    for (const NodeId node : order) {  // those that a node can go up to come before it
      if (node == destination) {
        continue;
      }
      PortId& port = entry(table, network, node, destination);
      if (below[node] != kFar) {
        port = port_to_nearest(network, node, below, down);
      } else {
        port = port_to_nearest(network, node, rest, up);
        rest[node] = rest[end_of(network, node, port).node] + 1;
      }
    }
  }
  return table;
}

RouteTable listed_routes(const TopologyData& network, const GraphFile& graph) {
  RouteTable table = empty_table(network);
  for (const GraphFile::Route& route : graph.routes) {
    const PortId port = port_between(network, route.here, route.next);
    if (port == kNoPort) {
      graph.fail(route.line, "there is no link from " + graph.name(route.here) + " to " +
                                 graph.name(route.next));
    }
    if (route.here == route.destination) {
      graph.fail(route.line, "the route begins at its destination, " + graph.name(route.here));
    }
    PortId& known = entry(table, network, route.here, route.destination);
    if (known != kNoPort) {
      graph.fail(route.line, "the route from " + graph.name(route.here) + " to " +
                                 graph.name(route.destination) + " is given twice");
    }
    known = port;
  }
  const std::size_t last = graph.routes.back().line;
  for (NodeId source = 0; source < network.processors; ++source) {
    for (NodeId destination = 0; destination < network.processors; ++destination) {
      const std::string between =
          " on the way from " + graph.name(source) + " to " + graph.name(destination);
      NodeId hops = 0;
      for (NodeId at = source; at != destination; ++hops) {
        const PortId port = entry(table, network, at, destination);
        if (port == kNoPort) {
          graph.fail(last, "routes end here, and one is missing at " + graph.name(at) + between);
        }
        if (hops == network.nodes) {
          graph.fail(last, "routes go in a circle" + between);
        }
        at = end_of(network, at, port).node;
      }
    }
  }
  return table;
}

// Channels that nobody waits for are taken away until there are none left, or all that are left
// lie on circles or behind them.
bool has_circle(const TopologyData& network, const RouteTable& table) {
  const BitRows wanted = dependencies(network, table);
  const auto ports = static_cast<std::size_t>(network.ports);
  const auto for_wanted = [&](std::size_t channel, auto&& visit) {
    wanted.for_each(channel,
                    [&](std::size_t port) { visit(network.ends[channel].node * ports + port); });
  };
  std::vector<std::uint32_t> waiting(wanted.rows(), 0);
  for (std::size_t channel = 0; channel < wanted.rows(); ++channel) {
    for_wanted(channel, [&](std::size_t next) { ++waiting[next]; });
  }
  std::vector<std::size_t> free;
  for (std::size_t channel = 0; channel < wanted.rows(); ++channel) {
    if (waiting[channel] == 0) {
      free.push_back(channel);
    }
  }
  for (std::size_t i = 0; i < free.size(); ++i) {
    for_wanted(free[i], [&](std::size_t next) {
      if (--waiting[next] == 0) {
        free.push_back(next);
      }
    });
  }
  return free.size() != wanted.rows();
}

}  // namespace flitcast
