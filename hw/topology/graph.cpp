// Networks from a file (GraphFile): any nodes and links. Port i of a node leads to its neighbour
// that is the i-th in number.
//
// Routes are a table: the file's own, if it has one; else shortest paths; else, where these have a
// circle of channels that worms could wait in, or the file names a root, up*/down*. The root is the
// file's, or the node with the most links, of several the first.

#include <algorithm>
#include <stdexcept>
#include <string>
#include <tuple>

#include "hw/network_config.h"
#include "hw/topology/family.h"
#include "hw/topology/graph_file.h"
#include "hw/topology/graph_routes.h"

namespace flitcast {
namespace {

constexpr std::size_t kMostPorts = kMaxPorts - 1;  // one is for the node

using Neighbours = std::vector<std::vector<NodeId>>;

Neighbours neighbours_of(const GraphFile& graph) {
  Neighbours neighbours(graph.nodes());
  for (const GraphFile::Link& link : graph.links) {
    for (const auto& [from, to] : {std::pair(link.a, link.b), std::pair(link.b, link.a)}) {
      neighbours[from].push_back(to);
      if (neighbours[from].size() > kMostPorts) {
        graph.fail(link.line, graph.name(from) + " has more than " + std::to_string(kMostPorts) +
                                  " links, the most of a router");
      }
    }
  }
  for (std::vector<NodeId>& some : neighbours) {
    std::sort(some.begin(), some.end());
  }
  return neighbours;
}

void check_connected(const GraphFile& graph, const Neighbours& neighbours) {
  std::vector<bool> seen(graph.nodes(), false);
  std::vector<NodeId> reached{0};
  seen[0] = true;
  for (std::size_t i = 0; i < reached.size(); ++i) {
    for (const NodeId next : neighbours[reached[i]]) {
      if (!seen[next]) {
        seen[next] = true;
        reached.push_back(next);
      }
    }
  }
  if (const auto lost = std::find(seen.begin(), seen.end(), false); lost != seen.end()) {
    graph.fail(graph.nodes_line, "there is no way from " + graph.name(0) + " to " +
                                     graph.name(static_cast<NodeId>(lost - seen.begin())));
  }
}

PortId port_towards(const Neighbours& neighbours, NodeId from, NodeId to) {
  const std::vector<NodeId>& some = neighbours[from];
  return static_cast<PortId>(std::lower_bound(some.begin(), some.end(), to) - some.begin());
}

ChannelEnd end_of(const Neighbours& neighbours, NodeId node, PortId port) {
  if (port >= neighbours[node].size()) {
    return {};
  }
  const NodeId to = neighbours[node][port];
  return {to, port_towards(neighbours, to, node)};
}

/// What the file says of its channels; empty where it says nothing.
std::vector<LinkTime> link_times_of(const GraphFile& graph, const Neighbours& neighbours,
                                    const TopologyData& network) {
  std::vector<LinkTime> times(network.ends.size());
  bool any = false;
  for (const GraphFile::Link& link : graph.links) {
    for (const auto& [from, to, time] :
         {std::tuple(link.a, link.b, link.from_a), std::tuple(link.b, link.a, link.from_b)}) {
      const PortId port = port_towards(neighbours, from, to);
      times[from * static_cast<std::size_t>(network.ports) + port] = time;
      any = any || time.delay != 0 || time.cycles_per_flit != 0;
    }
  }
  return any ? times : std::vector<LinkTime>{};
}

NodeId node_of_most_links(const Neighbours& neighbours) {
  const auto most =
      std::max_element(neighbours.begin(), neighbours.end(),
                       [](const auto& a, const auto& b) { return a.size() < b.size(); });
  return static_cast<NodeId>(most - neighbours.begin());
}

/// Chooses the routes and says which.
RouteTable choose_routes(const GraphFile& graph, const Neighbours& neighbours,
                         TopologyData& network) {
  if (!graph.routes.empty()) {
    RouteTable table = listed_routes(network, graph);
    network.routes = has_circle(network, table)
                         ? "the table of the file, whose channels can wait in a circle"
                         : "the table of the file, without a circle of channels";
    return table;
  }
  if (!graph.root) {
    RouteTable table = shortest_routes(network);
    if (!has_circle(network, table)) {
      network.routes = "shortest paths, without a circle of channels";
      return table;
    }
  }
  const NodeId root = graph.root ? *graph.root : node_of_most_links(neighbours);
  network.routes = "up*/down* from " + graph.name(root) +
                   (graph.root ? ", the root of the file"
                               : ", since channels of shortest paths can wait in a circle");
  return up_down_routes(network, root);
}

TopologyData build_graph(const TopologyFamily& /*self*/, const TopologySource& source) {
  const GraphFile graph = parse_graph_file(source.text, source.file);
  const Neighbours neighbours = neighbours_of(graph);
  check_connected(graph, neighbours);
  TopologyData network;
  network.nodes = graph.nodes();
  network.processors = graph.processors;
  for (const std::vector<NodeId>& some : neighbours) {
    network.ports = std::max(network.ports, static_cast<int>(some.size()));
  }
  network.ends = tabulate_ends(
      network, [&](NodeId node, PortId port) { return end_of(neighbours, node, port); });
  network.link_times = link_times_of(graph, neighbours, network);
  RouteTable table = choose_routes(graph, neighbours, network);
  network.table = std::make_shared<TableRoute>(network.processors, std::move(table));
  return network;
}

std::shared_ptr<const BaseRoute> routes_of_graph(const Topology& topology, RoutingOrder /*order*/) {
  return topology.table();
}

}  // namespace

const TopologyFamily& graph_family() {
  static const TopologyFamily family = [] {
    TopologyFamily graph{};
    graph.word = "graph";
    graph.from_file = true;
    graph.build = build_graph;
    graph.routes = routes_of_graph;
    return graph;
  }();
  return family;
}

}  // namespace flitcast
