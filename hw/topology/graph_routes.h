#pragma once

#include <utility>
#include <vector>

#include "hw/topology/base_route.h"
#include "hw/topology/graph_file.h"

namespace flitcast {

/// Per node, and per processor as destination, the port to take; kNoPort at the destination.
using RouteTable = std::vector<PortId>;

/// Routes by a table.
class TableRoute : public BaseRoute {
 public:
  TableRoute(NodeId processors, RouteTable ports)
      : processors_(processors), ports_(std::move(ports)) {}

  PortId next_port(NodeId here, NodeId destination) const override {
    return ports_[here * std::size_t{processors_} + destination];
  }

 private:
  NodeId processors_;
  RouteTable ports_;
};

/// Shortest paths; of several next nodes the one on the lowest port.
RouteTable shortest_routes(const TopologyData& network);

/// up*/down* (Autonet: Schroeder et al., IEEE J. Sel. Areas Commun. 9, 1991). A link leads up to
/// the end that is fewer links from the root or, where both are as many, has the lower number. No
/// route goes up after it went down. Where a destination can be reached by going down only, the
/// route is the shortest such way; elsewhere it goes up, to where the rest is shortest. Ties as
/// above.
RouteTable up_down_routes(const TopologyData& network, NodeId root);

/// The routes that the file gives. Throws std::invalid_argument where one leads to no neighbour, is
/// given twice or is missing on the way between two processors, and where they go in a circle.
RouteTable listed_routes(const TopologyData& network, const GraphFile& graph);

/// Headers on the table's routes between processors can wait for each other in a circle of
/// channels.
bool has_circle(const TopologyData& network, const RouteTable& table);

}  // namespace flitcast
