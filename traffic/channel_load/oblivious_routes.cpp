#include "traffic/channel_load/oblivious_routes.h"

#include <cstddef>

#include "traffic/channel_load/route_tree.h"

namespace flitcast {

void ObliviousRoutes::add_all(const std::vector<double>& by_source, NodeId destination,
                              ChannelLoads& loads) const {
  for (NodeId source = 0; source < by_source.size(); ++source) {
    if (source != destination && by_source[source] > 0) {
      add(source, destination, by_source[source], loads);
    }
  }
}

void ObliviousRoutes::add_flows(const Flows& to, NodeId first, ChannelLoads& loads) const {
  for (NodeId i = 0; i < to.size(); ++i) {
    add_all(to[i], first + i, loads);
  }
}

namespace {

/// All that is at the nodes of a tree goes to its root. Changes `flow`.
void flow_down(const RouteTree& tree, std::vector<double>& flow, ChannelLoads& loads) {
  for (const NodeId node : tree.nodes()) {
    if (flow[node] > 0) {
      loads.add(node, tree.port(node), flow[node]);
      flow[tree.next(node)] += flow[node];
    }
  }
}

}  // namespace

// ---- one of some ways ----

void EqualPaths::add(NodeId source, NodeId destination, double load, ChannelLoads& loads) const {
  for (const auto& way : ways_) {
    const NodeId end = topology_.router_of(destination);
    for (NodeId at = topology_.router_of(source); at != end;) {
      const PortId port = way->next_port(at, destination);
      loads.add(at, port, load / static_cast<double>(ways_.size()));
      at = topology_.neighbour(at, port);
    }
  }
}

void EqualPaths::add_all(const std::vector<double>& by_source, NodeId destination,
                         ChannelLoads& loads) const {
  for (const auto& way : ways_) {
    RouteTree tree(topology_, *way);
    tree.grow(destination);
    std::vector<double> flow(topology_.nodes(), 0);
    for (NodeId source = 0; source < by_source.size(); ++source) {
      flow[topology_.router_of(source)] += by_source[source] / static_cast<double>(ways_.size());
    }
    flow_down(tree, flow, loads);
  }
}

// ---- by way of a node on a shortest way ----

RommPaths::RommPaths(const Routing& routing)
    : routing_(routing), ways_(routing.topology()), draws_ties_(routing.shares().ways.size() > 1) {}

void RommPaths::add(NodeId source, NodeId destination, double load, ChannelLoads& loads) const {
  Box box;
  for (int i = 0; i < ways_.dimensions(); ++i) {
    const bool ascending = routing_.order() == RoutingOrder::kAscending;
    const int d = ascending ? i : ways_.dimensions() - 1 - i;
    const Coordinates::Stretch stretch = ways_.stretch(source, destination, d);
    if (stretch.links > 0) {
      box.push_back(stretch);
    }
  }
  add_boxes(box, 0, source, destination, load, loads);
}

// Those of which the dimensions from `next` on may yet be ties: of each, half goes the other way.
void RommPaths::add_boxes(Box& box, std::size_t next, NodeId source, NodeId destination,
                          double load, ChannelLoads& loads) const {
  if (next == box.size()) {
    to_midpoints(box, 0, source, load, loads);
    from_midpoints(box, box.size(), destination, load, loads);
    return;
  }
  Coordinates::Stretch& stretch = box[next];
  const bool tie =
      draws_ties_ && ways_.steps(source, destination, stretch.dimension).other != kNoPort;
  if (tie) {
    stretch.up = false;
    add_boxes(box, next + 1, source, destination, load / 2, loads);
    stretch.up = true;
  }
  add_boxes(box, next + 1, source, destination, tie ? load / 2 : load, loads);
}

// The packets that are at `at`, their midpoint reached in the dimensions before `next`.
void RommPaths::to_midpoints(const Box& box, std::size_t next, NodeId at, double load,
                             ChannelLoads& loads) const {
  if (next == box.size()) {
    return;
  }
  const Coordinates::Stretch& stretch = box[next];
  const PortId port = port_of(stretch);
  const double share = load / (stretch.links + 1);
  for (std::uint32_t left = stretch.links;; --left) {
    to_midpoints(box, next + 1, at, share, loads);
    if (left == 0) {
      return;
    }
    loads.add(at, port, share * left);
    at = routing_.topology().neighbour(at, port);
  }
}

// The packets that come to `to` from a midpoint that differs in the first `left` dimensions at
// most: dimension by dimension, the last one first.
void RommPaths::from_midpoints(const Box& box, std::size_t left, NodeId to, double load,
                               ChannelLoads& loads) const {
  if (left == 0) {
    return;
  }
  const Coordinates::Stretch& stretch = box[left - 1];
  const PortId port = port_of(stretch);
  const double share = load / (stretch.links + 1);
  NodeId at = routing_.topology().with_coordinate(to, stretch.dimension, stretch.from);
  for (std::uint32_t behind = 1;; ++behind) {
    from_midpoints(box, left - 1, at, share, loads);
    if (behind > stretch.links) {
      return;
    }
    loads.add(at, port, share * behind);
    at = routing_.topology().neighbour(at, port);
  }
}

PortId RommPaths::port_of(const Coordinates::Stretch& stretch) const {
  return stretch.up ? ways_.up(stretch.dimension) : ways_.down(stretch.dimension);
}

// ---- by way of any node ----

void ValiantPaths::add(NodeId source, NodeId destination, double load, ChannelLoads& loads) const {
  const NodeId nodes = topology_.nodes();
  for (NodeId midpoint = 0; midpoint < nodes; ++midpoint) {
    ways_.add(source, midpoint, load / nodes, loads);
    ways_.add(midpoint, destination, load / nodes, loads);
  }
}

void ValiantPaths::add_flows(const Flows& to, NodeId first, ChannelLoads& loads) const {
  const NodeId nodes = topology_.nodes();
  std::vector<double> sent(nodes, 0);  // to every midpoint
  for (NodeId i = 0; i < to.size(); ++i) {
    double received = 0;  // from every midpoint
    for (NodeId source = 0; source < nodes; ++source) {
      if (source != first + i) {
        sent[source] += to[i][source] / nodes;
        received += to[i][source] / nodes;
      }
    }
    ways_.add_all(std::vector<double>(nodes, received), first + i, loads);
  }
  for (NodeId midpoint = 0; midpoint < nodes; ++midpoint) {
    ways_.add_all(sent, midpoint, loads);
  }
}

// ---- by way of a midpoint that the network names ----

// Between processors of a router there are no detours.
void DetourPaths::add(NodeId source, NodeId destination, double load, ChannelLoads& loads) const {
  const BaseRoute& base = routing_.base();
  const NodeId router = routing_.topology().router_of(source);
  if (router == routing_.topology().router_of(destination)) {
    return;
  }
  for (NodeId number = 0; number < base.midpoints(); ++number) {
    const NodeId midpoint = base.midpoint(router, number);
    ways_.add(router, midpoint, load / base.midpoints(), loads);
    ways_.add(midpoint, destination, load / base.midpoints(), loads);
  }
}

void DetourPaths::add_flows(const Flows& to, NodeId first, ChannelLoads& loads) const {
  const Topology& topology = routing_.topology();
  const BaseRoute& base = routing_.base();
  std::vector<double> sent(topology.nodes(), 0);  // by every router to each of its midpoints
  for (NodeId i = 0; i < to.size(); ++i) {
    std::vector<double> of_router(topology.nodes(), 0);
    for (NodeId source = 0; source < to[i].size(); ++source) {
      of_router[topology.router_of(source)] += to[i][source] / base.midpoints();
    }
    of_router[topology.router_of(first + i)] = 0;
    std::vector<double> at_midpoint(topology.nodes(), 0);
    for (NodeId router = 0; router < topology.nodes(); ++router) {
      sent[router] += of_router[router];
      for (NodeId number = 0; of_router[router] > 0 && number < base.midpoints(); ++number) {
        at_midpoint[base.midpoint(router, number)] += of_router[router];
      }
    }
    ways_.add_all(at_midpoint, first + i, loads);
  }
  for (NodeId router = 0; router < topology.nodes(); ++router) {
    for (NodeId number = 0; sent[router] > 0 && number < base.midpoints(); ++number) {
      ways_.add(router, base.midpoint(router, number), sent[router], loads);
    }
  }
}

// ---- all of them ----

std::string unknown_routes(const Routing& routing) {
  const RouteShares& shares = routing.shares();
  if (!shares.known()) {
    return "headers choose their way by what is in the network";
  }
  const NodeId processors = routing.topology().processors();
  return shares.midpoint == Midpoint::kNone || processors <= most_with_midpoints(routing)
             ? ""
             : "ways by nodes that are drawn are added up for at most " +
                   std::to_string(most_with_midpoints(routing)) + " processors, not for " +
                   std::to_string(processors);
}

std::unique_ptr<ObliviousRoutes> oblivious_routes(const Routing& routing) {
  if (!unknown_routes(routing).empty()) {
    return nullptr;
  }
  switch (routing.shares().midpoint) {
    case Midpoint::kOnAShortestWay:
      return std::make_unique<RommPaths>(routing);
    case Midpoint::kAnywhere:
      if (routing.base().midpoints() > 0) {
        return std::make_unique<DetourPaths>(routing);
      }
      return std::make_unique<ValiantPaths>(routing);
    case Midpoint::kNone:
      break;
  }
  return std::make_unique<EqualPaths>(routing.topology(), routing.shares().ways);
}

}  // namespace flitcast
