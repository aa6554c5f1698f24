#include "traffic/propose/translations.h"

#include <algorithm>

namespace flitcast {

NodeId sum_of(const Topology& topology, NodeId a, NodeId b) {
  NodeId sum = 0;
  for (int d = 0; d < topology.dimensions(); ++d) {
    sum = topology.with_coordinate(
        sum, d, (topology.coordinate(a, d) + topology.coordinate(b, d)) % topology.side(d));
  }
  return sum;
}

Directions directions_of(const ChunkNetwork& network) {
  Directions directions;
  for (const LinkId first : network.leaving(0)) {
    if (network.link(first).first != first) {
      return {};
    }
    std::vector<LinkId>& links = directions.emplace_back();
    for (NodeId node = 0; node < network.nodes(); ++node) {
      const NodeId end = sum_of(network.topology(), node, network.link(first).to);
      const std::vector<LinkId>& leaving = network.leaving(node);
      const auto link = std::find_if(leaving.begin(), leaving.end(),
                                     [&](LinkId each) { return network.link(each).to == end; });
      if (link == leaving.end() || leaving.size() != network.leaving(0).size()) {
        return {};
      }
      links.push_back(*link);
    }
  }
  return directions;
}

bool has_translations(const ChunkNetwork& network) {
  return network.equal_links() && network.duplex() == Duplex::kFull &&
         !network.topology().has_switches() && network.topology().dimensions() > 0 &&
         !directions_of(network).empty();
}

}  // namespace flitcast
